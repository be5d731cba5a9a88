/*
 * What a system without programs of its own lacks. It decides nothing about the board.
 *
 *   helper MODULE PARAMETERS   loads a kernel module, brings the network's "lo" up, and fills the pool of random numbers,
 *                              which here nothing else does: a program that asks for some would wait for ever (getrandom(2))
 *   helper                     switches the machine off
 */
#include <fcntl.h>
#include <linux/random.h>
#include <net/if.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/reboot.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int words, char **word)
{
	struct { struct rand_pool_info head; char bytes[64]; } pool = { .head = { .entropy_count = 512, .buf_size = 64 } };
	struct ifreq lo = { .ifr_name = "lo", .ifr_flags = IFF_UP | IFF_RUNNING };

	if (words != 3) {
		sync();
		return reboot(RB_POWER_OFF);
	}
	if (ioctl(open("/dev/random", O_WRONLY), RNDADDENTROPY, &pool)) {
		perror("/dev/random");
		return 1;
	}
	if (syscall(SYS_finit_module, open(word[1], O_RDONLY), word[2], 0)) {
		perror(word[1]);
		return 1;
	}
	if (ioctl(socket(AF_INET, SOCK_DGRAM, 0), SIOCSIFFLAGS, &lo)) {
		perror("lo");
		return 1;
	}
	return 0;
}
