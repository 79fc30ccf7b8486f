/*
** path.c: resolves links, and lists folders. With these functions the library finds packs, and
** keeps scripts inside their folders.
*/
#ifndef _WIN32
/* realpath. NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _XOPEN_SOURCE 700
#endif
#include <stdlib.h>
#include "compat/lua_compat.h"

#if defined _WIN32 || defined __unix__ || defined __APPLE__ || defined __EMSCRIPTEN__
#define HAS_FOLDERS
#include <dirent.h>
#include <sys/stat.h>
#endif

/* ---- Paths ----------------------------------------------------------------------------------- */

#ifdef _WIN32
#include <windows.h>

/*
** Allocates the path of an existing file, with all links resolved; NULL if no such file exists.
*/
static char *real_path (const char *path) {
  HANDLE file = CreateFileA(path, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                            OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
  if (file == INVALID_HANDLE_VALUE) return NULL;
  DWORD size = GetFinalPathNameByHandleA(file, NULL, 0, FILE_NAME_NORMALIZED);
  char *real = size > 0 ? malloc(size + 1) : NULL;
  if (real != NULL && GetFinalPathNameByHandleA(file, real, size + 1, FILE_NAME_NORMALIZED) == 0) {
    free(real);
    real = NULL;
  }
  CloseHandle(file);
  return real;
}
#elif defined HAS_FOLDERS
static char *real_path (const char *path) { return realpath(path, NULL); }
#endif

#ifdef HAS_FOLDERS
static const char *kind_of (const char *path) {
  struct stat s;
  if (stat(path, &s) != 0) return "other";
  return S_ISREG(s.st_mode) ? "file" : S_ISDIR(s.st_mode) ? "folder" : "other";
}
#endif

/*
** real_path(path): returns the absolute path with all links resolved, and the type of the file:
** "file", "folder" or "other". Returns nil if the file does not exist.
*/
MODULE_FUNCTION(carcL_sys_real_path) {
  const char *path = luaL_checkstring(L, 1);
#ifdef HAS_FOLDERS
  char *real = real_path(path);
  if (real == NULL) return 0;
  const char *kind = kind_of(real);
  lua_pushstring(L, real);
  free(real);
  lua_pushstring(L, kind);
  return 2;
#else
  (void)path;
  return 0;
#endif
}

/* ---- Folders --------------------------------------------------------------------------------- */

/*
** in_folder(path): returns the names in a folder, unsorted. If no such folder exists, the list is
** empty.
*/
MODULE_FUNCTION(carcL_sys_in_folder) {
  const char *path = luaL_checkstring(L, 1);
  lua_newtable(L);
#ifdef HAS_FOLDERS
  DIR *folder = opendir(path);
  if (folder == NULL) return 1;
  int n = 0;
  for (struct dirent *one; (one = readdir(folder)) != NULL;) {
    if (one->d_name[0] == '.') continue;
    lua_pushstring(L, one->d_name);
    lua_rawseti(L, -2, ++n);
  }
  closedir(folder);
#else
  (void)path;
#endif
  return 1;
}
