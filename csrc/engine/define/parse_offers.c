/*
** parse_offers.c: the statement about options that a phase offers without a script.
*/
#include <string.h>
#include "carcassonne.h"
#include "base/text.h"
#include "define/definition.h"
#include "define/parse.h"

/* The keys that each kind of offer takes, and what their values name; OFFER_KINDS stands for any kind. */
static const struct offer_word {
  offer_kind of;
  const char *key;
  offer_key number;
  names names;
  bool needed;
} words[] = {
    {OFFER_PIECES, "of", KEY_OF, NAMES_WHOSE, false},
    {OFFER_PIECES, "piece", KEY_PIECE, NAMES_PIECE, false},
    {OFFER_PIECES, "follower", KEY_FOLLOWER, NAMES_FLAG, false},
    {OFFER_PIECES, "kind", KEY_KIND, NAMES_KIND, false},
    {OFFER_PIECES, "attribute", KEY_ATTRIBUTE, NAMES_ATTRIBUTE, false},
    {OFFER_PIECES, "placed", KEY_PLACED, NAMES_ATTRIBUTE, false},
    {OFFER_PIECES, "marked", KEY_MARKED, NAMES_TILE_ATTRIBUTE, false},
    {OFFER_PIECES, "near", KEY_NEAR, NAMES_KIND, false},
    {OFFER_PIECES, "at", KEY_AT, NAMES_GAME_SLOT, false},
    {OFFER_PIECES, "far", KEY_FAR, NAMES_GAME_SLOT, false},
    {OFFER_PIECES, "except_tile", KEY_EXCEPT_TILE, NAMES_GAME_SLOT, false},
    {OFFER_PIECES, "except_segment", KEY_EXCEPT_SEGMENT, NAMES_GAME_SLOT, false},
    {OFFER_TILES, "attribute", KEY_ATTRIBUTE, NAMES_TILE_ATTRIBUTE, true},
    {OFFER_TILES, "vacant", KEY_VACANT, NAMES_FLAG, false},
    {OFFER_SEGMENTS, "attribute", KEY_ATTRIBUTE, NAMES_ATTRIBUTE, true},
    {OFFER_SEGMENTS, "slot", KEY_SLOT, NAMES_SEGMENT_SLOT, false},
    {OFFER_SEGMENTS, "number", KEY_NUMBER, NAMES_NUMBER, false},
    {OFFER_SEGMENTS, "numbers", KEY_NUMBERS, NAMES_PLAYER_SLOT, false},
    {OFFER_SEGMENTS, "most", KEY_MOST, NAMES_NUMBER, false},
    {OFFER_DEPLOYMENTS, "anywhere", KEY_ANYWHERE, NAMES_FLAG, false},
    {OFFER_DEPLOYMENTS, "except_tile", KEY_EXCEPT_TILE, NAMES_GAME_SLOT, false},
    {OFFER_DEPLOYMENTS, "attribute", KEY_ATTRIBUTE, NAMES_TILE_ATTRIBUTE, false},
    {OFFER_DEPLOYMENTS, "slot", KEY_SLOT, NAMES_CELL_SLOT, false},
    {OFFER_DEPLOYMENTS, "piece", KEY_PIECE, NAMES_PIECE, false},
    {OFFER_CORNERS, "piece", KEY_PIECE, NAMES_PIECE, true},
    {OFFER_SPANS, "around", KEY_AROUND, NAMES_FLAG, false},
    {OFFER_SPANS, "once", KEY_ONCE, NAMES_FLAG, false},
    {OFFER_PLACES, "tile", KEY_TILE, NAMES_TYPE, true},
    {OFFER_KINDS, "own", KEY_OWN, NAMES_PLAYER_SLOT, false},
    {OFFER_KINDS, "optional", KEY_OPTIONAL, NAMES_FLAG, false},
};
enum { WORDS = sizeof words / sizeof *words };

static bool takes (offer_kind kind, int i) { return words[i].of == kind || words[i].of == OFFER_KINDS; }

/* For carc_nearest_name: the keys of a kind of offer. */
static const char *next_key (const void *ud, int i) {
  for (int k = 0; k < WORDS; k++)
    if (takes(*(const offer_kind *)ud, k) && i-- == 0) return words[k].key;
  return NULL;
}

/* An offer while it is read. */
typedef struct reading_offer {
  offer_kind kind;
  offer_row row;
  char where[2 * CARC_NAME + 20]; /* what a message begins with */
  word absent;                    /* a piece that the game has not */
} reading_offer;

static carc_status read_offer_word (reader *r, reading_offer *o, word w) {
  word value, key = carc_split_key(w, &value);
  int k = 0, number = 0;
  while (k < WORDS && !(takes(o->kind, k) && carc_word_is(key, words[k].key))) k++;
  if (k == WORDS) {
    const char *near = carc_nearest_name(key.at, key.length, next_key, &o->kind);
    return FAIL(r, "%s: unknown key '%.*s'%s%s%s", o->where, WORD(key), NEAR(near));
  }
  if (o->row.value[words[k].number] >= 0) return FAIL(r, "%s: %s stands there twice", o->where, words[k].key);
  if (words[k].names == NAMES_PIECE && carc_piece_named(r->d, value) == r->d->n_pieces) {
    o->absent = value;
    return CARC_OK;
  }
  carc_status status = carc_read_named(r, o->where, w, words[k].names, &number);
  o->row.value[words[k].number] = (int32_t)number;
  return status;
}

/* What an offer cannot do without, and what goes together. */
static carc_status check_offer (reader *r, const reading_offer *o) {
  const int32_t *v = o->row.value;
  for (int k = 0; k < WORDS; k++)
    if (words[k].needed && words[k].of == o->kind && v[words[k].number] < 0 && o->absent.length == 0)
      return FAIL(r, "%s: %s is missing", o->where, words[k].key);
  if (o->kind == OFFER_DEPLOYMENTS && (v[KEY_ANYWHERE] < 0) == (v[KEY_ATTRIBUTE] < 0))
    return FAIL(r, "%s: either anywhere or attribute is needed", o->where);
  if (o->kind == OFFER_DEPLOYMENTS && v[KEY_ANYWHERE] >= 0 && (v[KEY_PIECE] >= 0 || v[KEY_SLOT] >= 0))
    return FAIL(r, "%s: piece and slot go with attribute", o->where);
  if (o->kind == OFFER_DEPLOYMENTS && v[KEY_ATTRIBUTE] >= 0 && v[KEY_EXCEPT_TILE] >= 0)
    return FAIL(r, "%s: except_tile goes with anywhere", o->where);
  if (o->kind == OFFER_PIECES && (v[KEY_EXCEPT_TILE] < 0) != (v[KEY_EXCEPT_SEGMENT] < 0))
    return FAIL(r, "%s: except_tile and except_segment go together", o->where);
  if (o->kind == OFFER_DEPLOYMENTS && r->d->phase[r->d->n_phases - 1].moment != AT_WINDOW)
    return FAIL(r, "%s: deployments are offered at window only", o->where);
  if (v[KEY_NUMBER] >= 0 && v[KEY_NUMBERS] >= 0)
    return FAIL(r, "%s: either number or numbers, not both", o->where);
  if (v[KEY_MOST] >= 0 && v[KEY_NUMBERS] < 0) return FAIL(r, "%s: most goes with numbers", o->where);
  if (v[KEY_NUMBERS] >= 0 && r->d->slot[v[KEY_NUMBERS]].size > CARC_MAX_NUMBER)
    return FAIL(r, "%s: numbers: the slot '%s' has more than %d", o->where, r->d->slot[v[KEY_NUMBERS]].name,
                CARC_MAX_NUMBER);
  if (v[KEY_NEAR] >= 0 && v[KEY_MARKED] < 0) return FAIL(r, "%s: near goes with marked", o->where);
  if (v[KEY_MARKED] >= 0 && v[KEY_ATTRIBUTE] < 0) return FAIL(r, "%s: marked goes with attribute", o->where);
  if ((v[KEY_AT] >= 0) + (v[KEY_PLACED] >= 0) + (v[KEY_MARKED] >= 0) > 1)
    return FAIL(r, "%s: one of at, placed and marked", o->where);
  if (v[KEY_FAR] >= 0 && v[KEY_AT] < 0) return FAIL(r, "%s: far goes with at", o->where);
  if (v[KEY_AT] >= 0 && r->d->slot[v[KEY_AT]].size != 2)
    return FAIL(r, "%s: at: the slot '%s' has not the two numbers of a cell", o->where,
                r->d->slot[v[KEY_AT]].name);
  return CARC_OK;
}

/* An offer for a piece that the game has not is left out, if it says that it may be. */
static carc_status add_offer (reader *r, const reading_offer *o) {
  carc_definition *d = r->d;
  if (o->absent.length > 0 && o->row.value[KEY_OPTIONAL] < 0)
    return FAIL_ABSENT(r, true, "%s: piece: the game has no piece '%.*s'", o->where, WORD(o->absent));
  if (o->absent.length > 0) return CARC_OK;
  if (d->n_offers == CARC_MAX_OFFERS) return FAIL(r, "more than %d offers", CARC_MAX_OFFERS);
  d->offer[d->n_offers++] = o->row;
  d->phase[d->n_phases - 1].n_offers++;
  return CARC_OK;
}

carc_status carc_offer_statement (reader *r) {
#define X(id, name) "|" name
  static const char kinds[] = OFFERS_LIST(X);
#undef X
  carc_definition *d = r->d;
  reading_offer o;
  int kind = 0;
  memset(&o, 0, sizeof o);
  if (d->n_phases == 0) return FAIL(r, "offer: no phase stands before it");
  phase_row *p = &d->phase[d->n_phases - 1];
  if (p->n_offers == 0) p->first_offer = (uint8_t)d->n_offers;
  writer where = carc_writer_on(o.where, sizeof o.where);
  carc_put(&where, "phase %s: offer", p->name);
  carc_status status = carc_read_choice(r, o.where, kinds + 1, &kind);
  if (status != CARC_OK) return status;
  o.kind = (offer_kind)kind;
  o.row.kind = (uint8_t)kind;
  p->offers = true;
  for (int i = 0; i < OFFER_KEYS; i++) o.row.value[i] = -1;
  for (word w = carc_take_word(r); status == CARC_OK && w.length > 0; w = carc_take_word(r))
    status = read_offer_word(r, &o, w);
  if (status == CARC_OK) status = check_offer(r, &o);
  return status == CARC_OK ? add_offer(r, &o) : status;
}
