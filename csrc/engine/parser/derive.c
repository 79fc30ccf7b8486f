/*
** derive.c: completes a definition after its statements were read: adds defaults and the types with
** spans, and checks the whole.
*/
#include <string.h>
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/start_position.h"
#include "model/hook_rows.h"
#include "model/printed.h"
#include "model/tile.h"
#include "parser/parse.h"

/*
** Copies the statements, but omits comments, blank lines and unnecessary blanks. Returns the length
** of the copy.
*/
static size_t copy_statements (const char *text, char *out) {
  size_t n = 0;
  while (*text != '\0') {
    const char *end = strchr(text, '\n');
    size_t begin = n;
    for (text_view w = carcU_next_word(&text); w.length > 0; w = carcU_next_word(&text)) {
      if (n > begin) {
        if (out) out[n] = ' ';
        n++;
      }
      if (out) memcpy(out + n, w.at, w.length);
      n += w.length;
    }
    if (n > begin) {
      if (out) out[n] = '\n';
      n++;
    }
    text = end ? end + 1 : text + strlen(text);
  }
  if (out) out[n] = '\0';
  return n;
}

/* ---- Derived data ---------------------------------------------------------------------------- */

static void derive_rules (definition_reader *r) {
  for (int i = 0; i < CARC_RULE_COUNT; i++)
    if (!r->overridden[i]) r->d->rule[i] = carc_edition_rule(r->edition, (carc_rule)i);
  r->d->occupants = r->d->rule[CARC_RULE_PIECES_OCCUPY] ? PRESENCE_BITS : FOLLOWER_BITS;
}

static bool shows_goods (const carc_definition *d) {
  for (int t = 0; t < d->n_types; t++)
    for (int s = 0; s < d->type[t].segments; s++)
      if (d->type[t].good[s] > 0 && d->type[t].count > 0) return true;
  return false;
}

/*
** Sets what happens to a piece without a follower. For builders and pigs a rule decides, unless the
** piece has the key `orphan`.
*/
static void derive_orphan (const carc_definition *d, piece_row *p) {
  const int by_role[ROLE_COUNT] = {[ROLE_FOLLOWER] = CARC_ORPHAN_STAY,
                                   [ROLE_BUILDER] = d->rule[CARC_RULE_ORPHAN_BUILDER],
                                   [ROLE_PIG] = d->rule[CARC_RULE_ORPHAN_PIG],
                                   [ROLE_SPECIAL] = CARC_ORPHAN_STAY,
                                   [ROLE_SPAN] = CARC_ORPHAN_STAY};
  if (!p->says_orphan)
    p->orphan = (uint8_t)((p->needs & NEEDS_OWN_FOLLOWER) != 0 ? by_role[p->role] : CARC_ORPHAN_STAY);
}

/* Sets whether a piece counts as a follower. For builders and pigs a rule decides. */
static void derive_follower (const carc_definition *d, piece_row *p) {
  bool stands_by = p->role == ROLE_BUILDER || p->role == ROLE_PIG;
  int counts = stands_by ? d->rule[CARC_RULE_COUNT_AS_FOLLOWERS] : 0;
  if (counts & CARC_COUNT_IN_MAJORITIES) p->power = 1;
  p->as_follower = p->role == ROLE_FOLLOWER || (counts & CARC_COUNT_FOR_EXPANSIONS) != 0;
}

/* Whether the role of this kind of piece suffices to decide where it may be deployed. */
static bool is_usual (const carc_definition *d, const piece_row *p) {
  piece_row usual = *p;
  carcP_set_role(&usual, p->role);
  unsigned never_complete = 1u << CARC_KIND_FIELD | ~0u << CARC_KIND_SPOT;
  bool builds_there = p->role == ROLE_BUILDER && (carcM_kinds_for_piece(d, p) & never_complete) != 0;
  return p->needs == usual.needs && !builds_there;
}

static carc_status derive_pieces (definition_reader *r) {
  carc_definition *d = r->d;
  bool traders = shows_goods(d);
  int power = 0, pieces = 0;
  if (!r->goods_given) d->goods = traders;
  d->span = -1;
  for (int p = 0; p < d->n_pieces; p++) {
    if (!r->piece_given[p] && d->piece[p].role != ROLE_FOLLOWER) d->piece[p].count = traders;
    d->varied_powers |= d->piece[p].by != POWER_FIXED;
    derive_orphan(d, &d->piece[p]);
    derive_follower(d, &d->piece[p]);
    d->deploys_by_needs |= !is_usual(d, &d->piece[p]);
    if (d->piece[p].role == ROLE_SPAN) {
      if (d->span >= 0)
        return FAIL(r, "pieces %s and %s are both spans; a game can have only one kind of span",
                    d->piece[d->span].name, d->piece[p].name);
      d->span = p;
      continue; /* a span becomes part of its tile */
    }
    pieces += d->piece[p].count;
    power += d->piece[p].count * d->piece[p].power;
    bool special = d->piece[p].role == ROLE_FOLLOWER && !d->piece[p].hosts_builder;
    if (special && d->rule[CARC_RULE_BUILDER_HOST] == CARC_BUILDER_HOST_ORDINARY) d->mixed_hosts = true;
  }
  d->deploys_by_needs |= d->mixed_hosts;
  if (power > CARC_MAX_POWER)
    return FAIL(r, "the pieces of each player have a total power of %d; the maximum is %d", power,
                CARC_MAX_POWER);
  if (pieces * d->players > CARC_MAX_STANDING)
    return FAIL(r, "the players have %d pieces in total; the maximum is %d", pieces * d->players,
                CARC_MAX_STANDING);
  return CARC_OK;
}

/* Links the phases of each timing. */
static void derive_phases (carc_definition *d) {
  for (int at = 0; at < TIMING_COUNT; at++) {
    uint8_t *from = d->phase_from[at];
    from[d->n_phases] = (uint8_t)d->n_phases;
    for (int i = d->n_phases - 1; i >= 0; i--) from[i] = d->phase[i].timing == at ? (uint8_t)i : from[i + 1];
  }
}

/*
** Sets the number of tokens of each good: as many as in the box, more if the tiles show more, none
** if no type shows the good.
*/
static void derive_goods (carc_definition *d) {
  static const int box[CARC_GOOD_COUNT] = {
      [CARC_GOOD_WINE] = 9, [CARC_GOOD_GRAIN] = 6, [CARC_GOOD_CLOTH] = 5};
  int shown[CARC_GOOD_COUNT] = {0};
  bool any = false;
  for (int t = 0; t < d->n_types; t++)
    for (int s = 0; s < d->type[t].segments; s++) {
      int good = d->type[t].good[s];
      if (good == 0) continue;
      any = true;
      shown[good - 1] += d->type[t].count;
    }
  for (int g = 0; g < CARC_GOOD_COUNT && any; g++)
    d->goods_of_game[g] = shown[g] > box[g] ? shown[g] : box[g];
}

/* Checks that the totals of all tiles together fit into one feature_totals. */
static carc_status check_symbols (definition_reader *r) {
  carc_definition *d = r->d;
  enum { MAX_PENNANTS = 1023, MAX_GOODS = 255 };
  long ends = 0, pennants = 0, goods[CARC_GOOD_COUNT + 1] = {0};
  for (int t = 0; t < d->n_types; t++)
    for (int s = 0; s < d->type[t].segments; s++) {
      ends += (long)d->type[t].count * open_of(&(feature_totals){0, d->type[t].brings[s]});
      pennants += d->type[t].count * d->type[t].pennants[s];
      goods[d->type[t].good[s]] += d->type[t].count;
    }
  d->printed_ends = ends;
  if (ends > MAX_ENDS)
    return FAIL(
        r, "the tiles have too many segments whose features can never be completed; the maximum is about 60");
  if (pennants > MAX_PENNANTS)
    return FAIL(r, "the tiles show %ld pennants; the maximum is %d", pennants, MAX_PENNANTS);
  for (int g = 0; g < CARC_GOOD_COUNT; g++)
    if (goods[g + 1] > MAX_GOODS)
      return FAIL(r, "the tiles show %ld %s; the maximum is %d", goods[g + 1], carc_good_name((carc_good)g),
                  MAX_GOODS);
  return CARC_OK;
}

/* Sets the default size of reserves, and checks that the tiles suffice for all deals. */
static carc_status derive_reserves (definition_reader *r) {
  carc_definition *d = r->d;
  int left = d->n_tiles - d->position->n_starts;
  for (int i = 0; i < d->n_reserves; i++) {
    reserve_row *row = &d->reserve[i];
    int heaps = row->owner == CARC_SCOPE_PLAYER ? d->players : 1;
    if (row->deal > left / heaps)
      return FAIL(r, "reserve %s: %d tiles are dealt%s, %d in total, but the bag has only %d%s",
                  told_name(&row->name), (int)row->deal, heaps > 1 ? " to each player" : "",
                  (int)row->deal * heaps, left, i > 0 ? " left" : "");
    left -= row->deal * heaps;
    if (row->size == 0 || row->size > d->n_tiles) row->size = d->n_tiles;
  }
  return CARC_OK;
}

static carc_status derive_tiles (definition_reader *r) {
  carc_definition *d = r->d;
  for (int t = 0; t < d->n_types; t++) d->n_tiles += d->type[t].count;
  if (d->n_tiles == 0)
    return FAIL_ABSENT(r, true, "the game has no tiles; `set base` adds the tiles of the base game");
  if (d->n_tiles > CARC_MAX_TILES)
    return FAIL(r, "the game has %d tiles; the maximum is %d", d->n_tiles, CARC_MAX_TILES);
  int start = carc_type_find(d, "BA-D");
  if (!r->start_given) {
    if (start < 0 || d->type[start].count == 0)
      return FAIL_ABSENT(r, true,
                         "the game lacks the start tile BA-D; `set base` adds it, `start ID X,Y rN` names "
                         "another start tile, `start none` omits it");
    d->position->start[d->position->n_starts++] = (start_tile){.type = start};
  }
  for (int i = 0; i < d->position->n_starts; i++) {
    int used = 0, type = d->position->start[i].type;
    for (int j = 0; j <= i; j++) used += d->position->start[j].type == type;
    r->line = d->position->start[i].line;
    if (used > d->type[type].count)
      return FAIL_ABSENT(r, true, "start tile %s: the game has only %d copies of this tile", d->type[type].id,
                         d->type[type].count);
  }
  r->line = 0;
  return CARC_OK;
}

/*
** The flag of the actions before which a state is copied. If several kinds of actions can fail, a
** state is copied before every action.
*/
static unsigned choose_copies (const carc_definition *d) {
  unsigned fail = d->hooks_are & (CARC_HOOK_FLAG_ANY_ACTION | CARC_HOOK_FLAG_AT_END |
                                  CARC_HOOK_FLAG_EXTENDING | CARC_HOOK_FLAG_AT_DRAW);
  bool drawn_again = d->n_reserves > 0 || most_put_back(d) > 0; /* the history may be long */
  bool often = d->hooks.extra_part_always || (fail & (fail - 1)) != 0 || (fail != 0 && drawn_again);
  return often ? CARC_HOOK_FLAG_ANY_ACTION : fail;
}

/*
** Sets which hooks may be called, and the flags that depend on these hooks. The tiles must be known
** before.
*/
static void derive_hooks (carc_definition *d) {
  carcP_derive_asked(d);
  d->hooks_are = carcM_hook_flags(&d->hooks);
  d->hooked = d->hooks_are != 0;
  d->copies = choose_copies(d);
  d->limited =
      d->placement_limits || d->mixed_edges || d->n_forbidden > 0 || d->hooks.allow_placement != NULL;
}

/*
** Adds the types with spans: one or two for each type that a span may cross. They come after the
** types that can be drawn.
*/
static carc_status derive_spanned (definition_reader *r) {
  carc_definition *d = r->d;
  d->n_all_types = d->n_types;
  for (int t = 0; t < d->n_types; t++) {
    bool takes = carcM_takes_span(&d->type[t], 0) || carcM_takes_span(&d->type[t], 1);
    d->type[t].segment_room = (uint8_t)(d->type[t].segments + (d->span >= 0 && takes));
    d->wilds |= d->type[t].wild > 0;
    d->wilds_at_rim |= d->type[t].wild > 0 && d->type[t].wild < SIDES;
  }
  if (d->span < 0) return CARC_OK;
  int room = (1 + AXES) * d->n_types;
  size_t size = sizeof *d->type;
  tile_type *grown =
      d->allocator.resize(d->allocator.ud, d->type, (size_t)d->type_room * size, (size_t)room * size);
  if (grown == NULL) return carcU_fail(r->err, CARC_ERR_MEMORY, 0, "not enough memory");
  d->type = grown;
  d->type_room = room;
  for (int t = 0; t < d->n_types; t++)
    for (int axis = 0; axis < AXES; axis++) {
      if (!carcM_takes_span(&d->type[t], axis)) continue;
      carcM_make_spanned_tile(&d->type[t], &d->words, axis, &d->type[d->n_all_types]);
      d->type[t].spanned[axis] = (uint16_t)d->n_all_types++;
    }
  return CARC_OK;
}

/* Computes in advance which parts of each type a selector can match. */
static carc_status derive_selectors (definition_reader *r) {
  carc_definition *d = r->d;
  for (int t = 0; t < d->n_all_types; t++) {
    const tile_type *type = &d->type[t];
    bool rare = false;
    for (int k = 0; k < CARC_KIND_COUNT; k++) rare |= type->of_kind[k] != 0 && (COMMON_KINDS >> k & 1) == 0;
    d->type[t].stands_out = rare || (type->tile_attributes | type->all_attributes) != 0;
  }
  if (d->pool->n_selectors == 0) return CARC_OK;
  d->printed_on =
      carcM_alloc_memory(d, (size_t)(d->pool->n_selectors * d->n_all_types) * sizeof *d->printed_on);
  if (d->printed_on == NULL) return carcU_fail(r->err, CARC_ERR_MEMORY, 0, "not enough memory");
  for (int i = 0; i < d->pool->n_selectors; i++) {
    selector *f = &d->selectors[i];
    uint16_t *on = d->printed_on + i * d->n_all_types;
    for (int t = 0; t < d->n_all_types; t++)
      on[t] = (uint16_t)(carcM_is_named_tile(d, f, &d->type[t])
                             ? carcM_match_printed(f, &d->type[t]) & all_segments(&d->type[t])
                             : 0);
    f->printed_on = on;
  }
  carcP_derive_limits(d);
  return CARC_OK;
}

/* Computes in advance which segments of each type belong to each area. */
static carc_status derive_areas (definition_reader *r) {
  carc_definition *d = r->d;
  if (d->n_areas == 0) return CARC_OK;
  d->area_on = carcM_alloc_memory(d, (size_t)(d->n_areas * d->n_all_types) * sizeof *d->area_on);
  if (d->area_on == NULL) return carcU_fail(r->err, CARC_ERR_MEMORY, 0, "not enough memory");
  for (int a = 0; a < d->n_areas; a++)
    for (int t = 0; t < d->n_all_types; t++)
      d->area_on[a * d->n_all_types + t] =
          (uint16_t)carcM_passing_segments(d, d->area[a].segments, &d->type[t]);
  return CARC_OK;
}

static carc_status derive_lying (definition_reader *r) {
  carc_definition *d = r->d;
  d->lying = carcM_alloc_memory(d, (size_t)d->n_all_types * SIDES * sizeof *d->lying);
  if (d->lying == NULL) return carcU_fail(r->err, CARC_ERR_MEMORY, 0, "not enough memory");
  for (int t = 0; t < d->n_all_types; t++)
    for (int rotation = 0; rotation < SIDES; rotation++)
      carcM_rotate_tile(&d->type[t], rotation, &d->lying[t * SIDES + rotation]);
  carcP_derive_limited_types(d);
  for (int i = 0; i < SIDES * d->n_types; i++)
    d->split_sides |= is_split(&d->lying[i / SIDES * SIDES], i % SIDES);
  return CARC_OK;
}

/*
** Computes the attributes that segments give to their features. An attribute with merge=all is
** stored inverted, as missing.
*/
static void derive_lent (carc_definition *d) {
  for (int t = 0; t < d->n_all_types; t++)
    for (int s = 0; s < d->type[t].segments; s++) {
      d->type[t].lends[s] = (d->type[t].attributes[s] & ~d->words.local) ^ d->words.inverted;
      d->type[t].lends_any |= d->type[t].lends[s] != 0;
    }
  d->set_bytes = (d->words.n_attributes + 7) / 8;
}

/* Finds the attributes that change the points of features. */
static void derive_points (carc_definition *d) {
  for (int m = 0; m < d->words.n_attributes; m++) {
    const attribute_row *row = &d->words.attribute[m];
    bool weighs_cities = row->field_factor != 1 || row->pig_factor != 1;
    bool weighty = weighs_cities || row->tile_points != 0 || row->incomplete_tile_points != 0 || row->nothing;
    d->weighty |= (attribute_set)weighty << m;
    d->weighs_cities |= weighs_cities;
  }
}

static carc_status check_players (definition_reader *r) {
  carc_definition *d = r->d;
  bool fine = d->position->first_player < d->players;
  for (int p = d->players; p < CARC_MAX_PLAYERS; p++) {
    fine = fine && d->position->points[p] == 0;
    for (int g = 0; g < CARC_GOOD_COUNT; g++) fine = fine && d->position->have[p][g] == 0;
  }
  fine =
      fine && (d->position->resigned | d->position->absent) >> d->players == 0 && d->order.next <= d->players;
  for (int p = d->players; p < CARC_MAX_PLAYERS; p++) fine = fine && d->order.skips[p] == 0;
  for (int i = 0; i < d->position->n_standing; i++)
    fine = fine && d->position->standing[i].player < d->players;
  return fine ? CARC_OK
              : FAIL(r, "the position names a player who is not in the game; the game has %d", d->players);
}

/* Checks that either every player or no player is in a team. */
static carc_status derive_teams (definition_reader *r) {
  carc_definition *d = r->d;
  r->line = d->team_line;
  for (int p = d->players; p < CARC_MAX_PLAYERS; p++)
    if (d->team[p] != 0)
      return FAIL_ABSENT(r, true, "team: there is no player %d; the game has %d", p + 1, d->players);
  for (int p = 0; p < d->players; p++) {
    if (d->n_teams > 0 && d->team[p] == 0)
      return FAIL(r, "team: player %d has no team, but other players have one", p + 1);
    if (d->n_teams == 0) d->team[p] = (uint8_t)(1u << p);
    d->side[p] = (uint8_t)(d->apart ? 1u << p : d->team[p]);
  }
  if (d->n_teams == 1 && d->players > 1)
    return FAIL(r, "team: all players are in one team, so the team has no opponents");
  r->line = 0;
  return carcP_derive_victory(r);
}

/* Segments of a tile, as bits, where a kind of piece may stand by the rules. */
static unsigned stands_on (const carc_definition *d, const piece_row *p, const tile_type *t) {
  unsigned on = 0;
  for (int k = 0; k < CARC_KIND_COUNT; k++)
    if (carcM_kinds_for_piece(d, p) >> k & 1) on |= t->of_kind[k];
  if (p->on != CARC_NONE) on &= carcM_passing_segments(d, p->on, t);
  return on & ~carcM_passing_segments(d, p->not_on, t);
}

static void derive_stands (carc_definition *d) {
  for (int t = 0; t < d->n_all_types; t++)
    for (int p = 0; p < d->n_pieces; p++)
      d->type[t].stands[p] = (uint16_t)stands_on(d, &d->piece[p], &d->type[t]);
}

/*
** Whether a rule value is omitted from the fingerprint because it has no effect. Thus definitions
** from before the rule existed keep their fingerprint.
*/
static bool leaves_all (const carc_definition *d, int rule) {
  return rule == CARC_RULE_UNPLACEABLE && d->rule[rule] == CARC_UNPLACEABLE_ASIDE;
}

static void derive_fingerprint (carc_definition *d) {
  uint64_t h = carcU_hash_text(HASH_START, d->text, strlen(d->text));
  for (int i = 0; i < CARC_RULE_COUNT; i++)
    if (!leaves_all(d, i)) h = carcU_hash_mix(h, (uint64_t)d->rule[i]);
  for (int t = 0; t < d->n_types; t++) {
    const tile_type *type = &d->type[t];
    h = carcU_hash_mix(carcU_hash_text(h, type->id, strlen(type->id)), (uint64_t)type->count);
    for (int s = 0; s < type->segments; s++) {
      h = carcU_hash_mix(h, (uint64_t)type->kind[s] << 32 | (uint64_t)type->ports[s] << 16 |
                                borders_of(type, s));
      h = carcU_hash_mix(h, type->lends[s]);
      h = carcU_hash_mix(h, type->brings[s]);
    }
  }
  d->fingerprint = h;
}

/* Whether some hook has rows with conditions. */
static bool has_conditions (const carc_definition *d) {
  for (int hook = 0; hook < CARC_CONDITIONAL_HOOK_COUNT; hook++)
    for (int row = 0; row < CARC_MAX_ROWS; row++)
      if (d->when[hook][row] != CARC_NONE) return true;
  return false;
}

static bool asks_variable (const carc_definition *d, int variable) {
  bool asks = false;
  for (int i = 0; i < d->pool->n_tests; i++) asks = asks || d->tests[i].variable == variable;
  return asks;
}

/* Whether a step of a script has no rows, so that the hook `final` must run it. */
static bool needs_final_hook (const carc_definition *d) {
  for (int i = 0; i < d->n_steps; i++) {
    int row = 0;
    while (row < d->n_final_rows && d->final_row[row].step != i) row++;
    if (d->step[i].does == FINAL_SCRIPTED && row == d->n_final_rows) return true;
  }
  return false;
}

carc_status carcP_derive_definition (definition_reader *r, const char *text) {
  carc_definition *d = r->d;
  derive_rules(r);
  carc_status status = derive_pieces(r);
  if (status == CARC_OK) status = derive_tiles(r);
  if (status == CARC_OK) status = derive_reserves(r);
  carcP_derive_edges(r);
  if (status == CARC_OK) status = derive_spanned(r);
  if (status == CARC_OK) status = derive_selectors(r);
  if (status == CARC_OK) status = derive_areas(r);
  if (status == CARC_OK) derive_hooks(d);
  if (status == CARC_OK) status = derive_lying(r);
  if (status == CARC_OK) status = check_symbols(r);
  if (status == CARC_OK) status = carcP_check_number_of_players(r);
  if (status == CARC_OK) status = check_players(r);
  if (status == CARC_OK) status = derive_teams(r);
  if (status != CARC_OK) return status;
  if (needs_final_hook(d) && d->hooks.final == NULL)
    return FAIL(r, "a script declares a step of the final scoring, but the step has no rows and the host has "
                   "no hook `final`");
  if (d->n_phases > 0 && d->hooks.phase == NULL)
    return FAIL(r, "a script declares a phase, but the host has no hook `phase`");
  bool acts = (d->hooks_are & CARC_HOOK_FLAG_ACTS) != 0;
  d->flips_attributes = d->words.n_attributes > 0 && (acts || d->position->n_flipped > 0);
  d->joins_features = acts || d->position->n_joined > 0;
  d->odd_majorities =
      d->n_power_rows > 0 || d->n_tie_rows > 0 || d->hooks.majority != NULL || (d->n_teams > 0 && !d->apart);
  d->scores_empty = d->hooks.on_feature_scored || d->hooks.bonus || d->n_bonus_rows > 0 ||
                    (d->timings_used >> TIMING_FEATURE_SCORED & 1) != 0;
  d->watches_points = d->hooks.on_points_given != NULL || (d->timings_used >> TIMING_POINTS_GIVEN & 1) != 0;
  d->unlike_sides = d->wilds || d->mixed_edges || d->split_sides;
  d->wide = d->n_tiles > CARC_MAX_SPAN;
  d->plain = d->n_phases == 0 && d->span < 0 && !d->unlike_sides && d->n_groups == 0 && d->n_reserves == 0 &&
             d->n_blocked == 0 && d->n_forbidden == 0 && d->n_unscored == 0 && !d->tokens_on_cells &&
             (d->hooks_are & CARC_HOOK_FLAG_LOOKS_AT_TILE) == 0 && !has_conditions(d);
  d->unscripted = d->plain && d->victory.kind != CARC_VICTORY_RACE;
  derive_phases(d);
  derive_goods(d);
  derive_lent(d);
  d->asks_turns = asks_variable(d, BUILT_IN_TURNS) || asks_variable(d, BUILT_IN_ROUNDS);
  d->asks_passed = asks_variable(d, BUILT_IN_PASSED);
  d->selects = !d->plain;
  derive_points(d);
  derive_stands(d);
  d->text = carcM_alloc_memory(d, copy_statements(text, NULL) + 1);
  if (d->text == NULL) return carcU_fail(r->err, CARC_ERR_MEMORY, 0, "not enough memory");
  copy_statements(text, d->text);
  derive_fingerprint(d);
  return CARC_OK;
}
