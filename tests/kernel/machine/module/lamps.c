// SPDX-License-Identifier: GPL-2.0
/*
 * /dev/spidev0.0: a chain of 64 WS2812B on MOSI.
 *
 * It decides what the lamps read from the wire, by how long it is high and low (WorldSemi, WS2812B data sheet, page 4). It
 * refuses to know squares and colours, and how many bits of SPI a driver makes a bit of a lamp of: each driver has its own.
 */
#include <linux/delay.h>
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/module.h>
#include <linux/spi/spi.h>
#include "board.h"

#define LAMPS 64
#define BITS (LAMPS * 24)

static struct spi_controller *controller;
static u8 chain[LAMPS * 3];	/* green, red, blue of each lamp, in the order of the chain */
static unsigned long frames_changed, bad_bits;
static ktime_t changed_at;

/* In ns: a bit begins high and ends low. What is longer than ONE is a 1. Low may last until the next frame. */
#define ONE 600
static const struct times { int least, most; } high[] = { { 250, 550 }, { 650, 950 } }, low[] = { { 700, 1000 }, { 300, 600 } };

static bool is_high(const u8 *bytes, unsigned int at)
{
	return bytes[at >> 3] >> (7 - (at & 7)) & 1;
}

/* How long the wire keeps its level from this bit of SPI on. */
static unsigned int run(const u8 *bytes, unsigned int from, unsigned int end)
{
	unsigned int at = from;

	while (at < end && is_high(bytes, at) == is_high(bytes, from))
		at++;
	return at - from;
}

static bool is_wrong(u64 ns, const struct times *times, bool is_last)
{
	return ns < times->least || (ns > times->most && !is_last);
}

static void take_frame(const u8 *bytes, unsigned int count, u32 hz)
{
	unsigned int end = count * 8, at = 0, n;
	u8 taken[LAMPS * 3] = {};
	unsigned long bad = 0;

	if (end && !is_high(bytes, 0))
		at = run(bytes, 0, end);
	for (n = 0; at < end; n++) {
		unsigned int up = run(bytes, at, end), down = at + up < end ? run(bytes, at + up, end) : 0;
		u64 high_ns = div_u64(1000000000ULL * up, hz), low_ns = div_u64(1000000000ULL * down, hz);
		bool one = high_ns > ONE;

		at += up + down;
		bad += is_wrong(high_ns, &high[one], false) || is_wrong(low_ns, &low[one], at == end);
		if (n < BITS)
			taken[n >> 3] |= one << (7 - (n & 7));
	}
	if (n < BITS)	/* no frame: a program tries the bus */
		return;
	bad_bits += bad + (n - BITS);	/* a bit too many is no lamp's */
	if (!memcmp(taken, chain, sizeof(taken)))
		return;
	memcpy(chain, taken, sizeof(taken));
	frames_changed++;
	changed_at = ktime_get();
}

static int transfer(struct spi_controller *of, struct spi_message *message)
{
	struct spi_transfer *part;

	list_for_each_entry(part, &message->transfers, transfer_list) {
		if (part->tx_buf && part->speed_hz)
			take_frame(part->tx_buf, part->len, part->speed_hz);
		if (part->speed_hz) {
			unsigned int us = part->len * 8000 / (part->speed_hz / 1000);

			usleep_range(us, us + 10);
		}
		message->actual_length += part->len;
	}
	message->status = 0;
	spi_finalize_current_message(of);
	return 0;
}

static int lamps_order(const char *words)
{
	return -ENOENT;
}

static void lamps_forget(void)
{
	frames_changed = bad_bits = 0;
}

static void lamps_show(struct seq_file *out)
{
	int n;

	seq_printf(out, "lamps changed %lu bad_bits %lu changed_at %lld grb ", frames_changed, bad_bits, changed_at);
	for (n = 0; n < LAMPS * 3; n++)
		seq_printf(out, "%02x", chain[n]);
	seq_putc(out, '\n');
}

static int lamps_start(struct device *parent)
{
	struct spi_board_info device = { .modalias = "dh2228fv", .max_speed_hz = 10000000 };	/* a name that spidev binds to */
	int error;

	controller = spi_alloc_master(parent, 0);
	if (!controller)
		return -ENOMEM;
	controller->bus_num = 0;
	controller->num_chipselect = 1;
	controller->mode_bits = SPI_MODE_X_MASK;
	controller->transfer_one_message = transfer;
	error = spi_register_controller(controller);
	if (error) {
		spi_controller_put(controller);
		return error;
	}
	if (spi_new_device(controller, &device))
		return 0;
	spi_unregister_controller(controller);
	return -ENODEV;
}

static void lamps_stop(void)
{
	spi_unregister_controller(controller);
}

const struct board_part lamps_part = {
	.start = lamps_start,
	.stop = lamps_stop,
	.order = lamps_order,
	.forget = lamps_forget,
	.show = lamps_show,
};
