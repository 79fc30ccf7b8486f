/*
** answers.h: keeps the answers of functions that read only their arguments, their feature, and
** answers of queries. A search asks them again only if one of these has changed.
*/
#ifndef CARC_ANSWERS_H
#define CARC_ANSWERS_H

#include "carcassonne_script.h"
#include "model/definition.h"

/* What a query asked: the number of items, whether there are any, or the items. */
typedef enum query_form { QUERY_COUNT, QUERY_ANY, QUERY_ITEMS } query_form;

/* A query of a function, and its answer. */
enum { QUERY_SIZE = 800, MOST_ITEMS = 48 };
typedef struct kept_query {
  query_form form;
  uint64_t answer; /* QUERY_ITEMS: a hash */
  _Alignas(8) char selector[QUERY_SIZE];
} kept_query;

/* An answer, found by a hash of all that the function may have read without queries. */
typedef struct kept_answer {
  uint64_t key;              /* 0: none */
  int answer;                /* the answer, if all queries still have the same answers */
  uint32_t first, n_queries; /* the queries by number */
} kept_answer;

/*
** A new answer replaces the oldest one whose key has the same last bits. A new query replaces the
** oldest one.
*/
enum { KEPT_KEYS = 1024, KEPT_OF_KEY = 2, KEPT_QUERIES = 256 };
typedef struct answer_cache {
  kept_answer kept[KEPT_KEYS][KEPT_OF_KEY];
  kept_query queries[KEPT_QUERIES];
  uint32_t n_queries; /* number of queries so far */
  bool lacks_query;   /* a query of the running function could not be kept */
  int payee, points;  /* the owner of the piece, with its points before the question; or NONE */
} answer_cache;

/* A question to the functions of a hook: about a feature, and about a piece in it (or NULL). */
typedef struct kept_question {
  uint64_t key;         /* 0: the answer is not kept */
  int n_hooks;          /* number of calls of hooks before it */
  uint32_t first_query; /* number of queries before it */
} kept_question;

kept_question carcE_find_question (const carc_call *c, carc_hook hook, const carc_row_set *rows,
                                   const carc_scoring *what, const carc_piece *piece);
/* Reads the kept answer. Returns false if there is none that is still right. */
bool carcE_recall_answer (carc_call *c, kept_question q, int *answer);
/* Keep a query that the running function has asked. `room` is what fits into `items`. */
void carcE_keep_query (carc_call *c, const carc_selector *what, query_form form, uint64_t answer);
void carcE_keep_found (carc_call *c, const carc_selector *what, const carc_found *items, int room, int n);
/* Keeps an answer if the function has called carc_call_note_pure. */
void carcE_keep_answer (carc_call *c, kept_question q, int answer);

#endif
