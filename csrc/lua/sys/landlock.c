/*
** landlock.c: limits the files of this process with Landlock, on Linux 5.13 or later.
*/
#if defined __linux__
/* O_PATH, syscall. NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE 1
#endif
#include "sys/landlock.h"

/* Not every C library has the headers of Landlock and the numbers of its system calls. */
#if defined __linux__ && defined __has_include
#if __has_include(<linux/landlock.h>)
#include <sys/syscall.h>
#ifdef SYS_landlock_restrict_self
#define HAS_LANDLOCK
#endif
#endif
#endif

#ifdef HAS_LANDLOCK
#include <fcntl.h>
#include <linux/landlock.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#define READ_FILE LANDLOCK_ACCESS_FS_READ_FILE
#define READ_FOLDER (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
#define WRITE_FILE (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | TRUNCATE)
#define WRITE_FOLDER (READ_FOLDER | WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG)

/* Older headers lack the rights of version 2 and 3. */
#define VERSION_1 ((1ULL << 13) - 1)
#define REFER (1ULL << 13)
#define TRUNCATE (1ULL << 14)

static uint64_t rights_of_version (long version) {
  return VERSION_1 | (version >= 2 ? REFER : 0) | (version >= 3 ? TRUNCATE : 0);
}

static void allow (int ruleset, const char *path, uint64_t of_file, uint64_t of_folder) {
  struct stat s;
  struct landlock_path_beneath_attr rule = {.parent_fd = open(path, O_PATH | O_CLOEXEC)};
  if (rule.parent_fd < 0) return;
  if (fstat(rule.parent_fd, &s) == 0) {
    rule.allowed_access = S_ISDIR(s.st_mode) ? of_folder : of_file;
    (void)syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  }
  close(rule.parent_fd);
}

/* Allows access to the paths of a list. */
static void allow_list (lua_State *L, int list, int ruleset, uint64_t of_file, uint64_t of_folder) {
  int n = (int)luaL_len(L, list);
  for (int i = 1; i <= n; i++) {
    lua_rawgeti(L, list, i);
    const char *path = lua_tostring(L, -1);
    if (path != NULL) allow(ruleset, path, of_file, of_folder);
    lua_pop(L, 1);
  }
}

bool carcL_limit_files (lua_State *L, int reads, int writes) {
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (version < 1) return false;
  struct landlock_ruleset_attr attr = {.handled_access_fs = rights_of_version(version)};
  uint64_t all = attr.handled_access_fs;
  int ruleset = (int)syscall(SYS_landlock_create_ruleset, &attr, sizeof attr.handled_access_fs, 0);
  if (ruleset < 0) return false;
  allow_list(L, reads, ruleset, READ_FILE, READ_FOLDER);
  allow_list(L, writes, ruleset, WRITE_FILE & all, WRITE_FOLDER & all);
  bool limited =
      prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
  close(ruleset);
  return limited;
}

#else

bool carcL_limit_files (lua_State *L, int reads, int writes) {
  (void)L;
  (void)reads;
  (void)writes;
  return false;
}

#endif
