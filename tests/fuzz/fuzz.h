/*
** fuzz.h: functions for all fuzz targets. A target is a program with a function
** LLVMFuzzerTestOneInput, which libFuzzer calls with one input after another.
*/
#ifndef CARC_TESTS_FUZZ_H
#define CARC_TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "carcassonne_script.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

/* ---- Inputs ---------------------------------------------------------------------------------- */

typedef struct fuzz_input {
  const uint8_t *at;
  size_t left;
} fuzz_input;

/* The next byte; 0 after the last. */
unsigned fuzz_byte (fuzz_input *in);
/* A number from 0 to n - 1; 0 if n is less than 1. */
int fuzz_below (fuzz_input *in, int n);
/*
** The rest of the input as text. It is a block of its own, so that AddressSanitizer finds reads
** after its end. The caller frees it.
*/
char *fuzz_text (const fuzz_input *in);

/* ---- Checks ---------------------------------------------------------------------------------- */

/* Ends the program with a message, unless the condition is true. */
#define FUZZ_CHECK(condition) fuzz_check(condition, #condition, __FILE__, __LINE__)
void fuzz_check (bool is_true, const char *condition, const char *file, int line);
/*
** Checks that a failure has a status and a message, and a line that is in the text or just after
** it. `text` may be NULL.
*/
void fuzz_check_error (const carc_error *err, const char *text);
/* Checks that the game is saved as text, and that the text loads as an equal state. */
void fuzz_check_save (const carc_definition *d, const carc_state *s);
/* Checks that the text of each legal action is read as this action. */
void fuzz_check_actions (const carc_definition *d, const carc_state *s);

/* ---- Games ----------------------------------------------------------------------------------- */

/*
** Definitions that have all kinds of statements, for targets that need names. NULL after the last.
*/
const char *fuzz_rules (int index);
/* Hooks that do nothing. Definitions with phases require hooks. */
extern const carc_hooks fuzz_no_hooks;
/* Makes a definition; the text must be valid. */
carc_definition *fuzz_define (const char *text, const carc_hooks *hooks, void *ud);
carc_state *fuzz_begin (const carc_definition *d, uint64_t seed);
/* Applies up to `n` actions, which the input chooses. Returns the number of actions applied. */
int fuzz_play (const carc_definition *d, carc_state *s, fuzz_input *in, int n);

#endif
