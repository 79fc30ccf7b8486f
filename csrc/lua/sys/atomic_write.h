/*
** atomic_write.h: replaces a file atomically. Writes to a new file in the same folder, which no
** other process uses, then syncs the new file and renames it.
*/
#ifndef CARCL_ATOMIC_WRITE_H
#define CARCL_ATOMIC_WRITE_H

#include <stdbool.h>
#include <stddef.h>

/*
** A file that is being written. `path` is the final path of the file, and `part` is the path of the
** temporary file. Both are NULL if the file is written in place.
*/
typedef struct atomic_file {
  int fd;        /* -1 once it is closed */
  bool replaces, /* a file with this name exists */
      stays;     /* the part is kept even if it is not finished */
  char *path, *part;
} atomic_file;

/*
** The functions return 0; the number of an error (errno); or ATOMIC_FILE_IN_USE if another process
** is writing to the path.
*/
enum { ATOMIC_FILE_IN_USE = -1 };

/*
** Begins to write a file. If `path` is a link, the link is kept. Devices, pipes, and the standard
** output and error of this process are written in place. If `stays` is true, the part is called
** PATH.part. Sets *no_part if the file could be written, but a file beside it could not be created.
*/
int carcL_atomic_open (atomic_file *o, const char *path, bool stays, bool *no_part);
int carcL_atomic_write (atomic_file *o, const char *text, size_t length);
/*
** Syncs the file, and moves it to its path with the permissions of the file that it replaces. If
** `exclusive` is true and the replaced file is not empty, fails with EEXIST. Closes the file in any
** case.
*/
int carcL_atomic_commit (atomic_file *o, bool exclusive);
/*
** Closes the unfinished file, and removes it unless `stays` is true. Does nothing if the file is
** already closed.
*/
void carcL_atomic_discard (atomic_file *o);

/* Flushes the file of a descriptor to the disk. */
int carcL_sync (int fd);

#endif
