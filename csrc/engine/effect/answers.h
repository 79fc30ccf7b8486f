/*
** answers.h: keeps the answers of functions that read only their arguments and their feature, so
** that a search asks them once.
*/
#ifndef CARC_ANSWERS_H
#define CARC_ANSWERS_H

#include "carcassonne_script.h"
#include "model/definition.h"

/* An answer, found by a hash of everything that the function may have read. */
typedef struct kept_answer {
  uint64_t key; /* 0: none */
  int answer;
} kept_answer;

/* A new answer replaces an older one whose key has the same last bits. */
enum { KEPT_ANSWERS = 512 };
typedef struct answer_cache {
  kept_answer kept[KEPT_ANSWERS];
} answer_cache;

/* A question to the functions of a hook: about a feature, and about a piece in it (or NULL). */
typedef struct kept_question {
  uint64_t key; /* 0: the answer is not kept */
  int n_hooks;  /* number of calls of hooks before it */
} kept_question;

kept_question carcE_find_question (const carc_call *c, carc_hook hook, const carc_row_set *rows,
                                   const carc_scoring *what, const carc_piece *piece);
/* Reads the kept answer, and counts a call of a hook. Returns false if there is none. */
bool carcE_recall_answer (carc_call *c, kept_question q, int *answer);
/* Keeps an answer if the function was pure. */
void carcE_keep_answer (carc_call *c, kept_question q, int answer);

#endif
