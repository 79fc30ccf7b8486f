/*
** script.h: a script for tests: hooks that a table drives, and games that are looked at closely while they are played.
*/
#ifndef CARC_TESTS_SCRIPT_H
#define CARC_TESTS_SCRIPT_H

#include "support.h"

typedef struct script script;

/* What one moment of a phase does; 0, or what carc_call_fail returns. */
typedef int (*reason)(script *q, carc_call *call, carc_action chosen, carc_question *question);

/* Whom a phase asks; else a player, from 1. */
enum { CHANCE = -1, OWNER_TURN };

/* A phase: by data, or by functions in their place. */
typedef struct script_phase {
  int numbers; /* so many options: #0, #1, ... */
  int asks;
  bool may_pass;
  bool again;  /* asks again after any number but #0 */
  int weights; /* option i weighs 1 + i * weights */
  reason begin, ask, chosen;
} script_phase;

struct script {
  script_phase phase[CARC_MAX_PHASES];
  carc_hooks hooks; /* others than `phase`; their `ud` is the script */
  char log[2000];   /* the calls: `king ` begins, `king=pass ` is answered */
  bool logs_asking; /* `king? `, too */
  int calls, fail_at;
  /* whatever a test needs */
  int n, tile, segment, player, piece, axis, type, x, y;
  carc_status status; /* of the last act */
  carc_error err;
  carc_piece standing;
  unsigned rows;
};

/* A game with its script; `text` has the phases. */
typedef struct game {
  carc_definition *d;
  carc_state *s;
  script *q;
} game;
game open_game (script *q, const char *text, uint64_t seed);
void close_game (game *g);
/* A copy of its state; the script does not notice. */
carc_state *twin (const game *g);

/* Counts a call; fails if it is the one that is to fail. */
int count_call (script *q, carc_call *call);
/* What was called since the last time; then forgets it. */
#define assert_log(q, text) check_log(q, text, __FILE__, __LINE__)
void check_log (script *q, const char *text, const char *file, int line);

/* An option that names nothing, to be filled. */
carc_action_fields nothing (void);
void offer (carc_call *call, const carc_action_fields *option);

/* What the decision at hand offers, as text, `; ` between; in a buffer that the next call uses again. */
const char *offered (const carc_definition *d, const carc_state *s);
#define assert_offered(g, text) check_offered(g, text, __FILE__, __LINE__)
void check_offered (const game *g, const char *text, const char *file, int line);

/*
** Each action stands once, at its index, and reads back from its text; the state is the same after being cloned,
** saved and loaded, and told.
*/
void check_sound (const carc_definition *d, const carc_state *s);
/* Plays actions, `;` between them. Looks at each state closely, takes each action back and plays it again. */
void play_soundly (game *g, const char *actions);
/* The action fails, says why in words that have this part, and changes nothing. */
void assert_fails (game *g, const char *action, carc_status status, const char *part);

/* The events of these kinds since the beginning: a word and the numbers that matter, `; ` between. */
const char *told (const carc_definition *d, const carc_state *s, carc_event_kind kind);

/* A place on the table, by name. */
int tile_index (const game *g, int x, int y);
int segment_index (const game *g, int x, int y, const char *segment);

#endif
