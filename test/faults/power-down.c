/* Cuts the power of a mounted ext4 or xfs: `power-down <directory>`. What was not flushed is gone, as far as the file system decides. */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/ioctl.h>

#define GOING_DOWN _IOR('X', 125, uint32_t)
#define WITHOUT_LOG_FLUSH 2

int main(int count, char **words) {
  if (count != 2) return 2;
  uint32_t how = WITHOUT_LOG_FLUSH;
  int fd = open(words[1], O_RDONLY);
  if (fd < 0 || ioctl(fd, GOING_DOWN, &how) != 0) {
    perror(words[1]);
    return 1;
  }
  return 0;
}
