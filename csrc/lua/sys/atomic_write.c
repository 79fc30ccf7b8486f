/*
** atomic_write.c: see atomic_write.h.
**
** An unfinished file is called a part. Two processes never write to one part, because the process
** that writes a part locks it until the file is finished. If a part is not locked, the process that
** wrote it was killed; the next process that writes to the same path removes the part.
*/
#if !defined _WIN32
/* For flock and fchmod. */
#define _DEFAULT_SOURCE 1  /* NOLINT(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _DARWIN_C_SOURCE 1 /* NOLINT(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#endif
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "sys/atomic_write.h"

enum { MAX_PARTS = 100, MAX_LINKS = 40, MAX_NAME = 200 }; /* MAX_NAME: length without additions */

/* ---- Paths ----------------------------------------------------------------------------------- */

#ifdef _WIN32
#define IS_SEPARATOR(c) ((c) == '/' || (c) == '\\' || (c) == ':')
#else
#define IS_SEPARATOR(c) ((c) == '/')
#endif

/* Length of the folder in a path, including its last separator. */
static size_t folder_length (const char *path) {
  size_t n = strlen(path);
  while (n > 0 && !IS_SEPARATOR(path[n - 1])) n--;
  return n;
}

/* Allocates a path that consists of the first `n` characters of `folder` and `name`. */
static char *join (const char *folder, size_t n, const char *name) {
  char *path = malloc(n + strlen(name) + 1);
  if (path == NULL) return NULL;
  memcpy(path, folder, n);
  strcpy(path + n, name);
  return path;
}

/*
** Allocates the path of a part. If the part may stay, it is called PATH.part; otherwise, it has a
** hidden name.
*/
static char *part_path (const char *path, bool stays, int number) {
  char name[MAX_NAME + 40], suffix[12] = "";
  size_t n = folder_length(path);
  if (number > 0) snprintf(suffix, sizeof suffix, "-%d", number);
  if (stays)
    snprintf(name, sizeof name, "%.*s.part", MAX_NAME, path + n);
  else
    snprintf(name, sizeof name, ".%.*s.carcassonne-part%s", MAX_NAME, path + n, suffix);
  return join(path, n, name);
}

/* ---- System: POSIX and Windows --------------------------------------------------------------- */

/*
** Each system defines these functions:
**
**   resolve(path)            allocates the path of the file to which `path` leads, which may not
**                            exist
**   same_descriptor(path)    returns the open descriptor of a standard stream, or of a path that
**                            names a descriptor; -1 for any other path
**   open_in_place(path)      opens a device or a pipe
**   open_part(path, private) creates a part; EEXIST if it is in use. If `private` is true, only the
**                            owner can read it
**   sync_fd(fd)              flushes a file to the disk
**   take_place(o, replace)   closes the part and renames it
*/
#ifdef _WIN32

#include <io.h>
#include <share.h>
#include <windows.h>

static char *resolve (const char *path) { return join(path, 0, path); }

static bool is_writable (const char *path) { return _access(path, 2) == 0; }
static int open_in_place (const char *path) { return _open(path, _O_WRONLY | _O_BINARY); }

static int open_part (const char *path, bool private) {
  (void)private;
  /* This fails if another process has the file open. */
  if (_unlink(path) != 0 && errno != ENOENT) {
    errno = EEXIST;
    return -1;
  }
  return _sopen(path, _O_WRONLY | _O_CREAT | _O_EXCL | _O_BINARY | _O_NOINHERIT, _SH_DENYRW,
                _S_IREAD | _S_IWRITE);
}

static int sync_fd (int fd) { return _commit(fd); }

static int write_some (int fd, const char *text, size_t length) {
  return _write(fd, text, length > 0x10000 ? 0x10000 : (unsigned)length);
}

static int close_fd (int fd) { return _close(fd); }
static int remove_file (const char *path) { return _unlink(path); }

static int take_place (atomic_file *o, bool replace) {
  int closed = _close(o->fd);
  o->fd = -1;
  if (closed != 0) return errno;
  if (MoveFileExA(o->part, o->path, (replace ? MOVEFILE_REPLACE_EXISTING : 0) | MOVEFILE_WRITE_THROUGH))
    return 0;
  DWORD code = GetLastError();
  return code == ERROR_ALREADY_EXISTS || code == ERROR_FILE_EXISTS ? EEXIST : EACCES;
}

static void keep_attributes (const atomic_file *o) { (void)o; }

#else

#include <sys/file.h>
#include <unistd.h>

/* Allocates the target of a link. If the path is not a link, returns NULL with EINVAL. */
static char *target_of (const char *path) {
  char target[4096];
  ssize_t n = readlink(path, target, sizeof target - 1);
  if (n < 0) return NULL;
  target[n] = '\0';
  return join(path, target[0] == '/' ? 0 : folder_length(path), target);
}

static char *resolve (const char *path) {
  char *here = join(path, 0, path);
  for (int i = 0; here != NULL; i++) {
    char *next = i < MAX_LINKS ? target_of(here) : NULL;
    if (next == NULL && i < MAX_LINKS) return here; /* not a link, or it does not exist */
    free(here);
    here = next;
    if (here == NULL) errno = ELOOP;
  }
  return NULL;
}

static bool is_same (const struct stat *a, const struct stat *b) {
  return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* The descriptor that a special path such as /dev/fd/3 names; -1 for any other path. */
static int named_descriptor (const char *path) {
  static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    size_t n = strlen(folders[i]);
    if (strncmp(path, folders[i], n) != 0) continue;
    long fd = strtol(path + n, NULL, 10);
    return fd >= 0 && fd <= INT_MAX ? (int)fd : -1;
  }
  return -1;
}

static int same_descriptor (const char *path) {
  struct stat file, stream;
  if (stat(path, &file) != 0 || !S_ISREG(file.st_mode)) return -1;
  for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++)
    if (fstat(fd, &stream) == 0 && is_same(&file, &stream)) return fd;
  return named_descriptor(path);
}

static bool is_writable (const char *path) { return access(path, W_OK) == 0; }
static int open_in_place (const char *path) { return open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY); }

typedef enum lock_result { LOCKED, LOCKED_BY_ANOTHER, NO_LOCKS } lock_result;

/* Locks a file while it is open. Some file systems do not support locks. */
static lock_result lock (int fd) {
#ifdef __EMSCRIPTEN__
  (void)fd;
  return NO_LOCKS;
#else
  if (flock(fd, LOCK_EX | LOCK_NB) == 0) return LOCKED;
  return errno == EWOULDBLOCK ? LOCKED_BY_ANOTHER : NO_LOCKS;
#endif
}

/* Whether an open file is still the file at this path. */
static bool is_at (int fd, const char *path) {
  struct stat file, there;
  return fstat(fd, &file) == 0 && lstat(path, &there) == 0 && is_same(&file, &there);
}

/* Removes an abandoned part. Returns false if another process uses it or another user owns it. */
static bool remove_left_over (const char *path) {
  int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return errno == ENOENT;
  struct stat s;
  bool ours = fstat(fd, &s) == 0 && S_ISREG(s.st_mode) && s.st_uid == geteuid();
  bool removed = ours && lock(fd) == LOCKED && is_at(fd, path) && unlink(path) == 0;
  close(fd);
  return removed;
}

static int open_part (const char *path, bool private) {
  for (int i = 0; i < MAX_PARTS; i++) {
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, private ? 0600 : 0666);
    if (fd < 0 && errno != EEXIST) return -1;
    if (fd < 0 && !remove_left_over(path)) break;
    if (fd < 0) continue;
    if (lock(fd) != LOCKED_BY_ANOTHER && is_at(fd, path)) return fd;
    close(fd); /* another process has removed it as abandoned */
  }
  errno = EEXIST;
  return -1;
}

static int sync_fd (int fd) {
#ifdef F_FULLFSYNC
  if (fcntl(fd, F_FULLFSYNC) == 0) return 0;
#endif
  return fsync(fd);
}

static ssize_t write_some (int fd, const char *text, size_t length) { return write(fd, text, length); }
static int close_fd (int fd) { return close(fd); }
static int remove_file (const char *path) { return unlink(path); }

/*
** Syncs a folder, because the system writes the names in a folder separately from the files.
** Failure is not an error.
*/
static void sync_folder (const char *path) {
  size_t n = folder_length(path);
  char *folder = n > 0 ? join(path, n, "") : join("", 0, ".");
  int fd = folder != NULL ? open(folder, O_RDONLY | O_CLOEXEC) : -1;
  free(folder);
  if (fd < 0) return;
  (void)fsync(fd);
  close(fd);
}

/*
** Renames a file, unless the target exists. This uses a link, but some file systems have no links.
*/
static int rename_exclusive (const char *from, const char *to) {
  if (link(from, to) == 0) return unlink(from);
  if (errno == EEXIST) return -1;
  if (access(to, F_OK) == 0) {
    errno = EEXIST;
    return -1;
  }
  return rename(from, to);
}

static int take_place (atomic_file *o, bool replace) {
  int code = (replace ? rename(o->part, o->path) : rename_exclusive(o->part, o->path)) == 0 ? 0 : errno;
  if (code != 0) return code;
  close(o->fd);
  o->fd = -1;
  sync_folder(o->path);
  return 0;
}

/*
** Copies owner, group and permissions of the file that is replaced. Only root may change the owner.
*/
static void keep_attributes (const atomic_file *o) {
  struct stat s;
  if (!o->replaces || stat(o->path, &s) != 0) return;
  if (fchown(o->fd, s.st_uid, s.st_gid) != 0 && fchown(o->fd, (uid_t)-1, s.st_gid) != 0) errno = 0;
  (void)fchmod(o->fd, s.st_mode & 07777);
}

#endif

/* ---- Everywhere ------------------------------------------------------------------------------ */

int carcL_sync (int fd) {
  int result;
  do result = sync_fd(fd);
  while (result != 0 && errno == EINTR);
  if (result == 0) return 0;
  return errno == EINVAL || errno == ENOTSUP || errno == ENOSYS || errno == EROFS
             ? 0
             : errno; /* for example a pipe */
}

static void forget (atomic_file *o) {
  free(o->path);
  free(o->part);
  o->path = o->part = NULL;
}

static int begin_part (atomic_file *o) {
  int code = EEXIST;
  for (int i = 0; i < (o->stays ? 1 : MAX_PARTS) && code == EEXIST; i++) {
    free(o->part);
    if ((o->part = part_path(o->path, o->stays, i)) == NULL) return ENOMEM;
    o->fd = open_part(o->part, o->replaces);
    code = o->fd >= 0 ? 0 : errno;
  }
  return code == EEXIST ? ATOMIC_FILE_IN_USE : code;
}

static int begin_in_place (atomic_file *o, const char *path) {
  o->fd = open_in_place(path);
  return o->fd >= 0 ? 0 : errno;
}

int carcL_atomic_open (atomic_file *o, const char *path, bool stays, bool *no_part) {
  struct stat s;
  *o = (atomic_file){.fd = -1, .stays = stays};
  *no_part = false;
  bool exists = stat(path, &s) == 0;
#ifndef _WIN32
  int same = same_descriptor(path);
  if (same >= 0) {
    o->fd = dup(same);
    return o->fd >= 0 ? 0 : errno;
  }
#endif
  if (exists && S_ISDIR(s.st_mode)) return EISDIR;
  if (exists && !S_ISREG(s.st_mode)) return begin_in_place(o, path);
  if (path[folder_length(path)] == '\0') return ENOENT; /* the path has no file name */
  if (exists && !is_writable(path)) return errno;
  o->replaces = exists;
  if ((o->path = resolve(path)) == NULL) return errno != 0 ? errno : ENOMEM;
  int code = begin_part(o);
  *no_part = exists && code != 0 && code != ATOMIC_FILE_IN_USE;
  if (code != 0) forget(o);
  return code;
}

int carcL_atomic_write (atomic_file *o, const char *text, size_t length) {
  while (length > 0) {
    long n = (long)write_some(o->fd, text, length);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    text += n;
    length -= (size_t)n;
  }
  return 0;
}

void carcL_atomic_discard (atomic_file *o) {
  if (o->fd >= 0) (void)close_fd(o->fd);
  if (o->part != NULL && !o->stays) (void)remove_file(o->part);
  o->fd = -1;
  forget(o);
}

/* Whether the file that is replaced has content. */
static bool would_lose (const atomic_file *o) {
  struct stat s;
  return stat(o->path, &s) == 0 && s.st_size > 0;
}

static bool is_absent (const atomic_file *o) {
  struct stat s;
  return stat(o->path, &s) != 0;
}

static int put_in_place (atomic_file *o, bool exclusive) {
  if (exclusive && would_lose(o)) return EEXIST;
  keep_attributes(o);
  int code = carcL_sync(o->fd);
  return code != 0 ? code : take_place(o, !exclusive || !is_absent(o));
}

int carcL_atomic_commit (atomic_file *o, bool exclusive) {
  int code;
  if (o->path == NULL) {
    code = close_fd(o->fd) == 0 ? 0 : errno;
    o->fd = -1;
  } else if ((code = put_in_place(o, exclusive)) == 0) {
    forget(o);
  }
  carcL_atomic_discard(o);
  return code;
}
