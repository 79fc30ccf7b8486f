--- Under the Big Top: twenty tiles with circuses and acrobats, a tent, sixteen animals, and a
--- ringmaster for each player.
--
-- Tent: it moves to a tile with a circus at the end of the part in which that tile is placed, after
-- the scoring. First a new animal is shown at its old place: each player scores the animal's points
-- for each of their followers on that tile and the eight around it, also for farmers and acrobats,
-- but not for builders and pigs. A shown animal is out of play. The last animal is shown at the end
-- of the game, at the tent's last place. The hidden animal below the tent is unknown to all
-- players; therefore it is drawn only when it is shown.
--
-- Acrobats: instead of deploying on the tile just placed, a player may put an ordinary follower
-- onto a space for acrobats there or on one of the eight tiles around it, or through a portal onto
-- any space. Three acrobats make a pyramid. Instead of deploying, a player may let any pyramid
-- score: each owner gets 5 points for each acrobat, and all three return. At the end each acrobat
-- scores 5, in complete and incomplete pyramids. Acrobats cannot be under a bridge.
--
-- Ringmaster: a follower. When its feature scores, complete or at the end, its player scores 2
-- points for each tile with a circus or acrobats among its own tile and the eight around it, with
-- or without the majority.
--
-- Source: the publisher's sheet; bridges and portals follow another engine.

local ACROBATS, PYRAMID, RINGMASTER = 5, 3, 2 -- points for each; number in a pyramid; points for each tile

-- The number of animals for 1, 2, ... points: a flea (1), none (2), monkeys (3), seals (4), bears
-- (5), tigers (6), an elephant (7).
local ANIMALS = { 1, 0, 4, 5, 3, 2, 1 }

local on_spaces = { kind = "spot", attribute = "acrobats" }

-- The followers of each player that see the animal.
local audience = {}
for player = 1, 6 do audience[player] = { "pieces", player = player, follower = true, around = "tent" } end

local function offer_animals(state)
  local left = 0
  for worth, count in ipairs(ANIMALS) do
    local hidden = count - state:variable("shown", worth)
    if hidden > 0 then state:offer { number = worth, weight = hidden } end
    left = left + hidden
  end
  return left > 0 and "chance" or nil
end

local function show_animal(state, action)
  local worth = action.number
  state:set_variable("shown", worth, state:variable("shown", worth) + 1)
  state:set_variable("animal", worth)
end

local function pay_audience(state)
  local worth = state:variable "animal"
  for player = 1, state:game():players() do
    local points = state:count(audience[player]) * worth
    if points > 0 then state:award(player, points, "big-top") end
  end
end

local function pitch_tent(state)
  local x, y = state:last_placed()
  state:put_token("tent", { x = x, y = y })
end

local function score_pyramid(state, action)
  for player = 1, state:game():players() do
    local count = state:count { "pieces", at = action, player = player }
    if count > 0 then state:award(player, count * ACROBATS, "acrobats") end
  end
  for acrobat in state:each { "pieces", at = action } do state:return_piece(acrobat, "scored") end
end

-- Returns a selector of spaces that have room for another acrobat. `more` has further keys for it.
local function space(more)
  local offer = { "segments", kind = "spot", attribute = "acrobats", has_no = { "pieces", min = PYRAMID },
    can_deploy = "follower",
    needs = {}, deploy = true }
  for key, value in pairs(more) do offer[key] = value end
  return offer
end

return {
  name = "under-the-big-top",
  description =
    "A tent moves from circus to circus, and the followers around it score; acrobats stand on one another.",
  options = { edition = { 1, 2, description = "in edition 2, two of the tiles have a garden" } },
  modules = {
    tiles = "its twenty tiles; the circuses and acrobats on them have an effect only with the other "
      .. "modules",
    tent = { description = "a tent with animals, which brings points to the followers around it",
      needs = { "tiles" } },
    acrobats = { description = "three acrobats make a pyramid, which scores", needs = { "tiles" } },
    ringmasters = { description = "a ringmaster for each player", needs = { "tiles" } },
  },
  attributes = {
    { name = "circus", on = "tile" }, "acrobats",
    { name = "garden", shared = true, scores_as_monastery = true, if_options = { edition = 2 } },
  },
  tiles = { { module = "tiles", if_options = { edition = 1 }, [[
    BT-A x1 spot+acrobats field:NL.NR.EL.ER.SL.SR.WL.WR
    BT-H x1 road:E road:S field:NL.NR.EL.SR.WL.WR field:ER.SL @circus
  ]] }, { module = "tiles", if_options = { edition = 2 }, [[
    BT-B x1 spot+acrobats spot+garden field:NL.NR.EL.ER.SL.SR.WL.WR
    BT-I x1 spot+garden road:E road:S field:NL.NR.EL.SR.WL.WR field:ER.SL @circus
  ]] }, { module = "tiles", [[
    BT-C x1 spot+acrobats road:S~field field:NL.NR.EL.ER.SL.SR.WL.WR
    BT-D x3 spot+acrobats road:S road:W field:NL.NR.EL.ER.SL.WR field:SR.WL
    BT-E x2 spot+acrobats road:S road:N field:NR.EL.ER.SL field:NL.SR.WL.WR
    BT-F x1 spot+acrobats road:N road:E road:S field:NL.SR.WL.WR field:NR.EL field:ER.SL
    BT-G x1 road:S field:NL.NR.EL.ER.SL.SR.WL.WR @circus
    BT-J x1 road:W road:E field:NL.NR.EL.WR field:ER.SL.SR.WL @circus
    BT-K x1 road:S road:W road:E field:NL.NR.EL.WR field:SR.WL field:ER.SL @circus
    BT-L x1 city:N field:EL.ER.SL.SR.WL.WR~N @circus
    BT-M x1 city:N road:W field:WR~N field:EL.ER.SL.SR.WL~N @circus
    BT-N x2 city:N road:S field:SR.WL.WR~N field:EL.ER.SL~N @circus
    BT-O x1 city:N road:W road:E field:EL~N field:WR~N field:ER.SL.SR.WL @circus
    BT-P x1 city:N city:S field:WL.WR~N.S field:EL.ER~N.S @circus
    BT-Q x1 city:N city:E road:S field:SL~E field:SR.WL.WR~N @circus
    BT-R x1 city:N.W road:E road:S field:EL~N field:ER.SL field:SR~N @circus
  ]] } },
  pieces = {
    ringmaster = { module = "ringmasters", count = 1, role = "follower", hosts_builder = false },
  },
  tokens = { { name = "tent", module = "tent", symbol = "T" } }, -- in the supply until the first circus
  variables = {
    { name = "shown", module = "tent", size = #ANIMALS }, -- number shown, by points
    { name = "animal", module = "tent", label = "points of the last animal" },
  },
  forbidden_deployments = { { module = "acrobats", piece = "bridge?",
    at = { has = { "pieces", kind = "spot", attribute = "acrobats" } } } },
  allow_deployment = { module = "acrobats", when = on_spaces, run = function(state, action)
    return not state:tile_at(action.x, action.y).span
  end },
  bonus = {
    { module = "ringmasters", piece = "ringmaster",
      per = { "tiles", attribute = { "circus", "acrobats" }, around = "this" },
      add = RINGMASTER },
  },
  phases = {
    {
      name = "acrobats",
      module = "acrobats",
      timing = "deployment",
      offer = {
        space { around = "last_placed", when = { around = { attribute = "acrobats" } } },
        space { when = { attribute = "princess-and-dragon.portal?" } },
      },
    },
    {
      name = "pyramid",
      module = "acrobats",
      timing = "deployment",
      when = { { "pieces", kind = "spot", attribute = "acrobats", min = PYRAMID } },
      label = "the pyramid scores",
      offer = { "segments", kind = "spot", attribute = "acrobats", has = { "pieces", min = PYRAMID } },
      on_chosen = score_pyramid,
    },
    {
      name = "animal",
      module = "tent",
      timing = "after_scoring",
      order = 20,
      when = { attribute = "circus", { "tokens", token = "tent" } },
      label = "an animal worth {number}",
      ask = offer_animals,
      on_chosen = function(state, action)
        show_animal(state, action)
        pay_audience(state)
      end,
    },
    { name = "tent", module = "tent", timing = "after_scoring", order = 21, when = { attribute = "circus" },
      run = pitch_tent },
    { name = "animal", module = "tent", timing = "game_end", order = 90,
      when = { { "tokens", token = "tent" } }, ask = offer_animals,
      on_chosen = show_animal },
  },
  final_scoring = {
    { name = "big-top", module = "tent", before = "incomplete", run = pay_audience },
    { name = "acrobats", module = "acrobats", before = "incomplete",
      { "pieces", kind = "spot", attribute = "acrobats", add = ACROBATS } },
  },
}
