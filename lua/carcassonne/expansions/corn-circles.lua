--- Corn Circles: twelve tiles in two sets, each with a circle for farmers, thieves or knights.
--
-- When a player has placed such a tile and the features of the tile have scored, this player
-- chooses whether all players deploy or remove. Then each player who has followers of the kind
-- shown by the tile does so, clockwise. The player who placed the tile is last.
--
-- Deploy: the player may add a follower from the supply to one of the player's followers on its
-- segment, no matter who else is in the feature. The kind of the new follower must be allowed
-- there: a wagon cannot be a farmer, and a mayor can only be a knight. Remove: one of the player's
-- followers there, of any kind, returns without scoring. A castle is not a city. Builder and pig
-- are not followers, but the choice to remove includes them if the rule `count_as_followers` does.
-- Without a follower of their player they stay or return by the rules `orphan_builder` and
-- `orphan_pig`. The choice is made in both parts of a double turn. It is skipped if there are no
-- such followers on the table.
--
-- Source: the sheets of both sets, and the publisher's answers on knights and on double turns. The
-- box of the second edition has only the second set. One of its printings requires each player to
-- add a follower; the others say "may".

local DEPLOY, REMOVE = 1, 2
local KINDS = { pitchfork = "field", club = "road", shield = "city" } -- feature kinds, by sign
local SIGNS = { "pitchfork", "club", "shield" }

-- Returns one offer for each sign: the result of `make` for its kind of feature, on tiles with the
-- sign.
local function for_each_sign(make)
  local offers = {}
  for i, sign in ipairs(SIGNS) do
    offers[i] = make(KINDS[sign])
    offers[i].when = { attribute = sign }
  end
  return offers
end

local function beside_own(kind)
  return { "segments", kind = kind, can_deploy = "followers", needs = "own_follower", deploy = true,
    has = { "pieces", player = "asked", follower = true }, except = { token = "castles.castle?" } }
end

local function own(kind)
  return { "pieces", player = "asked", follower = true, kind = kind, except = { token = "castles.castle?" } }
end

-- Returns the phase in which these players deploy or remove a follower.
local function act(name, number, players, offers, more)
  local phase = { name = name, module = "circles", timing = "after_scoring", order = 60,
    when = { variable = { corn = number } },
    asked_players = { player = players }, offer = for_each_sign(offers) }
  for key, value in pairs(more) do phase[key] = value end
  return phase
end

local may = { may_pass = { option = "deploy", is = "may" }, question = "Where is another follower added?" }
local must = { question = "Which follower is removed?",
  on_chosen = function(state, action) state:return_piece(action) end }

return {
  name = "corn-circles",
  description = "A corn circle makes all players add a follower beside one of their farmers, thieves or "
    .. "knights, or makes all players remove one of these.",
  options = {
    deploy = { "may", "must", description = "may: players may add a follower beside one of their own "
      .. "followers; must: they have to add one" } },
  modules = {
    first = "the six tiles of the first set; the circles on them have an effect only with the module "
      .. "`circles`",
    second = "the six tiles of the second set; the circles on them have an effect only with the module "
      .. "`circles`",
    circles = "the circles make all players add a follower, or make all players remove one",
  },
  attributes = {
    { name = "pitchfork", on = "tile" }, { name = "club", on = "tile" }, { name = "shield", on = "tile" },
  },
  tiles = { { module = "first", [[
    CC-A x1 city:N.W field:EL.ER.SL.SR~N @shield
    CC-B x1 city:N city:E field:SL.SR.WL.WR~N.E @shield
    CC-C x1 city:N road:E field:EL.ER.SL.SR.WL.WR~N @pitchfork
    CC-D x1 road:S.W field:NL.NR.EL.ER.SL.WR field:SR.WL @club
    CC-E x1 road:S.W city:N field:EL.ER.SL.WR~N field:SR.WL @pitchfork
    CC-F x1 road:N road:W road:S field:NR.EL.ER.SL field:SR.WL field:NL.WR @club
  ]] }, { module = "second", [[
    CC-G x1 road:S.W road:E field:NL.NR.EL.WR field:ER.SL field:SR.WL @club
    CC-H x1 road:S.W road:N road:E field:NL.ER.SL.WR field:NR.EL field:SR.WL @club
    CC-I x1 city:N road:S field:EL.ER.SL.SR.WL.WR~N @pitchfork
    CC-J x1 city:N road:W road:E field:EL.WR~N field:ER.SL.SR.WL @pitchfork
    CC-K x1 city:N city:S field:WL.WR~N.S field:EL.ER~N.S @shield
    CC-L x1 city:N.W city:E.S @shield
  ]] } },
  variables = { { name = "corn", module = "circles", lifetime = "part" } }, -- the choice: deploy or remove
  phases = {
    {
      name = "corn",
      module = "circles",
      timing = "after_scoring",
      order = 60,
      when = { attribute = SIGNS, { "pieces" } },
      question = "Do all players deploy a follower, or remove one?",
      labels = { "deploy", "remove" },
      ask = function(state)
        state:offer { number = DEPLOY }
        state:offer { number = REMOVE }
      end,
      on_chosen = function(state, action) state:set_variable("corn", action.number) end,
    },
    act("corn-deploy", DEPLOY, "others", beside_own, may),
    act("corn-deploy", DEPLOY, "turn_player", beside_own, may),
    act("corn-remove", REMOVE, "others", own, must),
    act("corn-remove", REMOVE, "turn_player", own, must),
  },
}
