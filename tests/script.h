/*
** script.h: a script for tests, whose hooks are driven by a table; and games in which each state is
** checked.
*/
#ifndef CARC_TESTS_SCRIPT_H
#define CARC_TESTS_SCRIPT_H

#include "support.h"

typedef struct script script;

/* A function of a phase. It returns 0 or the result of carc_call_fail. */
typedef int (*reason)(script *q, carc_call *call, carc_action chosen, carc_question *question);

/* Whom a phase asks: a player, from 1, or one of these. */
enum { CHANCE = -1, OWNER_TURN };

/* A phase that is described by numbers or by functions. */
typedef struct script_phase {
  int numbers; /* number of options: #0, #1, ... */
  int asks;
  bool may_pass;
  bool again;  /* asks again after each option except #0 */
  int weights; /* the weight of option i is 1 + i * weights */
  reason begin, ask, chosen;
} script_phase;

struct script {
  script_phase phase[CARC_MAX_PHASES];
  carc_hooks hooks; /* all hooks except `phase`; their `ud` is this script */
  char log[2000];   /* its calls: `king ` begins a phase, `king=pass ` answers it */
  bool logs_asking; /* the log also has `king? ` when a phase collects options */
  int calls, fail_at;
  /* free for each test */
  int n, tile, segment, player, piece, axis, type, x, y;
  carc_status status; /* result of the last function that changes the state */
  carc_error err;
  carc_piece standing;
  unsigned rows;
};

/* A game together with its script. `text` must contain the phases. */
typedef struct game {
  carc_definition *d;
  carc_state *s;
  script *q;
} game;
game open_game (script *q, const char *text, uint64_t seed);
void close_game (game *g);
/* A copy of the state, for which the script is not called. */
carc_state *twin (const game *g);

/* Counts a call of a hook. If this is the call that is selected to fail, makes it fail. */
int count_call (script *q, carc_call *call);
/* Checks that the log of calls since the last check is equal to `text`, and clears the log. */
#define assert_log(q, text) check_log(q, text, __FILE__, __LINE__)
void check_log (script *q, const char *text, const char *file, int line);

/* An option that names nothing; the caller sets its fields. */
carc_action_fields nothing (void);
void offer (carc_call *call, const carc_action_fields *option);

/*
** The options of the current decision as text, separated by `; `. The next call overwrites the
** buffer.
*/
const char *offered (const carc_definition *d, const carc_state *s);
#define assert_offered(g, text) check_offered(g, text, __FILE__, __LINE__)
void check_offered (const game *g, const char *text, const char *file, int line);

/*
** Checks that each legal action is listed once, at its index, and can be read from its text. Also
** checks that clones, loaded saves and replays equal the state.
*/
void check_sound (const carc_definition *d, const carc_state *s);
/* Plays actions separated by `;`. Checks each state; undoes each action and plays it again. */
void play_soundly (game *g, const char *actions);
/* Checks that the action fails, changes nothing, and gives a message that contains `part`. */
void assert_fails (game *g, const char *action, carc_status status, const char *part);

/* Lists the events of this kind, separated by `; `. Each has a word and its important numbers. */
const char *event_log (const carc_definition *d, const carc_state *s, carc_event_kind kind);

/* Functions that find a tile or a segment on the board by its place. */
int tile_index (const game *g, int x, int y);
int segment_index (const game *g, int x, int y, const char *segment);

#endif
