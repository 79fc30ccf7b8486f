/* parse_players.c: the number of players of a game, and the numbers that its scripts are for. */
#include "carcassonne.h"
#include "util/compiler.h"
#include "util/text.h"
#include "model/definition.h"
#include "parser/grammar.h"
#include "parser/parse.h"

/* Notes that the current script is only for these numbers of players, given as bits. */
static void exclude_others (definition_reader *r, unsigned numbers) {
  for (int n = 1; n <= CARC_MAX_PLAYERS; n++)
    if ((numbers >> n & 1) == 0 && r->excludes[n].line == 0) {
      r->excludes[n].line = r->line;
      r->excludes[n].numbers = numbers;
    }
}

carc_status carcP_players_statement (definition_reader *r) {
  plain_words said = {0};
  TRY(carcP_read_statement(r, IN_players, &said));
  unsigned numbers = (unsigned)said.number;
  if (r->script > 0)
    exclude_others(r, numbers);
  else if ((numbers & (numbers - 1)) != 0)
    return FAIL(r, "players: a game has one number of players; only a script may list several");
  else
    r->d->players = lowest_bit(numbers);
  return CARC_OK;
}

/* Writes "3" or "2, 3 or 5". */
static void put_numbers (text_writer *w, unsigned numbers) {
  for (unsigned left = numbers; left != 0; left &= left - 1) {
    bool last = (left & (left - 1)) == 0;
    carcU_put(w, "%s%d", left == numbers ? "" : last ? " or " : ", ", lowest_bit(left));
  }
}

carc_status carcP_check_number_of_players (definition_reader *r) {
  int players = r->d->players, common = 0;
  if (r->excludes[players].line == 0) return CARC_OK;
  char numbers[40];
  text_writer w = carcU_new_writer(numbers, sizeof numbers);
  put_numbers(&w, r->excludes[players].numbers);
  for (int n = 1; n <= CARC_MAX_PLAYERS; n++) common += r->excludes[n].line == 0;
  r->line = r->excludes[players].line;
  return FAIL(r, "players: the script is for %s players, but the game has %d%s", numbers, players,
              common == 0 ? "; the scripts of the game have no number of players in common" : "");
}
