// SPDX-License-Identifier: GPL-2.0
/*
 * /dev/gpiochip0: the pins of a Pi's header, wired to the matrix (circuit.c). Which pins are rows and columns are parameters of
 * the module, in the order of the pin map.
 *
 * It decides how pins behave: as those of a Pi 4 or older. A reset pulls GPIO 0 to 8 up and GPIO 9 to 27 down (BCM2835 ARM
 * Peripherals, page 102; the BCM2711 has the same); a pull stays until another one is asked for; a pin that is freed stays as it
 * is, as on Raspberry Pi's kernels (raspberrypi/linux #6150); there is no open drain, the kernel makes it of inputs and outputs.
 * It also makes contacts bounce, and counts and times what the program under test does. It refuses to judge any of it.
 *
 * Orders:
 *   set N 0|1               contact N opens or closes, and bounces
 *   bounce MIN MAX GRAIN    for how long contacts bounce from now on, and how often they change meanwhile, in microseconds
 *   dead N 0|1              contact N never closes
 *   bridged N 0|1           the diode of contact N conducts both ways
 *   wire G FAULT            the wire of GPIO G is whole, open, or touches ground or power (3.3 V)
 */
#include <linux/gpio/driver.h>
#include <linux/hrtimer.h>
#include <linux/module.h>
#include <linux/random.h>
#include <linux/sort.h>
#include "board.h"
#include "circuit.h"

#define KEPT 8192	/* so many spans of time are kept, of each kind */

static int row_count, column_count, buzzer = -1;
module_param_array(rows, int, &row_count, 0444);
module_param_array(columns, int, &column_count, 0444);
module_param(buzzer, int, 0444);

static DEFINE_RAW_SPINLOCK(lock);	/* guards all that follows, and the circuit */
static bool stale;			/* the circuit has changed since its levels were worked out */
static struct { bool closed; ktime_t until; } settling[CONTACTS];	/* how a contact that bounces ends, and when */
static unsigned int bounce_min, bounce_max, bounce_grain = 200;
static struct hrtimer bouncing;

static struct counts {
	unsigned long get, get_many, set, direction;	/* calls of the chip */
	unsigned long rows_low, rows_high, two_rows_low;	/* how often a row was driven */
	unsigned long edges, buzzer_toggles, scans, settles;
} counts;
static u32 period_us[KEPT], settle_ns[KEPT];	/* from scan to scan; from a row that is driven to columns that are read */
static ktime_t scanned_at, driven_at, edge_at;

/* ---- levels ---- */

static void settle(void)
{
	if (stale)
		work_out_levels();
	stale = false;
}

/* Before a change: what is left without a hold keeps the level that it has now. */
static void change(void)
{
	settle();
	stale = true;
}

static bool is_among(const int *numbers, int count, int line)
{
	while (count--)
		if (numbers[count] == line)
			return true;
	return false;
}

static bool is_driven_low(int line)
{
	return lines[line].output && !lines[line].value;
}

/* ---- the chip ---- */

static void count_driven_row(int line)
{
	ktime_t now = ktime_get();
	int n, low = 0;

	for (n = 0; n < ROWS; n++)
		low += is_driven_low(rows[n]);
	counts.rows_low++;
	counts.two_rows_low += low > 1;
	driven_at = now;
	if (line != rows[0])
		return;
	if (scanned_at)
		period_us[counts.scans++ % KEPT] = ktime_us_delta(now, scanned_at);
	scanned_at = now;
}

static void drive(int number, bool output, bool value)
{
	struct line *line = &lines[number], was = *line;
	bool lets_go = was.output && !output && was.bias == NO_PULL;

	if (lets_go)
		change();
	line->output = output;
	line->value = value;
	stale = true;
	if (number == buzzer && was.output && output && was.value != value)
		counts.buzzer_toggles++;
	if (!is_among(rows, ROWS, number))
		return;
	counts.rows_high += output && value;
	if (is_driven_low(number) && !(was.output && !was.value))
		count_driven_row(number);
}

static void count_columns_read(void)
{
	if (driven_at)
		settle_ns[counts.settles++ % KEPT] = min_t(s64, ktime_to_ns(ktime_sub(ktime_get(), driven_at)), U32_MAX);
	driven_at = 0;
}

static int chip_get(struct gpio_chip *chip, unsigned int line)
{
	unsigned long flags;
	int level;

	raw_spin_lock_irqsave(&lock, flags);
	counts.get++;
	if (is_among(columns, COLUMNS, line))
		count_columns_read();
	settle();
	level = lines[line].pin;
	raw_spin_unlock_irqrestore(&lock, flags);
	return level;
}

static int chip_get_many(struct gpio_chip *chip, unsigned long *mask, unsigned long *bits)
{
	unsigned long flags;
	int line;

	raw_spin_lock_irqsave(&lock, flags);
	counts.get_many++;
	if (test_bit(columns[0], mask))
		count_columns_read();
	settle();
	for_each_set_bit(line, mask, LINES)
		__assign_bit(line, bits, lines[line].pin);
	raw_spin_unlock_irqrestore(&lock, flags);
	return 0;
}

static void chip_set(struct gpio_chip *chip, unsigned int line, int value)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&lock, flags);
	counts.set++;
	drive(line, lines[line].output, value);
	raw_spin_unlock_irqrestore(&lock, flags);
}

static int change_direction(unsigned int line, bool output, bool value)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&lock, flags);
	counts.direction++;
	drive(line, output, value);
	raw_spin_unlock_irqrestore(&lock, flags);
	return 0;
}

static int chip_direction_input(struct gpio_chip *chip, unsigned int line)
{
	return change_direction(line, false, false);
}

static int chip_direction_output(struct gpio_chip *chip, unsigned int line, int value)
{
	return change_direction(line, true, value);
}

static int chip_get_direction(struct gpio_chip *chip, unsigned int line)
{
	return lines[line].output ? GPIO_LINE_DIRECTION_OUT : GPIO_LINE_DIRECTION_IN;
}

static int chip_set_config(struct gpio_chip *chip, unsigned int line, unsigned long config)
{
	unsigned long flags;
	enum bias bias;

	switch (pinconf_to_config_param(config)) {
	case PIN_CONFIG_BIAS_PULL_UP:
		bias = PULL_UP;
		break;
	case PIN_CONFIG_BIAS_PULL_DOWN:
		bias = PULL_DOWN;
		break;
	case PIN_CONFIG_BIAS_DISABLE:
		bias = NO_PULL;
		break;
	case PIN_CONFIG_DRIVE_PUSH_PULL:
		return 0;
	default:
		return -ENOTSUPP;
	}
	raw_spin_lock_irqsave(&lock, flags);
	change();
	lines[line].bias = bias;
	raw_spin_unlock_irqrestore(&lock, flags);
	return 0;
}

static struct gpio_chip chip = {
	.label = "pinctrl-bcm2711",
	.owner = THIS_MODULE,
	.base = -1,
	.ngpio = LINES,
	.get = chip_get,
	.get_multiple = chip_get_many,
	.set = chip_set,
	.direction_input = chip_direction_input,
	.direction_output = chip_direction_output,
	.get_direction = chip_get_direction,
	.set_config = chip_set_config,
};

/* ---- contacts that bounce ---- */

static void move_contact(int n, bool closed, ktime_t now)
{
	if (contacts[n].closed == closed)
		return;
	change();
	contacts[n].closed = closed;
	counts.edges++;
	edge_at = now;
}

static enum hrtimer_restart bounce(struct hrtimer *timer)
{
	ktime_t now = ktime_get();
	unsigned long flags;
	bool more = false;
	int n;

	raw_spin_lock_irqsave(&lock, flags);
	for (n = 0; n < CONTACTS; n++)
		if (settling[n].until && ktime_after(settling[n].until, now)) {
			move_contact(n, get_random_u32() & 1, now);
			more = true;
		} else if (settling[n].until) {
			move_contact(n, settling[n].closed, now);
			settling[n].until = 0;
		}
	raw_spin_unlock_irqrestore(&lock, flags);
	hrtimer_forward_now(timer, ns_to_ktime((u64)bounce_grain * NSEC_PER_USEC));
	return more ? HRTIMER_RESTART : HRTIMER_NORESTART;
}

static void set_contact(int n, bool closed)
{
	ktime_t now = ktime_get();

	settling[n].closed = closed;
	move_contact(n, closed, now);
	if (bounce_max)
		settling[n].until = ktime_add_us(now, bounce_min + get_random_u32() % (bounce_max - bounce_min + 1));
}

/* ---- orders, and what is shown ---- */

static bool is_contact(int n)
{
	return n >= 0 && n < CONTACTS;
}

static int set_fault(int line, const char *word)
{
	static const char * const names[] = { [WHOLE] = "whole", [OPEN] = "open", [GROUND] = "ground", [POWER] = "power" };
	int fault = match_string(names, ARRAY_SIZE(names), word);

	if (line < 0 || line >= LINES || fault < 0)
		return -EINVAL;
	change();
	lines[line].fault = fault;
	return 0;
}

static int set_bounce(int shortest, int longest, int grain)
{
	if (shortest < 0 || longest < shortest || grain <= 0)
		return -EINVAL;
	bounce_min = shortest;
	bounce_max = longest;
	bounce_grain = grain;
	return 0;
}

static int obey(const char *words)
{
	int n, value, grain;
	char word[8];

	if (sscanf(words, "bounce %d %d %d", &n, &value, &grain) == 3)
		return set_bounce(n, value, grain);
	if (sscanf(words, "wire %d %7s", &n, word) == 2)
		return set_fault(n, word);
	if (sscanf(words, "%7s %d %d", word, &n, &value) != 3)
		return -ENOENT;
	if (!strcmp(word, "set") && is_contact(n)) {
		set_contact(n, value);
	} else if (!strcmp(word, "dead") && is_contact(n)) {
		change();
		contacts[n].dead = value;
	} else if (!strcmp(word, "bridged") && is_contact(n)) {
		change();
		contacts[n].bridged = value;
	} else {
		return -ENOENT;
	}
	return 0;
}

static int matrix_order(const char *words)
{
	unsigned long flags;
	int error;

	raw_spin_lock_irqsave(&lock, flags);
	error = obey(words);
	raw_spin_unlock_irqrestore(&lock, flags);
	if (bounce_max && !error)
		hrtimer_start(&bouncing, ns_to_ktime((u64)bounce_grain * NSEC_PER_USEC), HRTIMER_MODE_REL);
	return error;
}

static void matrix_forget(void)
{
	counts = (struct counts){};
	scanned_at = 0;
}

static int compare(const void *one, const void *other)
{
	u32 a = *(const u32 *)one, b = *(const u32 *)other;

	return a < b ? -1 : a > b;
}

/* The least, the median, the 99th percentile and the greatest. */
static void show_spread(struct seq_file *out, const char *name, const u32 *values, unsigned long count)
{
	static u32 sorted[KEPT];
	int kept = min_t(unsigned long, count, KEPT);

	memcpy(sorted, values, kept * sizeof(u32));
	sort(sorted, kept, sizeof(u32), compare, NULL);
	if (kept)
		seq_printf(out, "%s %u %u %u %u\n", name, sorted[0], sorted[kept / 2], sorted[kept * 99 / 100],
			   sorted[kept - 1]);
}

static void matrix_show(struct seq_file *out)
{
	unsigned long flags;
	int n;

	seq_printf(out, "scans %lu\nget %lu\nget_many %lu\nset %lu\ndirection %lu\n", counts.scans, counts.get, counts.get_many,
		   counts.set, counts.direction);
	seq_printf(out, "rows_low %lu\nrows_high %lu\ntwo_rows_low %lu\n", counts.rows_low, counts.rows_high,
		   counts.two_rows_low);
	seq_printf(out, "edges %lu\nbuzzer_toggles %lu\nedge_at %lld\n", counts.edges, counts.buzzer_toggles, edge_at);
	show_spread(out, "period_us", period_us, counts.scans);
	show_spread(out, "settle_ns", settle_ns, counts.settles);
	raw_spin_lock_irqsave(&lock, flags);
	settle();
	raw_spin_unlock_irqrestore(&lock, flags);
	seq_puts(out, "lines");	/* o: output, u, d, n: input with its pull; then the level */
	for (n = 0; n < LINES; n++)
		seq_printf(out, " %c%d", lines[n].output ? 'o' : "nud"[lines[n].bias], lines[n].pin);
	seq_putc(out, '\n');
}

static int matrix_start(struct device *parent)
{
	int n;

	if (row_count != ROWS || column_count != COLUMNS) {
		pr_err("reedmatrix: %d rows and %d columns, expected %d and %d\n", row_count, column_count, ROWS, COLUMNS);
		return -EINVAL;
	}
	for (n = 0; n < LINES; n++)
		lines[n].bias = n < 9 ? PULL_UP : PULL_DOWN;
	work_out_levels();
	hrtimer_init(&bouncing, CLOCK_MONOTONIC, HRTIMER_MODE_REL);
	bouncing.function = bounce;
	chip.parent = parent;
	return gpiochip_add_data(&chip, NULL);
}

static void matrix_stop(void)
{
	hrtimer_cancel(&bouncing);
	gpiochip_remove(&chip);
}

const struct board_part matrix_part = {
	.start = matrix_start,
	.stop = matrix_stop,
	.order = matrix_order,
	.forget = matrix_forget,
	.show = matrix_show,
};
