/*
** seccomp.c: restricts this process permanently, in case a script escapes from its sandbox.
**
** If the system supports it, processor time, memory, files and processes are limited. On Linux,
** system calls are filtered, too: only calls that read, print or manage memory succeed. Files can
** only be opened for reading, and new memory cannot be executable.
*/
#include <stdbool.h>
#include <stdint.h>
#include "compat/lua_compat.h"

#if defined __unix__ && !defined __EMSCRIPTEN__ || defined __APPLE__
#define HAS_LIMITS
#include <sys/resource.h>
#endif

/* Not every C library has the headers of the system. */
#if defined __linux__ && (defined __x86_64__ || defined __aarch64__) && defined __has_include
#if __has_include(<linux/seccomp.h>)
#define HAS_FILTER
#endif
#endif

#ifdef HAS_FILTER
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

/* ---- Limits ---------------------------------------------------------------------------------- */

#ifdef HAS_LIMITS
static bool limit (int what, rlim_t most) {
  struct rlimit now, wanted = {most, most};
  if (getrlimit(what, &now) != 0) return false;
  if (now.rlim_max != RLIM_INFINITY && now.rlim_max < most) wanted.rlim_cur = wanted.rlim_max = now.rlim_max;
  return setrlimit(what, &wanted) == 0;
}

/* Sets the limits. Returns whether all of them were set. */
static bool set_limits (rlim_t seconds, rlim_t bytes) {
  enum { FILES = 32 };
  bool fine = limit(RLIMIT_CPU, seconds) && limit(RLIMIT_CORE, 0) && limit(RLIMIT_NOFILE, FILES);
#ifdef RLIMIT_NPROC
  fine = limit(RLIMIT_NPROC, 0) && fine;
#endif
#ifdef __SANITIZE_ADDRESS__
  (void)bytes; /* its shadow memory is larger than any limit */
#else
  fine = limit(RLIMIT_AS, bytes) && fine;
#endif
  return fine;
}
#endif

/* ---- System calls ---------------------------------------------------------------------------- */

#ifdef HAS_FILTER

#ifdef __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

/* clang-format off */
#define ALLOWED(X) X(read) X(readv) X(pread64) X(write) X(writev) X(close) X(lseek) X(fstat) X(newfstatat) X(statx) \
  X(faccessat) X(faccessat2) X(readlinkat) X(getcwd) X(getdents64) X(munmap) X(mremap) X(madvise) X(brk) X(rt_sigaction) X(rt_sigprocmask) \
  X(rt_sigreturn) X(sigaltstack) X(restart_syscall) X(futex) X(sched_yield) X(clock_gettime) X(clock_getres) X(clock_nanosleep) \
  X(nanosleep) X(gettimeofday) X(getrandom) X(getrusage) X(times) X(getpid) X(gettid) X(ppoll) X(pselect6) X(exit) X(exit_group)
#define ALLOWED_ON_X86(X) X(stat) X(lstat) X(access) X(readlink) X(time) X(poll) X(select)
/* clang-format on */

#define NUMBER(name) __NR_##name,
static const unsigned allowed[] = {ALLOWED(NUMBER)
#ifdef __x86_64__
                                       ALLOWED_ON_X86(NUMBER)
#endif
};

/*
** System calls of which an argument is tested: it must have none of these bits, or be one of two
** numbers.
*/
typedef struct bits_rule {
  unsigned number, argument, bits;
} bits_rule;
static const bits_rule without[] = {{__NR_openat, 2, O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND},
#ifdef __NR_open
                                    {__NR_open, 1, O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND},
#endif
                                    {__NR_mmap, 2, PROT_EXEC},
                                    {__NR_mprotect, 2, PROT_EXEC}};
static const struct {
  unsigned number, argument, one, other;
} either[] = {{__NR_ioctl, 1, TCGETS, TIOCGWINSZ}, {__NR_fcntl, 1, F_GETFL, F_GETFD}};

enum { MAX_STEPS = 250 };

typedef struct filter {
  struct sock_filter steps[MAX_STEPS];
  unsigned short n;
} filter;

static void add (filter *f, unsigned code, unsigned value, unsigned yes, unsigned no) {
  f->steps[f->n++] = (struct sock_filter){(unsigned short)code, (unsigned char)yes, (unsigned char)no, value};
}

static void load (filter *f, size_t at) { add(f, BPF_LD | BPF_W | BPF_ABS, (unsigned)at, 0, 0); }
static void answer (filter *f, unsigned what) { add(f, BPF_RET | BPF_K, what, 0, 0); }

/* Loads the lower half of an argument, which suffices for all values used here. */
static void load_argument (filter *f, unsigned argument) {
  load(f, offsetof(struct seccomp_data, args) + argument * sizeof(uint64_t));
}

/*
** Makes the filter. If `compiles` is true, memory may be executable, which a just-in-time compiler
** needs.
*/
static void make_filter (filter *f, bool compiles) {
  f->n = 0;
  load(f, offsetof(struct seccomp_data, arch));
  add(f, BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
  answer(f, SECCOMP_RET_KILL_PROCESS);
  load(f, offsetof(struct seccomp_data, nr));
  for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++) {
    add(f, BPF_JMP | BPF_JEQ | BPF_K, allowed[i], 0, 1);
    answer(f, SECCOMP_RET_ALLOW);
  }
  for (size_t i = 0; i < sizeof without / sizeof *without; i++) {
    add(f, BPF_JMP | BPF_JEQ | BPF_K, without[i].number, 0, 4);
    load_argument(f, without[i].argument);
    bool free = compiles && without[i].bits == PROT_EXEC;
    add(f, BPF_JMP | BPF_JSET | BPF_K, free ? 0 : without[i].bits, 1, 0);
    answer(f, SECCOMP_RET_ALLOW);
    answer(f, SECCOMP_RET_ERRNO | EPERM);
  }
  for (size_t i = 0; i < sizeof either / sizeof *either; i++) {
    add(f, BPF_JMP | BPF_JEQ | BPF_K, either[i].number, 0, 5);
    load_argument(f, either[i].argument);
    add(f, BPF_JMP | BPF_JEQ | BPF_K, either[i].one, 1, 0);
    add(f, BPF_JMP | BPF_JEQ | BPF_K, either[i].other, 0, 1);
    answer(f, SECCOMP_RET_ALLOW);
    answer(f, SECCOMP_RET_ERRNO | EPERM);
  }
  answer(f, SECCOMP_RET_ERRNO | EPERM);
}

static bool filter_calls (bool compiles) {
  filter f;
  make_filter(&f, compiles);
  struct sock_fprog program = {f.n, f.steps};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}
#else
static bool filter_calls (bool compiles) {
  (void)compiles;
  return false;
}
#endif

/*
** isolate(seconds, megabytes, compiles): restricts this process from now on. Restrictions that are
** already in force stay. Returns true, and whether system calls are filtered; on failure nil and
** the reason.
*/
MODULE_FUNCTION(carcL_sys_isolate) {
  lua_Integer seconds = luaL_checkinteger(L, 1), megabytes = luaL_checkinteger(L, 2);
  luaL_argcheck(L, seconds >= 1 && seconds <= 1000000, 1, "expected a number of seconds from 1 to 1000000");
  luaL_argcheck(L, megabytes >= 64 && megabytes <= 1000000, 2,
                "expected a number of megabytes from 64 to 1000000");
#ifdef HAS_LIMITS
  if (set_limits((rlim_t)seconds, (rlim_t)megabytes << 20)) {
    lua_pushboolean(L, 1);
    lua_pushboolean(L, filter_calls(lua_toboolean(L, 3)));
    return 2;
  }
  lua_pushnil(L);
  lua_pushliteral(L, "the operating system refused to limit the process");
#else
  (void)filter_calls;
  lua_pushnil(L);
  lua_pushliteral(L, "this operating system cannot limit a process");
#endif
  return 2;
}
