/*
** answers.c: keeps the answers of functions that read only their arguments and their feature.
*/
#include "effect/answers.h"
#include "carcassonne.h"
#include "carcassonne_read.h"
#include "carcassonne_script.h"
#include "util/compiler.h"
#include "util/text.h"
#include "model/definition.h"
#include "board/state.h"

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

kept_question carcE_find_question (const carc_call *c, carc_hook hook, const carc_row_set *rows,
                                   const carc_scoring *what, const carc_piece *piece) {
  if (LIKELY(c->answers == NULL)) return (kept_question){0};
  uint64_t key = mix_scoring((uint64_t)hook + 1, c, what);
  for (size_t i = 0; i < sizeof rows->bits / sizeof *rows->bits; i++)
    key = carcU_hash_mix(key, rows->bits[i]);
  if (piece != NULL) {
    key = carcU_hash_mix(key, (uint64_t)piece->player << 8 | (uint64_t)piece->piece);
    key = mix_place(key, c, piece->tile, piece->segment);
  }
  return (kept_question){key | 1, c->n_hooks};
}

static kept_answer *place_of (const carc_call *c, kept_question q) {
  return &c->answers->kept[(q.key >> 1) % KEPT_ANSWERS];
}

bool carcE_recall_answer (carc_call *c, kept_question q, int *answer) {
  if (q.key == 0 || place_of(c, q)->key != q.key) return false;
  *answer = place_of(c, q)->answer;
  c->n_hooks++;
  return true;
}

void carcE_keep_answer (carc_call *c, kept_question q, int answer) {
  bool alone = c->n_hooks == q.n_hooks + 1; /* the function has called no other hook */
  if (q.key != 0 && alone && c->pure && !c->failed) *place_of(c, q) = (kept_answer){q.key, answer};
}
