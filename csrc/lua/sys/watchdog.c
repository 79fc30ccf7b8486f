/*
** watchdog.c: runs a program in a child process with a wall-clock limit, its own environment and no
** descriptors of this process.
*/
#if defined __unix__ || defined __APPLE__
/* setpgid, wait4. NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _DEFAULT_SOURCE 1
#define _DARWIN_C_SOURCE 1 /* NOLINT(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#endif
#include "compat/lua_compat.h"

#if (defined __unix__ || defined __APPLE__) && !defined __EMSCRIPTEN__
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

extern char **environ;

enum { MAX_WORDS = 4096, MAX_KEPT = 64, MAX_OUTPUT = 64 << 20, MIN_PAUSE = 1, MAX_PAUSE = 20 /* ms */ };

/* A child process, and how its program is started. */
typedef struct child {
  char **words, **environment;
  int kept[MAX_KEPT], num_kept; /* descriptors that stay open */
  FILE *input;                  /* NULL: the standard input of this process */
  int pipe[2];                  /* for the captured output */
  bool captures;
  struct sigaction sigint, sigquit;
  sigset_t mask; /* mask of signals before the child started */
  char *output;
  size_t length, max_length;
  double deadline; /* a time of now(); 0 for none */
  pid_t id;
} child;

/* Returns the seconds of a clock that never goes back. */
static double now (void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/*
** Pauses. If another process sends SIGINT only to this process, passes the signal on to the child;
** Ctrl-C reaches the child anyway. Only on Linux can a process find out who sent a signal.
*/
static void pause_ms (const child *c, int ms) {
  struct timespec t = {0, ms * 1000000L};
#ifdef __linux__
  sigset_t sigint;
  siginfo_t info;
  sigemptyset(&sigint);
  sigaddset(&sigint, SIGINT);
  bool came = !c->captures && sigtimedwait(&sigint, &info, &t) == SIGINT;
  if (came && info.si_code == SI_USER) (void)kill(c->id, SIGINT);
  if (!c->captures) return;
#else
  (void)c;
#endif
  nanosleep(&t, NULL);
}

/* ---- In the child ---------------------------------------------------------------------------- */

static bool is_kept (const child *c, int fd) {
  for (int i = 0; i < c->num_kept; i++)
    if (c->kept[i] == fd) return true;
  return false;
}

static int last_kept (const child *c) {
  int last = STDERR_FILENO;
  for (int i = 0; i < c->num_kept; i++)
    if (c->kept[i] > last) last = c->kept[i];
  return last;
}

/* Closes all descriptors except the standard streams and the descriptors in `kept`. */
static void close_descriptors (const child *c) {
  int last = last_kept(c);
  for (int fd = STDERR_FILENO + 1; fd <= last; fd++)
    if (!is_kept(c, fd)) (void)close(fd);
#ifdef SYS_close_range
  if (syscall(SYS_close_range, last + 1, ~0U, 0) == 0) return;
#endif
  long end = sysconf(_SC_OPEN_MAX);
  for (long fd = last + 1; fd < end; fd++) (void)close((int)fd);
}

static void connect_streams (const child *c) {
  if (c->input != NULL) (void)dup2(fileno(c->input), STDIN_FILENO);
  if (!c->captures) return;
  (void)dup2(c->pipe[1], STDOUT_FILENO);
  (void)dup2(c->pipe[1], STDERR_FILENO);
  (void)setpgid(0, 0); /* Ctrl-C must reach only the host */
}

/* Runs the program in the child. If this process ends, the system ends the child (on Linux). */
static void run_program (child *c, pid_t parent) {
#ifdef __linux__
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (getppid() != parent) _exit(127);
#else
  (void)parent;
#endif
  if (!c->captures) {
    (void)sigaction(SIGINT, &c->sigint, NULL);
    (void)sigaction(SIGQUIT, &c->sigquit, NULL);
    (void)sigprocmask(SIG_SETMASK, &c->mask, NULL);
  }
  connect_streams(c);
  close_descriptors(c);
  environ = c->environment;
  execvp(c->words[0], c->words);
  _exit(127);
}

/* ---- In the parent --------------------------------------------------------------------------- */

/*
** Waits until the child has ended or `deadline` has passed. Returns 1 if the child has ended, -1 if
** it was lost.
*/
static int wait_until (const child *c, double deadline, int *status) {
  for (int ms = MIN_PAUSE;; ms = ms < MAX_PAUSE ? ms * 2 : MAX_PAUSE) {
    pid_t ended = waitpid(c->id, status, WNOHANG);
    if (ended == c->id) return 1;
    if (ended < 0 && errno != EINTR) return -1;
    if (deadline != 0 && now() >= deadline) return 0;
    pause_ms(c, ms);
  }
}

static int kill_child (const child *c, int *status) {
  (void)kill(c->captures ? -c->id : c->id, SIGKILL);
  return wait_until(c, 0, status);
}

/*
** Reads the output until the child has closed it. Returns NULL, or the limit that was exceeded.
*/
static const char *read_output (child *c) {
  for (;;) {
    struct pollfd p = {c->pipe[0], POLLIN, 0};
    double left = c->deadline == 0 ? 1 : c->deadline - now();
    if (left <= 0) return "time";
    if (poll(&p, 1, left > 1 ? 1000 : (int)(left * 1000) + 1) <= 0) continue;
    ssize_t n = read(c->pipe[0], c->output + c->length, c->max_length + 1 - c->length);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return NULL;
    c->length += (size_t)n;
    if (c->length > c->max_length) return "output";
  }
}

/* Waits for the end of the child. Returns the limit that ended it, or NULL; "lost" if unknown. */
static const char *watch (child *c, int *status) {
  const char *limit = c->captures ? read_output(c) : NULL;
  int ended = limit != NULL ? 0 : wait_until(c, c->deadline, status);
  if (ended == 0 && limit == NULL) limit = "time";
  if (ended == 0) ended = kill_child(c, status);
  return ended < 0 ? "lost" : limit;
}

/* Ignores Ctrl-C and Ctrl-\ in this process. On Linux, SIGINT is blocked instead (pause_ms). */
static void ignore_keys (child *c) {
  struct sigaction ignore = {.sa_handler = SIG_IGN};
  sigset_t blocked;
  sigemptyset(&blocked);
#ifdef __linux__
  (void)sigaction(SIGINT, NULL, &c->sigint);
  sigaddset(&blocked, SIGINT);
#else
  (void)sigaction(SIGINT, &ignore, &c->sigint);
#endif
  (void)sigprocmask(SIG_BLOCK, &blocked, &c->mask);
  (void)sigaction(SIGQUIT, &ignore, &c->sigquit);
}

static void restore_keys (const child *c) {
#ifdef __linux__
  struct sigaction ignore = {.sa_handler = SIG_IGN};
  (void)sigaction(SIGINT, &ignore, NULL); /* discards a signal that is pending */
#endif
  (void)sigaction(SIGINT, &c->sigint, NULL);
  (void)sigaction(SIGQUIT, &c->sigquit, NULL);
  (void)sigprocmask(SIG_SETMASK, &c->mask, NULL);
}

/* Starts the child and waits for its end. Returns 0 or an error of the system. */
static int run_child (child *c, const char **limit, int *status) {
  pid_t parent = getpid();
  if (c->captures && pipe(c->pipe) != 0) return errno;
  if (!c->captures) ignore_keys(c);
  c->id = fork();
  if (c->id == 0) run_program(c, parent);
  int code = c->id < 0 ? errno : 0;
  if (c->captures) close(c->pipe[1]);
  if (code == 0) *limit = watch(c, status);
  if (c->captures) close(c->pipe[0]);
  if (!c->captures) restore_keys(c);
  return code;
}

/* ---- Arguments ------------------------------------------------------------------------------- */

/* Returns the strings of the table in a field of argument 2 as an array that ends with NULL. */
static char **strings_of (lua_State *L, int table) {
  lua_Integer n = luaL_len(L, table);
  luaL_argcheck(L, n >= 0 && n <= MAX_WORDS, 1, "expected at most 4096 words");
  char **list = lua_newuserdata(L, (size_t)(n + 1) * sizeof *list);
  for (lua_Integer i = 1; i <= n; i++) {
    lua_rawgeti(L, table, (int)i);
    luaL_argcheck(L, lua_type(L, -1) == LUA_TSTRING, 1, "expected strings");
    const char *word = lua_tostring(L, -1); /* the table keeps it */
    memcpy(&list[i - 1], &word, sizeof word);
    lua_pop(L, 1);
  }
  list[n] = NULL;
  return list;
}

static void read_kept (lua_State *L, child *c) {
  lua_getfield(L, 2, "keep");
  if (lua_istable(L, -1))
    for (int i = 1; c->num_kept < MAX_KEPT; i++) {
      lua_rawgeti(L, -1, i);
      if (lua_isnil(L, -1)) break;
      c->kept[c->num_kept++] = (int)luaL_checkinteger(L, -1);
      lua_pop(L, 1);
    }
}

static void read_output_limit (lua_State *L, child *c) {
  lua_getfield(L, 2, "output");
  if (lua_isnil(L, -1)) return;
  lua_Integer most = luaL_checkinteger(L, -1);
  luaL_argcheck(L, most >= 0 && most <= MAX_OUTPUT, 2, "output: expected a limit from 0 to 67108864 bytes");
  c->captures = true;
  c->max_length = (size_t)most;
  c->output = lua_newuserdata(L, c->max_length + 1);
}

/* Opens the input as a file without a name. Returns false if that fails. */
static bool open_input (lua_State *L, child *c) {
  size_t n = 0;
  lua_getfield(L, 2, "input");
  const char *text = luaL_optlstring(L, -1, NULL, &n);
  if (text == NULL) return true;
  if ((c->input = tmpfile()) == NULL) return false;
  bool done = fwrite(text, 1, n, c->input) == n && fflush(c->input) == 0;
  return done && lseek(fileno(c->input), 0, SEEK_SET) == 0;
}

static int push_result (lua_State *L, const child *c, const char *limit, int status) {
  bool exited = WIFEXITED(status);
  lua_pushstring(L, limit != NULL ? limit : exited ? "exit" : WTERMSIG(status) == SIGXCPU ? "cpu" : "signal");
  lua_pushinteger(L, exited ? WEXITSTATUS(status) : WTERMSIG(status));
  if (!c->captures) return 2;
  lua_pushlstring(L, c->output, c->length < c->max_length ? c->length : c->max_length);
  return 3;
}

static int push_error (lua_State *L, int code) {
  lua_pushnil(L);
  const char *reason = strerror(code); /* NOLINT(concurrency-mt-unsafe) */
  lua_pushfstring(L, "cannot start a child process: %s", reason);
  return 2;
}

/*
** run(words, options): runs a program and waits for its end; see meta/sys.lua. Memory is allocated
** before the child starts, so that no error can leave the child running alone.
*/
MODULE_FUNCTION(carcL_sys_run) {
  child c = {.captures = false};
  int status = 0;
  const char *limit = NULL;
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checktype(L, 2, LUA_TTABLE);
  c.words = strings_of(L, 1);
  luaL_argcheck(L, c.words[0] != NULL, 1, "expected a program");
  lua_getfield(L, 2, "environment");
  luaL_checktype(L, -1, LUA_TTABLE);
  c.environment = strings_of(L, lua_gettop(L));
  read_kept(L, &c);
  read_output_limit(L, &c);
  lua_getfield(L, 2, "seconds");
  if (!lua_isnil(L, -1)) c.deadline = now() + luaL_checknumber(L, -1);
  errno = 0;
  int code = open_input(L, &c) ? run_child(&c, &limit, &status) : errno;
  if (c.input != NULL) (void)fclose(c.input);
  return code != 0 ? push_error(L, code) : push_result(L, &c, limit, status);
}

#else

MODULE_FUNCTION(carcL_sys_run) {
  lua_pushnil(L);
  lua_pushliteral(L, "this operating system cannot watch a child process");
  return 2;
}

#endif
