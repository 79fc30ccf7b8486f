/*
** threads.c: runs jobs in parallel with POSIX threads if the library was built with CARC_THREADS
** (make THREADS=1); otherwise one after the other.
*/
#include "util/threads.h"
#include "carcassonne.h"
#include "carcassonne_search.h"

#ifdef CARC_THREADS
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

enum { STACK = 4 << 20 /* bytes; on some systems the default is too small */ };

bool carc_has_threads (void) { return true; }

/* Data that all threads share: the number of the next job, and whether to stop. */
typedef struct shared_work {
  atomic_int next;
  atomic_bool stopped;
  int n;
  job_function *job;
  void *ud;
} shared_work;

typedef struct worker {
  pthread_t thread;
  shared_work *work;
  int number;
} worker;

static void do_jobs (shared_work *work, int thread) {
  while (!atomic_load_explicit(&work->stopped, memory_order_relaxed)) {
    int number = atomic_fetch_add_explicit(&work->next, 1, memory_order_relaxed);
    if (number >= work->n) return;
    if (!work->job(work->ud, thread, number))
      atomic_store_explicit(&work->stopped, true, memory_order_relaxed);
  }
}

static void *run_worker (void *ud) {
  const worker *w = ud;
  do_jobs(w->work, w->number);
  return NULL;
}

/*
** Starts threads until `threads` run, including the caller's, or the system allows no more. Returns
** the number of threads that run.
*/
static int start_threads (worker *all, int threads, shared_work *work) {
  pthread_attr_t with;
  sigset_t every, before;
  int n = 1;
  if (threads == 1 || pthread_attr_init(&with) != 0) return n;
  pthread_attr_setstacksize(&with, STACK);
  sigfillset(&every);
  pthread_sigmask(SIG_SETMASK, &every, &before); /* signals are left to the host's thread */
  for (; n < threads; n++) {
    all[n] = (worker){.work = work, .number = n};
    if (pthread_create(&all[n].thread, &with, run_worker, &all[n]) != 0) break;
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&with);
  return n;
}

int carcU_run_jobs (int threads, int n, job_function *job, void *ud) {
  worker all[CARC_MAX_THREADS];
  shared_work work = {.n = n, .job = job, .ud = ud};
  int started = start_threads(all, threads, &work);
  do_jobs(&work, 0);
  for (int i = 1; i < started; i++) pthread_join(all[i].thread, NULL);
  return started;
}
#else
bool carc_has_threads (void) { return false; }

int carcU_run_jobs (int threads, int n, job_function *job, void *ud) {
  (void)threads;
  for (int number = 0; number < n && job(ud, 0, number); number++) {}
  return 1;
}
#endif
