/* SPDX-License-Identifier: GPL-2.0 */
/* The wires, pins and contacts of the matrix, and what works out their levels (circuit.c). */
#ifndef CIRCUIT_H
#define CIRCUIT_H

#include <linux/types.h>

#define LINES 28	/* GPIO 0 to 27, the pins of a Pi's header */
#define ROWS 8
#define COLUMNS 9
#define CONTACTS (ROWS * COLUMNS)

enum bias { NO_PULL, PULL_UP, PULL_DOWN };
enum fault { WHOLE, OPEN, GROUND, POWER };	/* the wire: as it should be, off its pin, touches ground, touches 3.3 V */

struct line {
	bool output, value;	/* what the pin does: drives this value, or is an input */
	enum bias bias;
	enum fault fault;
	bool pin, wire;		/* the levels at both ends, as last worked out: an end that nothing holds keeps its own */
};

struct contact {
	bool closed;		/* at this instant: it may bounce */
	bool dead;		/* never closes */
	bool bridged;		/* its diode conducts both ways */
};

extern struct line lines[LINES];
extern struct contact contacts[CONTACTS];	/* contact n is row n / COLUMNS, column n % COLUMNS */
extern int rows[ROWS], columns[COLUMNS];	/* their lines */

void work_out_levels(void);

#endif
