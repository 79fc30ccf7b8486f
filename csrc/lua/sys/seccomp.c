/*
** seccomp.c: filters the system calls of this process, on Linux: only calls that read, print or
** manage memory succeed; if the process may write files, calls that write files succeed, too. New
** memory cannot be executable.
*/
#include <stdbool.h>
#include <stdint.h>
#include "sys/seccomp.h"

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
#define TO_WRITE(X) X(renameat) X(renameat2) X(unlinkat) X(linkat) X(fchmod) X(fchown) X(ftruncate) X(fsync) \
  X(fdatasync) X(flock) X(umask) X(dup) X(fcntl) X(openat)
#define TO_WRITE_ON_X86(X) X(rename) X(unlink) X(link) X(open)
/* clang-format on */

#define NUMBER(name) __NR_##name,
static const unsigned allowed[] = {ALLOWED(NUMBER)
#ifdef __x86_64__
                                       ALLOWED_ON_X86(NUMBER)
#endif
};
static const unsigned to_write[] = {TO_WRITE(NUMBER)
#ifdef __x86_64__
                                        TO_WRITE_ON_X86(NUMBER)
#endif
};

/*
** System calls of which one argument is tested. The argument must have none of these bits, or it
** must be one of two numbers.
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

static void allow (filter *f, const unsigned *numbers, size_t n) {
  for (size_t i = 0; i < n; i++) {
    add(f, BPF_JMP | BPF_JEQ | BPF_K, numbers[i], 0, 1);
    answer(f, SECCOMP_RET_ALLOW);
  }
}

static void make_filter (filter *f, bool compiles, bool writes) {
  f->n = 0;
  load(f, offsetof(struct seccomp_data, arch));
  add(f, BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
  answer(f, SECCOMP_RET_KILL_PROCESS);
  load(f, offsetof(struct seccomp_data, nr));
  allow(f, allowed, sizeof allowed / sizeof *allowed);
  if (writes) allow(f, to_write, sizeof to_write / sizeof *to_write);
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

bool carcL_filter_calls (bool compiles, bool writes) {
  filter f;
  make_filter(&f, compiles, writes);
  struct sock_fprog program = {f.n, f.steps};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}
#else
bool carcL_filter_calls (bool compiles, bool writes) {
  (void)compiles;
  (void)writes;
  return false;
}
#endif
