--- The clauses of the contract that a plug-in keeps, each with a name: the checker's one list of
--- what it looks for.
-- @module carcassonne.plugin.check.clauses

local clauses = {}

--- The clauses, in the order of the contract.
---@type {name:string, says:string}[]
clauses.list = {
  { name = "shape", says = "the table has all fields and functions of the contract, of the right types" },
  { name = "raises", says = "no function raises an error or yields, whatever a client may have sent" },
  { name = "options-form", says = "each option has a name, a kind, a default of that kind and a text" },
  { name = "options-values",
    says = "a game begins with the defaults, any option at its ends and words, any seed or none" },
  { name = "options-refused",
    says = "what is no option, number of players or seed is refused with a message that names it" },
  { name = "arguments-kept", says = "tables that the host passes are neither changed nor kept" },
  { name = "deterministic", says = "same options, same seed, same actions: the same state" },
  { name = "current",
    says = "who decides is a player, \"chance\" where the host decides it, or nobody at the end" },
  { name = "ends", says = "every game ends" },
  { name = "legal-text", says = "actions are lines of text, with plain blanks between words alone" },
  { name = "legal-unique", says = "no action is listed twice" },
  { name = "legal-until-the-end", says = "there are legal actions until the game is over, and none then" },
  { name = "legal-accepted", says = "what is listed is carried out: true, and nothing more" },
  { name = "illegal-refused",
    says = "what is not listed is refused with a message, were it another spelling of what is" },
  { name = "illegal-unchanged", says = "what is refused changes nothing" },
  { name = "pure", says = "asking changes nothing, and gives the same answer again" },
  { name = "fresh", says = "tables that are returned are the host's to change" },
  { name = "clone-exact",
    says = "a clone is the same state, goes on in the same way, and is taken back as far" },
  { name = "clone-own", says = "what is done to a copy is done neither to the state nor to another copy" },
  { name = "encode-exact",
    says = "text that is read is the same state, goes on in the same way, and is taken back as far" },
  { name = "decode-refused", says = "text that no state has is refused with a message" },
  { name = "undo-exact", says = "what is taken back leaves the state as it was, down to the beginning" },
  { name = "undo-beginning",
    says = "at the beginning there is nothing to take back: refused with a message" },
  { name = "chance-outcomes",
    says = "chance has the legal actions as its outcomes, each with a probability above 0; else none" },
  { name = "chance-sum", says = "the probabilities of chance sum up to 1" },
  { name = "returns", says = "there is a finite number for each player" },
  { name = "winners",
    says = "the winners are different players, in rising order, and none of them has given up" },
  { name = "view-plain", says = "a view is a table that JSON can hold" },
  { name = "view-hides",
    says = "a player's view does not change with what is hidden from that player, and holds no seed" },
  { name = "view-legal", says = "who decides sees enough to know what is legal" },
  { name = "resample",
    says =
    "a state resampled for a player looks the same to that one, differs by the seed, and is playable" },
  { name = "events-plain", says = "events are tables that JSON can hold, with numbers that rise" },
  { name = "events-kept",
    says = "what has been told stays as it was told; since a number there is what comes after it" },
  { name = "events-hide", says = "a player's events do not tell what is hidden from that player" },
  { name = "lines-hide",
    says = "lines for people, and why something is refused, do not tell what is hidden" },
  { name = "describe", says = "each legal action has a line for people, and nothing else has" },
  { name = "describe-apart", says = "the lines of different actions are different" },
  { name = "describe-event", says = "each event has a line for people, with any names" },
  { name = "resign",
    says = "who gives up decides nothing more; that can be taken back, and done once; only players give up" },
}

--- What each clause says, by name.
---@type table<string, string>
clauses.says = {}
for _, clause in ipairs(clauses.list) do clauses.says[clause.name] = clause.says end

return clauses
