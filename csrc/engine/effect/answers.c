/*
** answers.c: keeps the answers of functions that read only their arguments, their feature, and
** answers of queries. A search asks them again only if one of these has changed.
*/
#include <stdlib.h>
#include <string.h>
#include "effect/answers.h"
#include "carcassonne.h"
#include "carcassonne_read.h"
#include "carcassonne_script.h"
#include "util/compiler.h"
#include "util/text.h"
#include "model/definition.h"
#include "board/state.h"
#include "query/condition.h"
#include "query/query.h"
#include "query/stored_selector.h"

void carc_call_note_pure (carc_call *call) { call->pure = true; }

static uint64_t mix_place (uint64_t key, const carc_call *c, int tile, int segment) {
  carc_tile t = carc_state_tile(c->d, c->s, tile);
  key = carcU_hash_mix(key, (uint64_t)tile << 32 | (uint64_t)t.type << 8 | (uint64_t)t.rotation);
  return carcU_hash_mix(key,
                        (uint64_t)(uint32_t)t.x << 32 | (uint64_t)(uint16_t)t.y << 16 | (uint64_t)segment);
}

/* Adds the fields of a feature that functions can read, except those that take long to compute. */
static uint64_t mix_feature (uint64_t key, const carc_call *c, int tile, int segment) {
  carc_feature f = carc_state_feature_brief(c->d, c->s, tile, segment);
  key = carcU_hash_mix(key, (uint64_t)f.tiles << 32 | (uint64_t)f.open << 16 | (uint64_t)f.pennants << 1 |
                                (uint64_t)f.complete);
  for (int g = 0; g < CARC_GOOD_COUNT; g++) key = carcU_hash_mix(key, (uint64_t)f.goods[g]);
  return carcU_hash_mix(key, f.attributes);
}

static uint64_t mix_scoring (uint64_t key, const carc_call *c, const carc_scoring *what) {
  key =
      carcU_hash_mix(key, (uint64_t)what->kind << 2 | (uint64_t)what->complete << 1 | (uint64_t)what->final);
  key = carcU_hash_mix(key, (uint64_t)(uint32_t)what->points << 32 | what->players);
  if (what->tile < 0) return key;
  key = mix_place(key, c, what->tile, what->segment);
  return mix_feature(key, c, what->tile, what->segment);
}

/* Whether points may be lost to the limit of scores, so that a bonus depends on the score. */
static bool is_near_limit (const carc_call *c, const carc_piece *piece) {
  return piece != NULL && abs(c->s->score[piece->player]) > MAX_SCORE / 2;
}

kept_question carcE_find_question (const carc_call *c, carc_hook hook, const carc_row_set *rows,
                                   const carc_scoring *what, const carc_piece *piece) {
  if (LIKELY(c->answers == NULL) || is_near_limit(c, piece)) return (kept_question){0};
  uint64_t key = mix_scoring((uint64_t)hook + 1, c, what);
  for (size_t i = 0; i < sizeof rows->bits / sizeof *rows->bits; i++)
    key = carcU_hash_mix(key, rows->bits[i]);
  if (piece != NULL) {
    key = carcU_hash_mix(key, (uint64_t)piece->player << 8 | (uint64_t)piece->piece);
    key = mix_place(key, c, piece->tile, piece->segment);
  }
  c->answers->lacks_query = false;
  c->answers->payee = piece != NULL ? piece->player : CARC_NONE;
  c->answers->points = piece != NULL ? c->s->score[piece->player] : 0;
  return (kept_question){key | 1, c->n_hooks, c->answers->n_queries};
}

/* ---- Queries --------------------------------------------------------------------------------- */

static kept_query *query_at (answer_cache *all, uint32_t number) {
  return &all->queries[number % KEPT_QUERIES];
}

/* Whether an earlier row has given points. Queries are asked again before any row gives points. */
static bool has_paid (const carc_call *c) {
  int payee = c->answers->payee;
  return payee >= 0 && c->s->score[payee] != c->answers->points;
}

void carcE_keep_query (carc_call *c, const carc_selector *what, query_form form, uint64_t answer) {
  answer_cache *all = c->answers;
  kept_query *q = query_at(all, all->n_queries);
  if (has_paid(c) || carc_selector_copy(what, q->selector, sizeof q->selector) > sizeof q->selector) {
    all->lacks_query = true;
    return;
  }
  q->form = form;
  q->answer = answer;
  all->n_queries++;
}

static uint64_t mix_item (uint64_t key, const carc_call *c, const carc_found *f) {
  const int fields[] = {f->tile,   f->segment, f->x,        f->y,     f->player, f->piece,
                        f->number, f->type,    f->rotation, f->token, f->owner,  f->on_cell};
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
    key = carcU_hash_mix(key, (uint64_t)(uint32_t)fields[i]);
  if (f->tile < 0) return key;
  key = carcU_hash_mix(key, (uint64_t)carc_state_span(c->d, c->s, f->tile));
  return mix_place(key, c, f->tile, f->segment);
}

/* A hash of items, and of the tiles on which they are. */
static uint64_t hash_items (const carc_call *c, const carc_found *items, int n) {
  uint64_t key = (uint64_t)n;
  for (int i = 0; i < n; i++) key = mix_item(key, c, &items[i]);
  return key;
}

void carcE_keep_found (carc_call *c, const carc_selector *what, const carc_found *items, int room, int n) {
  if (room == 0)
    carcE_keep_query(c, what, QUERY_COUNT, (uint64_t)n);
  else if (n <= room && n <= MOST_ITEMS)
    carcE_keep_query(c, what, QUERY_ITEMS, hash_items(c, items, n));
  else
    c->answers->lacks_query = true;
}

/* Asks a query again. Returns false if it failed, or if there are too many items. */
static bool ask_again (carc_call *c, const kept_query *kept, uint64_t *answer) {
  const carc_selector *what = (const carc_selector *)(const void *)kept->selector;
  carc_found items[MOST_ITEMS];
  item_list lists[MAX_ITEM_LISTS];
  query q = carcQ_new_query(c->d, c->s, &what->pool, lists);
  carcQ_set_subject(c, &q);
  int room = kept->form == QUERY_ITEMS ? MOST_ITEMS : 0;
  int n = kept->form == QUERY_ANY ? carcQ_holds(&q, what->of) : carcQ_find_stored(&q, what, items, room);
  *answer = kept->form == QUERY_ITEMS && n <= room ? hash_items(c, items, n) : (uint64_t)n;
  return !c->failed && c->visits_of_host >= 0 && (room == 0 || n <= room);
}

/* Whether all queries of a kept answer are still there, and have the same answers now. */
static bool still_holds (carc_call *c, const kept_answer *k) {
  int64_t outer = c->visits_of_host;
  bool same = c->answers->n_queries - k->first <= KEPT_QUERIES;
  c->visits_of_host = MAX_VISITS;
  for (uint32_t i = 0; i < k->n_queries && same; i++) {
    const kept_query *q = query_at(c->answers, k->first + i);
    uint64_t answer;
    same = ask_again(c, q, &answer) && answer == q->answer;
  }
  c->visits_of_host = outer;
  return same;
}

/* ---- Answers --------------------------------------------------------------------------------- */

/* The answers to questions whose keys have the same last bits, the newest first. */
static kept_answer *answers_to (const carc_call *c, kept_question q) {
  return c->answers->kept[(q.key >> 1) % KEPT_KEYS];
}

bool carcE_recall_answer (carc_call *c, kept_question q, int *answer) {
  if (q.key == 0) return false;
  const kept_answer *k = answers_to(c, q), *end = k + KEPT_OF_KEY;
  while (k < end && (k->key != q.key || (k->n_queries > 0 && !still_holds(c, k)))) k++;
  if (k == end) return false;
  *answer = k->answer;
  return true;
}

void carcE_keep_answer (carc_call *c, kept_question q, int answer) {
  bool alone = c->n_hooks == q.n_hooks + 1; /* the function has called no other hook */
  if (q.key == 0 || !alone || !c->pure || c->failed || c->answers->lacks_query) return;
  uint32_t n = c->answers->n_queries - q.first_query;
  if (n > KEPT_QUERIES) return;
  kept_answer *k = answers_to(c, q);
  memmove(k + 1, k, (KEPT_OF_KEY - 1) * sizeof *k);
  *k = (kept_answer){q.key, answer, q.first_query, n};
}
