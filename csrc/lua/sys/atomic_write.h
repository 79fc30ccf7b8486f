/*
** atomic_write.h: writes a file that replaces another at once: to a new file beside it, which no
** other process writes to, then to the disk, then renamed.
*/
#ifndef CARCL_ATOMIC_WRITE_H
#define CARCL_ATOMIC_WRITE_H

#include <stdbool.h>
#include <stddef.h>

/*
** A file that is being written. `path` is where it will be, `part` where it is meanwhile; both
** NULL if it is written in place.
*/
typedef struct atomic_file {
  int fd;        /* -1 once it is closed */
  bool replaces, /* a file of this name exists */
      stays;     /* if it is not finished, it stays where it is */
  char *path, *part;
} atomic_file;

/*
** All of these return 0, or the number of an error (errno), or ATOMIC_FILE_IN_USE: another process
** is writing to the path.
*/
enum { ATOMIC_FILE_IN_USE = -1 };

/*
** Begins a file. `path` may be a link, which stays. A device, a pipe, and what is standard output
** or standard error of this process are written in place. If `stays` is true, the part is called
** PATH.part. `*no_part` becomes true if the file itself could be written, but no other beside it.
*/
int carcL_atomic_open (atomic_file *o, const char *path, bool stays, bool *no_part);
int carcL_atomic_write (atomic_file *o, const char *text, size_t length);
/*
** Brings the file to the disk and to its path, with the permissions of the file that it replaces.
** If `exclusive` is true, it replaces none but an empty one, and the error is EEXIST. Closes the
** file, whatever happens.
*/
int carcL_atomic_commit (atomic_file *o, bool exclusive);
/* Closes the file, and removes it unless it stays. Does nothing if it is closed already. */
void carcL_atomic_discard (atomic_file *o);

/* Brings what was written to a descriptor to the disk. */
int carcL_sync (int fd);

#endif
