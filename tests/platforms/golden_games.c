/*
** golden_games.c: plays the same games on every platform, without Lua. Prints a digest of all that
** players see after each decision, and of the saved game. The expected output is in
** tests/platforms/golden_games.txt.
**
**   golden_games EXPANSIONS    EXPANSIONS: the file with the definition of a game with expansions
*/
#include "carcassonne_script.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 20, ROOM = 60000 };

static void stop_at (const carc_error *err) {
  fprintf(stderr, "line %d: %s\n", err->line, err->message);
  exit(1);
}

/* Adds a text to a digest (FNV-1a). Goes byte by byte, so that the byte order does not matter. */
static uint64_t add_text (uint64_t digest, const char *text) {
  for (; *text != '\0'; text++) digest = (digest ^ (unsigned char)*text) * 0x100000001b3u;
  return digest;
}

static uint64_t add_number (uint64_t digest, uint64_t number) {
  char text[24];
  snprintf(text, sizeof text, "%016" PRIx64, number);
  return add_text(digest, text);
}

static int choose (uint64_t *random, int n) {
  *random ^= *random << 13;
  *random ^= *random >> 7;
  *random ^= *random << 17;
  return (int)(((*random >> 32) * (uint64_t)n) >> 32);
}

/* Carries out a chosen option in the games with expansions: returns a piece or lays a bridge. */
static int carry_out (void *ud, carc_call *call, int phase, carc_phase_call why, carc_action chosen,
                      carc_question *question) {
  (void)ud, (void)question;
  const carc_definition *d = carc_call_definition(call);
  const carc_state *s = carc_call_state(call);
  if (why != CARC_PHASE_CALL_CHOSEN || chosen == 0) return 0;
  carc_action_fields f = carc_state_action_fields(d, s, chosen);
  carc_error err = {0};
  int tile = carc_state_tile_at(d, s, f.x, f.y);
  carc_piece piece = {carc_state_turn_player(d, s), f.piece, tile, f.segment};
  carc_status status =
      strcmp(carc_phase_name(d, phase), "bridge") == 0
          ? carc_call_lay_span(call, carc_definition_span(d), tile, (carc_axis)f.number, &err)
          : carc_call_return_piece(call, piece, CARC_LEAVING_RETURNED, &err);
  return status == CARC_OK ? 0 : carc_call_fail(call, err.message);
}

static uint64_t play (const carc_definition *d, uint64_t seed, uint64_t digest) {
  static char saved[ROOM];
  carc_error err = {0};
  carc_state *s = carc_state_new(d, seed, &err);
  uint64_t random = seed * 88172645463325252u + 1;
  if (s == NULL) stop_at(&err);
  for (int n; (n = carc_state_num_actions(d, s)) > 0;) {
    if (carc_state_apply_index(d, s, choose(&random, n), &err) != CARC_OK) stop_at(&err);
    digest = add_number(digest, carc_state_hash(d, s));
  }
  for (int p = 0; p < carc_definition_players(d); p++)
    digest = add_number(digest, (uint64_t)carc_state_score(d, s, p));
  if (carc_state_serialize(d, s, saved, sizeof saved, &err) < 0) stop_at(&err);
  if (carc_state_deserialize(d, s, saved, &err) != CARC_OK) stop_at(&err);
  carc_state_free(d, s);
  return add_text(digest, saved);
}

static void play_games (const char *name, const char *text) {
  carc_error err = {0};
  carc_hooks hooks = {.phase = carry_out};
  carc_definition *d = carc_definition_new(text, &hooks, NULL, NULL, &err);
  if (d == NULL) stop_at(&err);
  uint64_t digest = 0xcbf29ce484222325u;
  for (uint64_t seed = 1; seed <= GAMES; seed++) digest = play(d, seed, digest);
  printf("%-16s %d games of %d tiles: %016" PRIx64 "\n", name, GAMES, carc_definition_tiles(d), digest);
  carc_definition_free(d);
}

static void play_file (const char *path) {
  static char text[ROOM];
  FILE *file = fopen(path, "rb");
  if (file == NULL) {
    fprintf(stderr, "cannot read %s\n", path);
    exit(1);
  }
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  fclose(file);
  play_games("expansions", text);
}

int main (int argc, char **argv) {
  char text[200];
  for (int e = 0; e < CARC_EDITION_COUNT; e++) {
    const char *edition = carc_edition_name((carc_edition)e);
    snprintf(text, sizeof text, "edition %s\nplayers %d\nset base\nset traders\n", edition, 2 + e);
    play_games(edition, text);
  }
  play_games("base", "set base\nplayers 2\n");
  play_games("large", "set base x4\nset traders x4\nplayers 6\n");
  if (argc > 1) play_file(argv[1]);
  return 0;
}
