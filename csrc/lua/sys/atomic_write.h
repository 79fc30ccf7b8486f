/*
** atomic_write.h: replaces a file atomically: writes to a new file beside it, which no other
** process uses, syncs it and renames it.
*/
#ifndef CARCL_ATOMIC_WRITE_H
#define CARCL_ATOMIC_WRITE_H

#include <stdbool.h>
#include <stddef.h>

/*
** A file being written. `path` is the final path, `part` the temporary one; both are NULL if it is
** written in place.
*/
typedef struct atomic_file {
  int fd;        /* -1 after closing */
  bool replaces, /* a file of this name exists */
      stays;     /* the part is kept if it is not finished */
  char *path, *part;
} atomic_file;

/*
** All of these return 0, or the number of an error (errno), or ATOMIC_FILE_IN_USE: another process
** is writing to the path.
*/
enum { ATOMIC_FILE_IN_USE = -1 };

/*
** Begins a file. `path` may be a link, which is kept. Devices, pipes, and the standard output and
** error of this process are written in place. If `stays` is true, the part is called PATH.part.
** `*no_part` becomes true if the file could be written, but a file beside it could not.
*/
int carcL_atomic_open (atomic_file *o, const char *path, bool stays, bool *no_part);
int carcL_atomic_write (atomic_file *o, const char *text, size_t length);
/*
** Syncs the file and moves it to its path, with the permissions of the file that it replaces. If
** `exclusive` is true, it may only replace an empty file; otherwise the error is EEXIST. Always
** closes the file.
*/
int carcL_atomic_commit (atomic_file *o, bool exclusive);
/* Closes the file, and removes it unless it stays. Does nothing if it is already closed. */
void carcL_atomic_discard (atomic_file *o);

/* Flushes a descriptor to the disk. */
int carcL_sync (int fd);

#endif
