// SPDX-License-Identifier: GPL-2.0
/*
 * /dev/spidev0.0: a chain of 64 WS2812B on MOSI.
 *
 * It decides what bits the lamps take from the wire: rpi_ws281x sends three bits of SPI for each bit of a lamp (four above
 * 2.9 MHz): high first, low last, a 1 is high for longer than half (WorldSemi, WS2812B data sheet, page 4). It refuses to know
 * squares and colours.
 */
#include <linux/delay.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/spi/spi.h>
#include "board.h"

#define LAMPS 64
#define BITS (LAMPS * 24)

static struct spi_controller *controller;
static u8 chain[LAMPS * 3];	/* green, red, blue of each lamp, in the order of the chain */
static unsigned long frames_changed, bad_bits;
static ktime_t changed_at;

static bool is_high(const u8 *bytes, unsigned int at)
{
	return bytes[at >> 3] >> (7 - (at & 7)) & 1;
}

/* The lamp's bit that begins at this bit of the wire; counts it as bad unless it is high first, then low. */
static bool lamp_bit(const u8 *bytes, unsigned int at, unsigned int width)
{
	unsigned int high = 0, rest;

	while (high < width && is_high(bytes, at + high))
		high++;
	for (rest = high; rest < width; rest++)
		bad_bits += is_high(bytes, at + rest);
	bad_bits += !high || high == width;
	return 2 * high > width || (width == 4 && high == 2);
}

static void take_frame(const u8 *bytes, unsigned int count, u32 hz)
{
	unsigned int width = hz > 2900000 ? 4 : 3, start = 0, n;
	u8 taken[LAMPS * 3] = {};

	while (start < count * 8 && !is_high(bytes, start))	/* zeros before the first bit keep the wire low */
		start++;
	if (count * 8 < BITS * width || start > count * 8 - BITS * width)
		return;
	for (n = 0; n < BITS; n++)
		taken[n >> 3] |= lamp_bit(bytes, start + width * n, width) << (7 - (n & 7));
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
		if (part->tx_buf)
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
