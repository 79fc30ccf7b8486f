/*
** script.h: a script for tests: hooks driven by a table, and games whose states are checked at each
** step.
*/
#ifndef CARC_TESTS_SCRIPT_H
#define CARC_TESTS_SCRIPT_H

#include "support.h"

typedef struct script script;

/* A function of a phase; returns 0 or the result of carc_call_fail. */
typedef int (*reason)(script *q, carc_call *call, carc_action chosen, carc_question *question);

/* The player whom a phase asks, from 1, or one of these. */
enum { CHANCE = -1, OWNER_TURN };

/* A phase, by data or by functions. */
typedef struct script_phase {
  int numbers; /* number of options: #0, #1, ... */
  int asks;
  bool may_pass;
  bool again;  /* asks again after any number but #0 */
  int weights; /* option i weighs 1 + i * weights */
  reason begin, ask, chosen;
} script_phase;

struct script {
  script_phase phase[CARC_MAX_PHASES];
  carc_hooks hooks; /* except `phase`; their `ud` is the script */
  char log[2000];   /* the calls: `king ` begins, `king=pass ` answers */
  bool logs_asking; /* logs `king? `, too */
  int calls, fail_at;
  /* for any test */
  int n, tile, segment, player, piece, axis, type, x, y;
  carc_status status; /* of the last verb */
  carc_error err;
  carc_piece standing;
  unsigned rows;
};

/* A game with its script; `text` contains the phases. */
typedef struct game {
  carc_definition *d;
  carc_state *s;
  script *q;
} game;
game open_game (script *q, const char *text, uint64_t seed);
void close_game (game *g);
/* A copy of the state; the script is not called. */
carc_state *twin (const game *g);

/* Counts a call; fails if it is the one selected to fail. */
int count_call (script *q, carc_call *call);
/* Checks the calls since the last check; clears the log. */
#define assert_log(q, text) check_log(q, text, __FILE__, __LINE__)
void check_log (script *q, const char *text, const char *file, int line);

/* An option without items, to be filled. */
carc_action_fields nothing (void);
void offer (carc_call *call, const carc_action_fields *option);

/*
** The options of the current decision as text, separated by `; `, in a buffer that the next call
** overwrites.
*/
const char *offered (const carc_definition *d, const carc_state *s);
#define assert_offered(g, text) check_offered(g, text, __FILE__, __LINE__)
void check_offered (const game *g, const char *text, const char *file, int line);

/*
** Checks that each action is listed once, at its index, and reads back from its text; and that
** clones, loaded saves and replays equal the state.
*/
void check_sound (const carc_definition *d, const carc_state *s);
/* Plays actions separated by `;`. Checks each state, and undoes and repeats each action. */
void play_soundly (game *g, const char *actions);
/* Checks that the action fails with a message that contains `part`, and changes nothing. */
void assert_fails (game *g, const char *action, carc_status status, const char *part);

/* Lists the events of this kind: a word and the important numbers, separated by `; `. */
const char *event_log (const carc_definition *d, const carc_state *s, carc_event_kind kind);

/* A place on the table, by name. */
int tile_index (const game *g, int x, int y);
int segment_index (const game *g, int x, int y, const char *segment);

#endif
