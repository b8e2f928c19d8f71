/* The same loop as an item of a job, bare: one write and one fdatasync a line. Reads counts from stdin, answers nanoseconds. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static long long now_ns(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return at.tv_sec * 1000000000LL + at.tv_nsec;
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  int fd = open(argv[1], O_RDWR | O_APPEND | O_CREAT, 0600);
  size_t size = (size_t)atol(argv[2]);
  char *line = malloc(size);
  if (fd < 0 || line == NULL || size == 0) return 2;
  memset(line, 'x', size);
  line[size - 1] = '\n';
  for (long count; scanf("%ld", &count) == 1;) {
    long long began = now_ns();
    for (long item = 0; item < count; item += 1) {
      if (write(fd, line, size) != (ssize_t)size || fdatasync(fd) != 0) return 1;
    }
    printf("%lld\n", now_ns() - began);
    fflush(stdout);
  }
  return 0;
}
