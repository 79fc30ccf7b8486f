--- The clauses of the plug-in contract, each with a name. The checker checks these clauses.
-- @module carcassonne.plugin.check.clauses

local clauses = {}

--- The clauses, in the order of the contract.
---@type {name:string, says:string}[]
clauses.list = {
  { name = "shape", says = "the table has all fields and functions of the contract, with the right types" },
  { name = "raises", says = "no function raises an error or yields, whatever a client sent" },
  { name = "options-form", says = "each option has a name, a kind, a default of that kind and a text" },
  { name = "options-values",
    says = "`new` accepts the default options, each limit and word of an option, any seed, and nil as "
      .. "seed" },
  { name = "options-refused",
    says = "`new` refuses invalid options, numbers of players and seeds; its message names the invalid "
      .. "argument" },
  { name = "arguments-kept", says = "no function changes or stores a table that the host passes" },
  { name = "deterministic", says = "games with equal options, seeds and actions reach equal states" },
  { name = "current",
    says = "`current` returns a player, \"chance\" if the host decides a chance event, or nil at the end" },
  { name = "ends", says = "every game ends" },
  { name = "legal-text",
    says = "actions are lines of text; their only white space is single blanks between words" },
  { name = "legal-unique", says = "no action is listed twice" },
  { name = "legal-until-the-end",
    says = "there are legal actions until the game is over, and none afterwards" },
  { name = "legal-accepted", says = "`apply` carries out each listed action and returns exactly true" },
  { name = "illegal-refused",
    says = "`apply` refuses each action that is not listed, even another spelling of a listed action, with "
      .. "a message" },
  { name = "illegal-unchanged", says = "a refused action changes nothing" },
  { name = "count", says = "`count` returns the number of legal actions" },
  { name = "apply-index",
    says = "`apply_index` does what `apply` does with the action at the given index of `legal`, and refuses "
      .. "any other index" },
  { name = "sender", says = "`apply` and `apply_index` refuse an action of a player who does not decide" },
  { name = "fields",
    says = "`fields` returns plain data with a `kind` for each legal action; `find` returns the action that "
      .. "has given fields, and refuses fields that fit several actions or none" },
  { name = "pure",
    says = "functions that only read a state do not change anything, and return equal results if they "
      .. "are called again" },
  { name = "fresh", says = "changes that the host makes to returned tables do not affect the plug-in" },
  { name = "clone-exact",
    says = "a clone is equal to the original, reacts equally to later actions, and allows as many undos" },
  { name = "clone-own", says = "an action on a copy changes neither the state nor another copy" },
  { name = "encode-exact",
    says = "a decoded state is equal to the encoded state, reacts equally to later actions, and allows as "
      .. "many undos" },
  { name = "decode-refused", says = "`decode` refuses, with a message, any text that is not from `encode`" },
  { name = "undo-exact", says = "`undo` restores each previous state, back to the beginning" },
  { name = "undo-beginning",
    says = "before the first action, `undo` refuses with a message" },
  { name = "chance-outcomes",
    says = "`chance` gives each legal action a probability above 0; if a player decides, `chance` returns an "
      .. "empty list" },
  { name = "chance-sum", says = "the probabilities that `chance` returns add up to 1" },
  { name = "returns", says = "`returns` returns a finite number for each player" },
  { name = "result",
    says = "at the end, `result` lists each player once, in order, with an outcome and a rank that agree "
      .. "with `returns`; before the end, it lists only players who are out" },
  { name = "view-plain", says = "a view is a table that JSON can represent" },
  { name = "view-hides",
    says = "a player's view neither depends on information hidden from that player nor contains the seed" },
  { name = "view-legal", says = "the view of the current player determines the legal actions" },
  { name = "resample",
    says = "a resampled state has the same view for the player as the state itself, depends on the seed, "
      .. "and can be played" },
  { name = "events-plain", says = "events are tables that JSON can represent, with ascending numbers" },
  { name = "events-kept",
    says = "reported events never change; with `since`, `events` returns exactly the events with a number "
      .. "above `since`" },
  { name = "events-hide", says = "a player's events do not reveal information hidden from that player" },
  { name = "lines-hide", says = "error messages and lines for people do not reveal hidden information" },
  { name = "describe", says = "`describe` returns a line for each legal action and refuses all others" },
  { name = "describe-apart", says = "`describe` returns different lines for different actions" },
  { name = "describe-event", says = "`describe_event` returns a line for each event, whatever names the "
    .. "players have" },
  { name = "statics",
    says = "`statics` returns a table with items, words, and a colour for each player; it is equal for all "
      .. "states of a game" },
  { name = "statics-hand", says = "each item in the field `hand` of a view is an item of `statics`" },
  { name = "show-text", says = "`show` draws a state as lines of text" },
  { name = "show-svg", says = "`show` draws a state as a well-formed SVG document" },
  { name = "show-refused", says = "`show` refuses any other format" },
  { name = "show-hides",
    says = "a picture for a player does not reveal information hidden from that player" },
  { name = "revision",
    says = "`revision` is a whole number; `apply`, `undo` and `resign` increase it, and nothing else "
      .. "changes it" },
  { name = "events-unique", says = "no event has the number of another event, even of one that was undone" },
  { name = "history", says = "`history` lists each decision with its player, its action and a line of text" },
  { name = "delta",
    says = "if a client applies each delta to its view, this view is equal to the view of the state" },
  { name = "delta-events",
    says = "a client that drops the events after `undone_after`, and then asks for later events, has all "
      .. "events" },
  { name = "delta-whole", says = "`delta` without a revision returns the whole view" },
  { name = "delta-refused", says = "`delta` refuses a revision that the state has not had" },
  { name = "history-hides", says = "a player's history does not reveal information hidden from that player" },
  { name = "delta-hides", says = "a delta does not reveal information hidden from the player" },
  { name = "bots",
    says = "`bots` lists bots with a name, a level, a text and whether they can use a given time; the levels "
      .. "ascend from 1" },
  { name = "choose",
    says = "`choose` returns a legal action of the player who decides, and refuses unknown bots, invalid "
      .. "times, and states in which no player decides" },
  { name = "choose-equal",
    says = "a bot that cannot use a given time chooses equally if its player cannot distinguish two states" },
  { name = "spaces",
    says = "`spaces` returns the names and the shape of the planes, and bounds or the reasons why they are "
      .. "missing; it is equal for all states of a game" },
  { name = "bounds", says = "no game exceeds the bounds that `spaces` returns" },
  { name = "number",
    says = "`number` returns different numbers for different legal actions; `action` returns the action that "
      .. "has a number, and refuses any other number" },
  { name = "number-same",
    says = "actions with equal fields have the same number in all states of a game, and a number always "
      .. "stands for one kind of action" },
  { name = "mask",
    says = "`mask` lists the numbers of the legal actions, and counts the actions without one" },
  { name = "mask-hides", says = "a mask does not reveal information hidden from the player who decides" },
  { name = "planes",
    says = "`planes` returns for each plane a number, or a list of cells and their numbers" },
  { name = "planes-hide", says = "a player's planes do not reveal information hidden from that player" },
  { name = "resign",
    says = "a player can resign once, then makes no decision, and can undo the resignation; only players can "
      .. "resign" },
}

--- The text of each clause by name.
---@type table<string, string>
clauses.says = {}
for _, clause in ipairs(clauses.list) do clauses.says[clause.name] = clause.says end

return clauses
