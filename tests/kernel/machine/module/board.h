/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The parts of the virtual board, as board.c knows them. Each part is started with the parent of its device, takes orders (a
 * line of text; -ENOENT: the order is for another part), forgets its counts, and shows what there is to see, "key value..."
 * a line. Instants are nanoseconds of CLOCK_MONOTONIC.
 */
#ifndef BOARD_H
#define BOARD_H

#include <linux/device.h>
#include <linux/seq_file.h>

struct board_part {
	int (*start)(struct device *parent);
	void (*stop)(void);
	int (*order)(const char *words);
	void (*forget)(void);
	void (*show)(struct seq_file *out);
};

extern const struct board_part matrix_part, displays_part, lamps_part;

#endif
