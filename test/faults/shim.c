/*
 * LD_PRELOAD shim of the fault programme: counts the calls that touch paths below FAULT_ROOT and, at call FAULT_AT, kills the process
 * before or after it, tears a write, stops the process, or fails the call. close() and stat are not seen (libuv makes them as raw system
 * calls); neither changes the disk.
 *
 *   FAULT_ROOT    directory whose calls count (itself included)
 *   FAULT_COUNT   all | changes   (changes leaves out opening for reading, and reading)
 *   FAULT_MODE    kill-before | kill-after | torn | stop | error
 *   FAULT_AT      number of the call, from 1
 *   FAULT_ERRNO   errno of mode error; FAULT_ONWARD=1 fails every later call too
 *   FAULT_DROP    fdatasync | fsync-file | fsync-directory: pretend to have done it (for mutants), neither counted nor logged
 *   FAULT_LOG     file that gets a line per call: number, TAB, operation, TAB, path
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum verdict { PASS, FAIL, TEAR, KILL_AFTER };

static const char *root, *mode, *drop;
static long at, count_now;
static int error_number, onward, changes_only, log_fd = -1;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static const char *setting(const char *name, const char *otherwise) {
  const char *value = getenv(name);
  return value ? value : otherwise;
}

__attribute__((constructor)) static void start(void) {
  root = getenv("FAULT_ROOT");
  mode = setting("FAULT_MODE", "count");
  drop = setting("FAULT_DROP", "");
  at = atol(setting("FAULT_AT", "0"));
  error_number = atoi(setting("FAULT_ERRNO", "5"));
  onward = atoi(setting("FAULT_ONWARD", "0"));
  changes_only = !strcmp(setting("FAULT_COUNT", "all"), "changes");
  const char *log = getenv("FAULT_LOG");
  if (log) log_fd = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int is_below(const char *path) {
  if (!root || !path) return 0;
  size_t length = strlen(root);
  return !strncmp(path, root, length) && (path[length] == '/' || path[length] == 0);
}

static void die(void) {
  syscall(SYS_kill, syscall(SYS_getpid), SIGKILL);
  for (;;) pause();
}

/* The path behind a descriptor, asked for anew: closing is not seen, so a table of descriptors would go stale. */
static const char *path_of(int fd, char *buffer, size_t size) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, buffer, size - 1);
  buffer[length > 0 ? length : 0] = 0;
  return buffer;
}

static int is_directory(int fd) {
  struct stat stats;
  return fstat(fd, &stats) == 0 && S_ISDIR(stats.st_mode);
}

static enum verdict gate(const char *operation, const char *path, int is_change) {
  if (!is_below(path) || (changes_only && !is_change)) return PASS;
  pthread_mutex_lock(&mutex);
  long number = ++count_now;
  pthread_mutex_unlock(&mutex);
  if (log_fd >= 0) {
    char line[4200];
    int length = snprintf(line, sizeof line, "%ld\t%s\t%s\n", number, operation, path);
    syscall(SYS_write, log_fd, line, length);
  }
  if (at == 0 || (number != at && !(onward && number > at))) return PASS;
  if (!strcmp(mode, "kill-before")) die();
  if (!strcmp(mode, "stop")) syscall(SYS_kill, syscall(SYS_getpid), SIGSTOP);
  if (!strcmp(mode, "kill-after")) return KILL_AFTER;
  if (!strcmp(mode, "torn")) return TEAR;
  if (!strcmp(mode, "error")) {
    errno = error_number;
    return FAIL;
  }
  return PASS;
}

static enum verdict gate_fd(const char *operation, int fd, int is_change) {
  char path[4096];
  int kept = errno;
  path_of(fd, path, sizeof path);
  errno = kept;
  return gate(operation, path, is_change);
}

static int is_dropped(const char *operation, int fd) {
  char path[4096];
  if (!*drop || !is_below(path_of(fd, path, sizeof path))) return 0;
  if (!strcmp(operation, "fdatasync")) return !strcmp(drop, "fdatasync");
  return !strcmp(drop, is_directory(fd) ? "fsync-directory" : "fsync-file");
}

#define REAL(name) \
  static __typeof__(&name) real; \
  if (!real) real = dlsym(RTLD_NEXT, #name)

static int open_at(int directory, const char *path, int flags, mode_t permissions) {
  int creates = (flags & (O_CREAT | O_TRUNC)) != 0;
  enum verdict verdict = gate(creates ? "create" : "open", path, creates);
  if (verdict == FAIL) return -1;
  int fd = syscall(SYS_openat, directory, path, flags, permissions);
  if (verdict == KILL_AFTER) die();
  return fd;
}

#define PERMISSIONS \
  mode_t permissions = 0; \
  if (flags & (O_CREAT | O_TMPFILE)) { \
    va_list rest; \
    va_start(rest, flags); \
    permissions = va_arg(rest, int); \
    va_end(rest); \
  }
int open(const char *path, int flags, ...) { PERMISSIONS return open_at(AT_FDCWD, path, flags, permissions); }
int open64(const char *path, int flags, ...) { PERMISSIONS return open_at(AT_FDCWD, path, flags, permissions); }
int openat(int fd, const char *path, int flags, ...) { PERMISSIONS return open_at(fd, path, flags, permissions); }
int openat64(int fd, const char *path, int flags, ...) { PERMISSIONS return open_at(fd, path, flags, permissions); }

#define WRITE(name, parameters, arguments, torn_arguments) \
  ssize_t name parameters { \
    REAL(name); \
    enum verdict verdict = gate_fd(#name, fd, 1); \
    if (verdict == FAIL) return -1; \
    if (verdict == TEAR) { \
      real torn_arguments; \
      die(); \
    } \
    ssize_t written = real arguments; \
    if (verdict == KILL_AFTER) die(); \
    return written; \
  }
WRITE(write, (int fd, const void *bytes, size_t size), (fd, bytes, size), (fd, bytes, size / 2))
WRITE(pwrite, (int fd, const void *bytes, size_t size, off_t offset), (fd, bytes, size, offset), (fd, bytes, size / 2, offset))
WRITE(pwrite64, (int fd, const void *bytes, size_t size, off64_t offset), (fd, bytes, size, offset), (fd, bytes, size / 2, offset))
WRITE(writev, (int fd, const struct iovec *parts, int count), (fd, parts, count), (fd, parts, count / 2))

#define READ(name, parameters, arguments) \
  ssize_t name parameters { \
    REAL(name); \
    enum verdict verdict = gate_fd(#name, fd, 0); \
    if (verdict == FAIL) return -1; \
    ssize_t got = real arguments; \
    if (verdict == KILL_AFTER) die(); \
    return got; \
  }
READ(read, (int fd, void *bytes, size_t size), (fd, bytes, size))
READ(pread, (int fd, void *bytes, size_t size, off_t offset), (fd, bytes, size, offset))
READ(pread64, (int fd, void *bytes, size_t size, off64_t offset), (fd, bytes, size, offset))

#define LIST(name, entry) \
  int name(const char *path, struct entry ***names, int (*filter)(const struct entry *), \
           int (*compare)(const struct entry **, const struct entry **)) { \
    REAL(name); \
    enum verdict verdict = gate("list", path, 0); \
    if (verdict == FAIL) return -1; \
    int result = real(path, names, filter, compare); \
    if (verdict == KILL_AFTER) die(); \
    return result; \
  }
LIST(scandir, dirent)
LIST(scandir64, dirent64)

#define BY_FD(name, parameters, arguments) \
  int name parameters { \
    REAL(name); \
    enum verdict verdict = gate_fd(#name, fd, 1); \
    if (verdict == FAIL) return -1; \
    int result = real arguments; \
    if (verdict == KILL_AFTER) die(); \
    return result; \
  }
BY_FD(ftruncate, (int fd, off_t size), (fd, size))
BY_FD(ftruncate64, (int fd, off64_t size), (fd, size))
BY_FD(fchmod, (int fd, mode_t permissions), (fd, permissions))

#define SYNC(name) \
  int name(int fd) { \
    REAL(name); \
    if (is_dropped(#name, fd)) return 0; \
    enum verdict verdict = gate_fd(#name, fd, 1); \
    if (verdict == FAIL) return -1; \
    int result = real(fd); \
    if (verdict == KILL_AFTER) die(); \
    return result; \
  }
SYNC(fsync)
SYNC(fdatasync)

#define BY_PATH(name, parameters, path, arguments) \
  int name parameters { \
    REAL(name); \
    enum verdict verdict = gate(#name, path, 1); \
    if (verdict == FAIL) return -1; \
    int result = real arguments; \
    if (verdict == KILL_AFTER) die(); \
    return result; \
  }
BY_PATH(rename, (const char *from, const char *to), to, (from, to))
BY_PATH(link, (const char *from, const char *to), to, (from, to))
BY_PATH(unlink, (const char *path), path, (path))
BY_PATH(mkdir, (const char *path, mode_t permissions), path, (path, permissions))
BY_PATH(rmdir, (const char *path), path, (path))
BY_PATH(chmod, (const char *path, mode_t permissions), path, (path, permissions))
