// SPDX-License-Identifier: GPL-2.0
/*
 * /dev/i2c-1: two HT16K33 at 0x70 (White) and 0x71 (Black), with their RAM and registers (Holtek, HT16K33 data sheet).
 *
 * It decides what a chip keeps of what it is sent. It refuses to know what a segment looks like. Without power a chip forgets:
 * its RAM then holds 0x55 until it is written, so that what a driver does not set anew can be seen.
 *
 * Orders:
 *   display A there|gone|hung    display A (0 or 1) is plugged in, pulled out, or holds the bus
 *   i2c US                       so many microseconds for each byte
 */
#include <linux/delay.h>
#include <linux/i2c.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include "board.h"

#define WHITE_ADDRESS 0x70

enum plug { THERE, GONE, HUNG };

static struct display {
	u8 ram[16], pointer, oscillator, setup, brightness;
	enum plug plug;
	ktime_t changed_at;
} displays[2];
static int byte_us;

static void take(struct display *display, const u8 *bytes, int count)
{
	struct display was = *display;
	int n;

	switch (bytes[0] & 0xf0) {
	case 0x00:
		display->pointer = bytes[0] & 15;
		for (n = 1; n < count; n++)
			display->ram[(display->pointer + n - 1) & 15] = bytes[n];
		break;
	case 0x20:
		display->oscillator = bytes[0] & 1;
		break;
	case 0x80:
		display->setup = bytes[0] & 7;
		break;
	case 0xe0:
		display->brightness = bytes[0] & 15;
		break;
	}
	if (memcmp(was.ram, display->ram, sizeof(was.ram)) || was.oscillator != display->oscillator ||
	    was.setup != display->setup || was.brightness != display->brightness)
		display->changed_at = ktime_get();
}

static int transfer_one(struct i2c_msg *message)
{
	struct display *display;
	int n;

	if (message->addr != WHITE_ADDRESS && message->addr != WHITE_ADDRESS + 1)
		return -ENXIO;
	display = &displays[message->addr - WHITE_ADDRESS];
	if (display->plug == GONE)
		return -EREMOTEIO;
	if (display->plug == HUNG) {	/* as i2c-bcm2835 does when a chip holds SCL low */
		msleep(1000);
		return -ETIMEDOUT;
	}
	if (byte_us)
		usleep_range(byte_us * (message->len + 1), byte_us * (message->len + 2));
	if (message->flags & I2C_M_RD)
		for (n = 0; n < message->len; n++)
			message->buf[n] = display->ram[(display->pointer + n) & 15];
	else if (message->len)
		take(display, message->buf, message->len);
	return 0;
}

static int transfer(struct i2c_adapter *adapter, struct i2c_msg *messages, int count)
{
	int n, error;

	for (n = 0; n < count; n++) {
		error = transfer_one(&messages[n]);
		if (error)
			return error;
	}
	return count;
}

static u32 functionality(struct i2c_adapter *adapter)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm algorithm = { .master_xfer = transfer, .functionality = functionality };
static struct i2c_adapter adapter = { .owner = THIS_MODULE, .algo = &algorithm, .name = "reedmatrix-i2c", .nr = 1 };

static int displays_order(const char *words)
{
	static const char * const names[] = { [THERE] = "there", [GONE] = "gone", [HUNG] = "hung" };
	char word[8];
	int n, plug;

	if (sscanf(words, "i2c %d", &n) == 1 && n >= 0) {
		byte_us = n;
		return 0;
	}
	if (sscanf(words, "display %d %7s", &n, word) != 2)
		return -ENOENT;
	plug = match_string(names, ARRAY_SIZE(names), word);
	if (n < 0 || n > 1 || plug < 0)
		return -EINVAL;
	if (plug == GONE) {
		memset(displays[n].ram, 0x55, sizeof(displays[n].ram));
		displays[n].oscillator = displays[n].setup = displays[n].brightness = 0;
	}
	displays[n].plug = plug;
	return 0;
}

static void displays_forget(void)
{
}

static void displays_show(struct seq_file *out)
{
	struct display *display;

	for (display = displays; display < displays + 2; display++)
		seq_printf(out, "display%d oscillator %d setup %d brightness %d changed_at %lld ram %*phN\n",
			   (int)(display - displays), display->oscillator, display->setup, display->brightness,
			   display->changed_at, 16, display->ram);
}

static int displays_start(struct device *parent)
{
	adapter.dev.parent = parent;
	return i2c_add_numbered_adapter(&adapter);
}

static void displays_stop(void)
{
	i2c_del_adapter(&adapter);
}

const struct board_part displays_part = {
	.start = displays_start,
	.stop = displays_stop,
	.order = displays_order,
	.forget = displays_forget,
	.show = displays_show,
};
