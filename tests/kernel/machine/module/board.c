// SPDX-License-Identifier: GPL-2.0
/*
 * The module reedmatrix: what a Raspberry Pi's header is wired to, as devices of this kernel.
 *
 * It starts the parts of the board (matrix.c, displays.c, lamps.c) and makes debugfs reedmatrix/ctl, the way in for tests:
 * a line written to it is an order, which the part that knows it obeys ("clear": all counts begin anew); reading it shows the
 * whole board. It refuses to know what any part does.
 */
#include <linux/debugfs.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/uaccess.h>
#include "board.h"

static const struct board_part *const parts[] = { &matrix_part, &displays_part, &lamps_part };
static struct platform_device *device;
static struct dentry *folder;

static int obey(const char *words)
{
	int n, error = -ENOENT;

	if (!strncmp(words, "clear", 5)) {
		for (n = 0; n < ARRAY_SIZE(parts); n++)
			parts[n]->forget();
		return 0;
	}
	for (n = 0; error == -ENOENT && n < ARRAY_SIZE(parts); n++)
		error = parts[n]->order(words);
	return error == -ENOENT ? -EINVAL : error;
}

static ssize_t ctl_write(struct file *file, const char __user *from, size_t count, loff_t *at)
{
	char words[512];
	int error;

	if (count >= sizeof(words))
		return -EINVAL;
	if (copy_from_user(words, from, count))
		return -EFAULT;
	words[count] = 0;
	error = obey(words);
	return error ?: count;
}

static int ctl_show(struct seq_file *out, void *unused)
{
	int n;

	for (n = 0; n < ARRAY_SIZE(parts); n++)
		parts[n]->show(out);
	seq_printf(out, "now %lld\n", ktime_get());
	return 0;
}

static int ctl_open(struct inode *inode, struct file *file)
{
	return single_open_size(file, ctl_show, NULL, 8192);
}

static const struct file_operations ctl = {
	.owner = THIS_MODULE,
	.open = ctl_open,
	.read = seq_read,
	.write = ctl_write,
	.llseek = seq_lseek,
	.release = single_release,
};

static void stop_parts(int count)
{
	while (count--)
		parts[count]->stop();
	platform_device_unregister(device);
}

static int __init board_init(void)
{
	int n, error;

	device = platform_device_register_simple("reedmatrix", -1, NULL, 0);
	if (IS_ERR(device))
		return PTR_ERR(device);
	for (n = 0; n < ARRAY_SIZE(parts); n++) {
		error = parts[n]->start(&device->dev);
		if (error) {
			stop_parts(n);
			return error;
		}
	}
	folder = debugfs_create_dir("reedmatrix", NULL);
	debugfs_create_file("ctl", 0600, folder, NULL, &ctl);
	return 0;
}

static void __exit board_exit(void)
{
	debugfs_remove_recursive(folder);
	stop_parts(ARRAY_SIZE(parts));
}

module_init(board_init);
module_exit(board_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("A chessboard's electronics, for tests");
