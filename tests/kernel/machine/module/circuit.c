// SPDX-License-Identifier: GPL-2.0
/*
 * The matrix as a circuit: 8 rows and 9 columns, at each crossing a contact and a diode whose cathode is at the row. So current
 * flows from a column into a row.
 *
 * It decides which line reads low and which high. It knows no volts, only what holds a line: the rail (a wire that touches
 * ground or 3.3 V) is stronger than an output, an output is stronger than a pull, a pull is stronger than the charge that is
 * left. Through a closed contact the stronger one wins. Between equals low wins, which is the worst case: a column with a
 * pull-up and a row with a pull-down meet at half of 3.3 V, and the column reads low.
 *
 * It refuses to know time: a line that nothing holds keeps its charge for ever.
 */
#include "circuit.h"

enum force { CHARGE, PULL, OUTPUT, RAIL };

struct line lines[LINES];
struct contact contacts[CONTACTS];
int rows[ROWS], columns[COLUMNS];

static enum force force_of[LINES];	/* what holds each wire */

static void hold_by_itself(int number)
{
	struct line *line = &lines[number];

	force_of[number] = CHARGE;
	if (line->fault == GROUND || line->fault == POWER) {
		force_of[number] = RAIL;
		line->wire = line->fault == POWER;
	} else if (line->fault == WHOLE && line->output) {
		force_of[number] = OUTPUT;
		line->wire = line->value;
	} else if (line->fault == WHOLE && line->bias != NO_PULL) {
		force_of[number] = PULL;
		line->wire = line->bias == PULL_UP;
	}
}

/* Give this level from one wire to another. Returns whether that changed anything. */
static bool give(int from, int to, bool level, enum force force)
{
	bool wins = lines[to].wire != level && !level ? force_of[to] <= force : force_of[to] < force;

	if (lines[from].wire != level || force_of[from] != force || !wins)
		return false;
	lines[to].wire = level;
	force_of[to] = force;
	return true;
}

/* Let one level of one force spread: low from rows to columns, high from columns to rows, both ways where a diode is bridged. */
static void spread(bool level, enum force force)
{
	bool changed = true;
	int n;

	while (changed)
		for (changed = false, n = 0; n < CONTACTS; n++) {
			int row = rows[n / COLUMNS], column = columns[n % COLUMNS];

			if (!contacts[n].closed || contacts[n].dead)
				continue;
			if (!level || contacts[n].bridged)
				changed |= give(row, column, level, force);
			if (level || contacts[n].bridged)
				changed |= give(column, row, level, force);
		}
}

static bool level_of_pin(const struct line *line)
{
	if (line->output)	/* a series resistor lies between the pin and what its wire may touch */
		return line->value;
	if (line->fault != OPEN)
		return line->wire;
	return line->bias == NO_PULL ? line->pin : line->bias == PULL_UP;
}

void work_out_levels(void)
{
	int force, n;

	for (n = 0; n < LINES; n++)
		hold_by_itself(n);
	for (force = RAIL; force >= CHARGE; force--) {
		spread(false, force);
		spread(true, force);
	}
	for (n = 0; n < LINES; n++)
		lines[n].pin = level_of_pin(&lines[n]);
}
