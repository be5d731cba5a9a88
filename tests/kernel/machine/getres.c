/*
 * A library to preload in virtual time. There the kernel says that its clock goes by steps of 10 ms; asyncio believes it and
 * ends sleeps early. This says what is true there: a step of 1 ns. It changes nothing else.
 */
#include <stddef.h>
#include <time.h>

int clock_getres(clockid_t clock, struct timespec *step)
{
	(void)clock;
	if (step)
		*step = (struct timespec){ 0, 1 };
	return 0;
}
