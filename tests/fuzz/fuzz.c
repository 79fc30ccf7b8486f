#include "fuzz.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Inputs ---------------------------------------------------------------------------------- */

unsigned fuzz_byte (fuzz_input *in) {
  if (in->left == 0) return 0;
  in->left--;
  return *in->at++;
}

int fuzz_below (fuzz_input *in, int n) {
  if (n <= 1) return 0;
  unsigned number = fuzz_byte(in);
  if (n > 256) number |= fuzz_byte(in) << 8;
  return (int)(number % (unsigned)n);
}

char *fuzz_text (const fuzz_input *in) {
  char *text = malloc(in->left + 1);
  if (text == NULL) abort();
  if (in->left > 0) memcpy(text, in->at, in->left);
  text[in->left] = '\0';
  return text;
}

/* ---- Checks ---------------------------------------------------------------------------------- */

void fuzz_check (bool is_true, const char *condition, const char *file, int line) {
  if (is_true) return;
  fprintf(stderr, "%s:%d: this is false: %s\n", file, line, condition);
  abort();
}

static int count_lines (const char *text) {
  int n = 1;
  for (; *text != '\0'; text++) n += *text == '\n';
  return n;
}

void fuzz_check_error (const carc_error *err, const char *text) {
  FUZZ_CHECK(err->code != CARC_OK);
  FUZZ_CHECK(memchr(err->message, '\0', sizeof err->message) != NULL);
  FUZZ_CHECK(err->message[0] != '\0');
  FUZZ_CHECK(err->line >= 0);
  if (text != NULL) FUZZ_CHECK(err->line <= count_lines(text) + 1);
}

static void check_load (const carc_definition *d, const carc_state *s, const char *text) {
  carc_error err = {0};
  carc_state *again = malloc(carc_definition_state_size(d));
  FUZZ_CHECK(again != NULL);
  carc_state_clone(d, again, s);
  carc_state_reseed(d, again, 4711); /* differs from the saved state */
  if (carc_state_deserialize(d, again, text, &err) != CARC_OK)
    fprintf(stderr, "%s\nline %d: %s\n", text, err.line, err.message);
  FUZZ_CHECK(err.code == CARC_OK);
  FUZZ_CHECK(carc_state_equal(d, s, again));
  free(again);
}

void fuzz_check_save (const carc_definition *d, const carc_state *s) {
  carc_error err = {0};
  long length = carc_state_serialize(d, s, NULL, 0, &err);
  if (length < 0) fprintf(stderr, "%s\n", err.message);
  FUZZ_CHECK(length >= 0);
  char *text = malloc((size_t)length + 1);
  FUZZ_CHECK(text != NULL);
  FUZZ_CHECK(carc_state_serialize(d, s, text, (size_t)length + 1, &err) == length);
  FUZZ_CHECK(strlen(text) == (size_t)length);
  check_load(d, s, text);
  free(text);
}

void fuzz_check_actions (const carc_definition *d, const carc_state *s) {
  enum { MOST = 40 };
  char text[CARC_ACTION_TEXT_SIZE];
  for (int i = 0, n = carc_state_num_actions(d, s); i < n && i < MOST; i++) {
    carc_error err = {0};
    carc_action a = carc_state_action(d, s, i), back = 0;
    int length = carc_action_to_string(d, s, a, text, sizeof text);
    FUZZ_CHECK(length > 0 && (size_t)length == strlen(text));
    if (carc_string_to_action(d, s, text, &back, &err) != CARC_OK || back != a)
      fprintf(stderr, "'%s': %s\n", text, err.message);
    FUZZ_CHECK(back == a);
    FUZZ_CHECK(carc_state_action_index(d, s, a) == i);
  }
}

/* ---- Games ----------------------------------------------------------------------------------- */

#define NAMES                                                                                              \
  "attribute inn tile_points=1 incomplete_tile_points=nothing\nattribute mill merge=sum\n"                 \
  "attribute pier extra_open_ends=1\nattribute tower on=tile\nattribute volcano on=tile\n"                 \
  "held_back volcano\nreserve hand owner=player visible_to=owner deal=2 size=3\nreserve market size=4\n"   \
  "variable coins player initial=3\nvariable debt game\nvariable lair game type=tile\nvariable mark "      \
  "segment\n"                                                                                              \
  "variable pot feature\nvariable worth cell turn\nvariable post game type=segment\n"                      \
  "token dragon on=tile,cell\ntoken flag on=segment owner=player numbers=3 visible_to=owner\n"             \
  "token gold on=tile,player count=6\n"                                                                    \
  "piece builder 1\npiece pig 1\npiece knight 1 role=follower power=pennants on=city,spot\n"               \
  "piece bridge 2 role=span\npiece guard 1 role=special on=(kind=city) needs=own_follower orphan=return\n" \
  "tile TO-A x3 @tower road:E.W+inn spot field:NL.NR.EL.WR field:ER.SL.SR.WL\n"                            \
  "tile TO-B x2 @volcano city:N.W+pennant+mill road:E~N+pier field:EL~N.W field:ER.SL.SR~W\n"              \
  "tile TO-C x2 road:W+pier field:NL.NR.EL.ER.SL.SR.WL.WR\ntile TO-D x1 wild:2 monastery\n"                \
  "area keep segments=(kind=city;attribute=pennant)\n"
/* Fewer copies of the built-in tiles, for short games. */
#define FEW                                                                                        \
  "set base\ncount BA-A 1\ncount BA-B 1\ncount BA-C 0\ncount BA-D 1\ncount BA-E 1\ncount BA-F 0\n" \
  "count BA-G 0\ncount BA-H 1\ncount BA-I 0\ncount BA-J 0\ncount BA-K 1\ncount BA-L 1\n"           \
  "count BA-M 0\ncount BA-N 0\ncount BA-O 0\ncount BA-P 0\ncount BA-Q 0\ncount BA-R 0\n"           \
  "count BA-S 0\ncount BA-T 0\ncount BA-U 1\ncount BA-V 1\ncount BA-W 1\ncount BA-X 1\n"
#define ROWS                                                                                \
  "point_row monks (kind=monastery;complete=yes) add=3\n"                                   \
  "point_row mills (kind=city) per=mill add=2\npower (kind=city;attribute=pennant) add=1\n" \
  "bonus_row guests (piece=follower;complete=yes) per=tiles add=1\n"                        \
  "tiebreaker (kind=city) prefer=(variable=coins)\nunscored (kind=road;token=flag)\n"       \
  "forbidden_deployment (kind=field;piece=knight)\nfinal coins after goods\n"               \
  "final_row coins treasure players(highest=coins) add=10\n"
#define PHASES                                                                                            \
  "phase income turn_start\nphase deal before_draw may_pass\nphase raid deployment\nphase alarm "         \
  "before_scoring\n"                                                                                      \
  "phase feast feature_scored may_pass\nphase toll points_given\nphase trade after_scoring\n"             \
  "phase recall turn_end may_pass\noffer pieces(player=turn_player;follower=yes;kind=city)\nphase crown " \
  "turn_end\n"                                                                                            \
  "phase dusk game_end may_pass\nphase joker anytime\n"

const char *fuzz_rules (int index) {
  static const char *const rules[] = {
      FEW "set traders\n" NAMES ROWS PHASES,
      "players 3\n" FEW NAMES ROWS "phase recall turn_end may_pass\noffer segments(can_deploy=follower)\n",
      "players 4\ndraws manual\n" FEW "team 1,3\nteam 2,4\nrule farm_scoring per-city\n" NAMES PHASES,
      "players 2\n" FEW NAMES
      "start BA-D 0,0 r0\nstart TO-A 1,0 r0\nstart BA-B 0,1 r0\nstand 1 follower 0,0 city:N\n"
      "stand 2 knight 0,0 city:N\nstand 1 follower 1,0 road:E.W\nstand 2 follower 0,1 monastery\n"
      "put gold player=1\nput flag owner=2 number=3 cell=0,0 segment=city:N\nput dragon cell=1,0\npoints 1 "
      "12\n"};
  return index >= 0 && index < (int)(sizeof rules / sizeof *rules) ? rules[index] : NULL;
}

static int ignore_phase (void *ud, carc_call *call, int phase, carc_phase_call reason, carc_action chosen,
                         carc_question *question) {
  (void)ud, (void)call, (void)phase, (void)reason, (void)chosen, (void)question;
  return 0;
}

static int ignore_step (void *ud, carc_call *call, const char *name) {
  (void)ud, (void)call, (void)name;
  return 0;
}

const carc_hooks fuzz_no_hooks = {.phase = ignore_phase, .final = ignore_step};

carc_definition *fuzz_define (const char *text, const carc_hooks *hooks, void *ud) {
  carc_error err = {0};
  carc_definition *d = carc_definition_new(text, hooks, ud, NULL, &err);
  if (d == NULL) fprintf(stderr, "line %d: %s\n", err.line, err.message);
  FUZZ_CHECK(d != NULL);
  return d;
}

carc_state *fuzz_begin (const carc_definition *d, uint64_t seed) {
  carc_error err = {0};
  carc_state *s = carc_state_new(d, seed, &err);
  if (s == NULL) fprintf(stderr, "%s\n", err.message);
  FUZZ_CHECK(s != NULL);
  return s;
}

int fuzz_play (const carc_definition *d, carc_state *s, fuzz_input *in, int n) {
  int i = 0;
  for (; i < n && !carc_state_is_terminal(d, s); i++) {
    carc_error err = {0};
    int index = fuzz_below(in, carc_state_num_actions(d, s));
    if (carc_state_apply_index(d, s, index, &err) != CARC_OK) return i;
  }
  return i;
}
