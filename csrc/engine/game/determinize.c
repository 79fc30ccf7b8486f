/*
** determinize.c: a random game that is consistent with what one observer knows.
**
** Replays the game with the same decisions, but deals other tiles and tokens in place of those that
** are still hidden. If this makes a decision impossible, tries another deal.
*/
#include <string.h>
#include "carcassonne.h"
#include "util/random.h"
#include "util/text.h"
#include "model/definition.h"
#include "board/history.h"
#include "board/reserve.h"
#include "board/state.h"
#include "board/turn_position.h"
#include "effect/majority.h"
#include "turn/apply.h"
#include "turn/replay.h"
#include "game/token_deals.h"

enum { NOWHERE = -1, MOVED = -2, TRIES = 24, SWEEPS = 4, TYPE_WORDS = (CARC_MAX_TYPES + 63) / 64 };

/* A hidden tile, and the entry of the history that dealt it, if this entry is known. */
typedef struct hidden_tile {
  int type, dealt_at;
} hidden_tile;

/* A deal of a tile that is still hidden, and the types that were in the bag at the deal. */
typedef struct open_deal {
  hidden_tile tile;
  uint64_t could_be[TYPE_WORDS];
} open_deal;

/* The tiles of a heap, in the order of the heap. */
typedef struct hidden_heap {
  int n;
  hidden_tile tile[CARC_MAX_TILES];
} hidden_heap;

/*
** A step of the original game: its action, by which entry of the history, and the state before it.
** If the action names something that can be hidden, `place` is its index.
*/
typedef struct game_step {
  carc_action action;
  int at, place, decision, dealing;
} game_step;

/* The working data of a determinization. */
typedef struct sampler {
  const carc_definition *d;
  const carc_state *state;
  int observer;
  replay_source of;
  game_step *step;
  int n_steps;
  hidden_heap *heaps; /* one for each heap; a last one for tiles that left a heap in this step */
  open_deal *hidden;  /* the deals that may change */
  int n_hidden;
  token_deals tokens;
  uint64_t generator;
  carc_error *err;
} sampler;

/* ---- Where hidden tiles were dealt ----------------------------------------------------------- */

static void append_tile (hidden_heap *h, hidden_tile tile) { h->tile[h->n++] = tile; }

/*
** Updates a heap after a step. New tiles in it were dealt by entry `dealt_at`, or come from another
** heap (MOVED).
*/
static void follow_heap (sampler *m, const carc_state *s, int heap, int dealt_at) {
  hidden_heap *h = &m->heaps[heap], *gone = &m->heaps[m->d->n_heaps];
  const uint16_t *types = carcB_heap_tiles(m->d, s, heap);
  int n = heap_size(m->d, s, heap), before = 0, kept = 0;
  hidden_tile now[CARC_MAX_TILES];
  for (; kept < n; kept++) {
    while (before < h->n && h->tile[before].type != types[kept]) append_tile(gone, h->tile[before++]);
    bool is_new = before == h->n;
    now[kept] = (hidden_tile){types[kept], is_new ? dealt_at : h->tile[before++].dealt_at};
  }
  while (before < h->n) append_tile(gone, h->tile[before++]);
  memcpy(h->tile, now, (size_t)n * sizeof *now);
  h->n = n;
}

/*
** Takes a tile of this type out of the tiles that have left a heap in this step. Returns the entry
** of the history that dealt the tile, or NOWHERE.
*/
static int dealt_before (hidden_heap *gone, int type) {
  for (int i = 0; i < gone->n; i++)
    if (gone->tile[i].type == type) {
      int at = gone->tile[i].dealt_at;
      gone->tile[i].type = NOWHERE;
      return at;
    }
  return NOWHERE;
}

/*
** Updates all heaps after a step. If `dealing` is not -1, entry `at` of the history dealt a tile to
** that heap.
*/
static void follow_heaps (sampler *m, const carc_state *s, int dealing, int at) {
  hidden_heap *gone = &m->heaps[m->d->n_heaps];
  gone->n = 0;
  for (int heap = 0; heap < m->d->n_heaps; heap++) follow_heap(m, s, heap, heap == dealing ? at : MOVED);
  for (int heap = 0; heap < m->d->n_heaps; heap++)
    for (int i = 0; i < m->heaps[heap].n; i++) {
      hidden_tile *tile = &m->heaps[heap].tile[i];
      if (tile->dealt_at == MOVED) tile->dealt_at = dealt_before(gone, tile->type);
    }
}

/*
** Whether an option names something that can be hidden: a type of tile, or the number of a token.
*/
static bool names_hidden (const carc_definition *d, const carc_action_fields *f) {
  if (f->kind != CARC_ACTION_CHOICE) return false;
  return f->token >= 0 ? d->token[f->token].visible_to != CARC_VISIBILITY_ALL : !f->has_cell && f->type >= 0;
}

/* Stores the next step of the replay. */
static const game_step *add_step (sampler *m, const replayer *r) {
  const carc_state *s = r->c.s;
  carc_action action = carcT_next_replayed_action(r);
  carc_action_fields f = carc_action_unpack(action);
  game_step *step = &m->step[m->n_steps++];
  *step = (game_step){.action = action,
                      .at = r->at,
                      .place = names_hidden(m->d, &f) ? carc_state_action_index(m->d, s, action) : -1,
                      .decision = s->decision,
                      .dealing = dealing_heap(s)};
  return step;
}

/*
** Replays the game, stores its steps, and finds which entry of the history dealt each tile in a
** reserve and each token.
*/
static carc_status follow_all (sampler *m, carc_state *again) {
  replayer r = carcT_begin_replay(m->d, again, &m->of, m->err);
  carcT_start_replay(&r);
  follow_heaps(m, again, NOWHERE, NOWHERE);
  carcG_begin_tracking(&m->tokens, again);
  while (!r.c.failed && r.at < m->of.used) {
    bool by_chance = waits_for_chance(again);
    const game_step *step = add_step(m, &r);
    carcT_step_replay(&r);
    follow_heaps(m, again, step->dealing, step->at);
    carcG_track_tokens(&m->tokens, again, step->at, step->action, by_chance);
  }
  return call_status(&r.c);
}

/* Collects the hidden deals. At the end of a game, the final scoring has shown all of them. */
static void gather_hidden (sampler *m) {
  if (carc_state_is_terminal(m->d, m->state)) return;
  for (int heap = 0; heap < m->d->n_heaps; heap++)
    for (int i = 0; i < m->heaps[heap].n && !sees_heap(m->d, m->observer, heap); i++)
      if (m->heaps[heap].tile[i].dealt_at != NOWHERE)
        m->hidden[m->n_hidden++] = (open_deal){.tile = m->heaps[heap].tile[i]};
  carcG_collect_token_deals(&m->tokens, m->state, m->observer);
}

static void note_bag (sampler *m, const carc_state *s, int at) {
  for (int i = 0; i < m->n_hidden; i++)
    for (int k = 0; k < s->n_bag && m->hidden[i].tile.dealt_at == at; k++)
      m->hidden[i].could_be[const_bag_of(m->d, s)[k] / 64] |= (uint64_t)1 << (const_bag_of(m->d, s)[k] % 64);
}

/* Replays the game a second time, and finds which other types each deal could have dealt. */
static carc_status follow_bag (sampler *m, carc_state *again) {
  replayer r = carcT_begin_replay(m->d, again, &m->of, m->err);
  carcT_start_replay(&r);
  while (!r.c.failed && r.at < m->of.used) {
    note_bag(m, again, r.at);
    carcG_note_possible_numbers(&m->tokens, again, r.at);
    carcT_step_replay(&r);
  }
  return call_status(&r.c);
}

/* ---- Another deal ---------------------------------------------------------------------------- */

static bool may_be_type (const open_deal *h, int type) {
  return (h->could_be[type / 64] >> (type % 64) & 1) != 0;
}

/*
** Changes the types of hidden tiles. Repeatedly swaps the types of two hidden tiles, or of a hidden
** tile and a tile in the bag, if each hidden tile could have been dealt with its new type.
*/
static void redeal_tiles (sampler *m) {
  const carc_state *s = m->state;
  uint16_t bag[CARC_MAX_TILES];
  memcpy(bag, const_bag_of(m->d, s), s->n_bag * sizeof *bag);
  for (int i = 0; i < SWEEPS * m->n_hidden; i++) {
    open_deal *one = &m->hidden[i % m->n_hidden];
    int k = (int)random_below(&m->generator, (uint32_t)(m->n_hidden + s->n_bag)), type = one->tile.type;
    open_deal *other = k < m->n_hidden ? &m->hidden[k] : NULL;
    int comes = other != NULL ? other->tile.type : bag[k - m->n_hidden];
    if (!may_be_type(one, comes) || (other != NULL && !may_be_type(other, type))) continue;
    one->tile.type = comes;
    if (other != NULL)
      other->tile.type = type;
    else
      bag[k - m->n_hidden] = (uint16_t)type;
  }
}

/*
** The type of the tile drawn at entry `at` of the history; the sampled type if the tile is hidden.
*/
static int type_drawn (const sampler *m, int at, int type) {
  for (int i = 0; i < m->n_hidden; i++)
    if (m->hidden[i].tile.dealt_at == at) return m->hidden[i].tile.type;
  return type;
}

/*
** The index of the chosen action in the new game. If the option names a hidden item, this is the
** option with the same index as in the original game: scripts offer tiles and tokens in the order
** of their places.
*/
static int index_alike (const sampler *m, const game_step *step, const carc_state *out, carc_action action) {
  carc_action_fields f = carc_action_unpack(action);
  int index = carc_state_action_index(m->d, out, action);
  if (index >= 0 || !names_hidden(m->d, &f)) return index;
  carc_action_fields other = carc_action_unpack(carc_state_action(m->d, out, step->place));
  if (!names_hidden(m->d, &other)) return -1;
  if (f.token < 0) f.type = other.type;
  if (f.token >= 0) f.number = other.number;
  return carc_action_pack(&f) == carc_action_pack(&other) ? step->place : -1;
}

/*
** Applies a step of the original game to the new game. Returns false if that is impossible.
*/
static bool apply_alike (const sampler *m, const game_step *step, carc_call *c) {
  carc_action action = carcG_redealt_action(&m->tokens, step->at, step->action);
  carc_action_fields f = carc_action_unpack(action);
  bool alike = c->s->decision == step->decision && dealing_heap(c->s) == step->dealing;
  if (f.kind == CARC_ACTION_RESIGN) {
    carcT_apply_resignation(c, f.player);
  } else if (f.kind == CARC_ACTION_DRAW) {
    int type = type_drawn(m, step->at, f.type);
    if (!alike || find_type(const_bag_of(m->d, c->s), c->s->n_bag, type) < 0) return false;
    carcT_apply_draw(c, type);
  } else {
    int index = alike ? index_alike(m, step, c->s, action) : -1;
    if (index < 0) return false;
    carcT_apply_decision(c, index);
  }
  return !c->failed;
}

/* Whether the observer cannot distinguish the two states. */
static bool looks_alike (const sampler *m, const carc_state *out, int observer) {
  const carc_state *s = m->state;
  return out->decision == s->decision && dealing_heap(out) == dealing_heap(s) &&
         out->decisions == s->decisions &&
         carc_state_hash_for(m->d, out, observer) == carc_state_hash_for(m->d, s, observer);
}

/* Plays the game with the new deals. Returns false if the game would have gone differently. */
static bool play_redealt (const sampler *m, uint64_t seed, carc_state *out) {
  carc_error ignored;
  carc_call c = begin_call(m->d, out, &ignored);
  c.stepwise = true;
  carc_state_clone(m->d, out, m->d->image);
  carcT_begin_game(&c, seed);
  bool fine = !c.failed;
  for (int i = 0; i < m->n_steps && fine; i++) fine = apply_alike(m, &m->step[i], &c);
  return fine;
}

/*
** Writes a new game that fits. After some failed attempts, writes the original game with other
** future draws. Deals that a position leaves open follow from the seed.
*/
static void try_deals (sampler *m, carc_state *out, int observer) {
  bool found = false, any = m->n_hidden > 0 || m->tokens.n > 0 || m->d->deals_tokens;
  for (int i = 0; i < TRIES && any && !found; i++) {
    uint64_t seed = m->d->deals_tokens ? random_below(&m->generator, UINT32_MAX) : m->of.seed;
    redeal_tiles(m);
    carcG_redeal_tokens(&m->tokens, m->state, &m->generator);
    found = play_redealt(m, seed, out) && looks_alike(m, out, observer);
  }
  if (!found) carc_state_clone(m->d, out, m->state);
}

/* ---- Entry point ----------------------------------------------------------------------------- */

/* Whether the observer may not know a tile that is in a reserve now, or a token. */
static bool hides_now (const carc_definition *d, const carc_state *s, int observer) {
  if (observer == OBSERVER_ALL) return false;
  if (d->hides_tokens || (d->deals_tokens && d->n_reserves > 0)) return true;
  for (int heap = 0; heap < d->n_heaps; heap++)
    if (heap_size(d, s, heap) > 0 && !sees_heap(d, observer, heap)) return true;
  return false;
}

/* Writes a new game to `out`. All memory has been allocated before. */
static carc_status redeal (sampler *m, carc_state *again, carc_state *out, int observer) {
  for (int heap = 0; heap < m->d->n_heaps; heap++) m->heaps[heap].n = 0;
  carc_status status = follow_all(m, again);
  if (status != CARC_OK) return status;
  gather_hidden(m);
  status = follow_bag(m, again);
  if (status == CARC_OK) try_deals(m, out, observer);
  return status;
}

carc_status carc_state_determinize (const carc_definition *def, const carc_state *state, int observer,
                                    uint64_t seed, carc_state *out, carc_error *err) {
  size_t heaps = (size_t)(def->n_heaps + 1) * sizeof(hidden_heap),
         tiles = (size_t)def->n_tiles * sizeof(open_deal),
         steps = ((size_t)state->history_used + 1) * sizeof(game_step);
  sampler m = {.d = def,
               .state = state,
               .observer = observer_for(observer),
               .generator = random_seed(seed),
               .err = err};
  carc_status status = CARC_OK;
  m.of = carcT_replay_source_of(def, state);
  if (!hides_now(def, state, m.observer)) {
    carc_state_clone(def, out, state);
  } else {
    carc_state *again = carcM_alloc_memory(def, def->at.size);
    m.heaps = carcM_alloc_memory(def, heaps);
    m.hidden = carcM_alloc_memory(def, tiles);
    m.step = carcM_alloc_memory(def, steps);
    bool open = carcG_open_token_deals(def, &m.tokens);
    status = again == NULL || m.heaps == NULL || m.hidden == NULL || m.step == NULL || !open
                 ? carcU_fail(err, CARC_ERR_MEMORY, 0, "not enough memory")
                 : redeal(&m, again, out, observer);
    carcM_free_memory(def, again, def->at.size);
    carcM_free_memory(def, m.heaps, heaps);
    carcM_free_memory(def, m.hidden, tiles);
    carcM_free_memory(def, m.step, steps);
    carcG_close_token_deals(&m.tokens);
  }
  if (status == CARC_OK) carc_state_reseed(def, out, seed);
  return status;
}
