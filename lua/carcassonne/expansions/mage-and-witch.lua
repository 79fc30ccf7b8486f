--- Mage & Witch: eight tiles that show magic, a mage, a witch.
-- The player who places such a tile moves one of the two before deploying: to any incomplete road
-- or city without a mage and witch. If both are on one road or city, the player moves one of them
-- in the same way, whatever the tile shows. If there is no such road or city, one of them is taken
-- off the table. When a road or city scores, complete or in the final scoring, the mage adds 1
-- point for each of its tiles, even if an inn or a cathedral reduced it to 0; then the witch halves
-- the result, rounded up. They leave a complete road or city, whether anybody scored it or not.
-- Source: the sheets of all editions agree. They are on a whole road or city, so each of these is
-- one option; another engine has one option for each segment, which matters only if a ferry divides
-- it.

local figures = { "mage", "witch" } -- by the number of an option

-- Roads and cities, or their segments, to which they may go.
local function free(place, keys)
  keys[1], keys.kind, keys.complete, keys.token = place .. "s", { "city", "road" }, false,
    { mage = 0, witch = 0 }
  return keys
end

local ways = { { "tokens", token = figures, when = { free("feature", { max = 0 }) } } } -- off the table
for _, place in ipairs { "feature", "segment" } do
  ways[#ways + 1] = free(place,
    { number = "1..2", if_options = { place = place, mage = true, witch = true } })
  ways[#ways + 1] = free(place, { number = 1, if_options = { place = place, mage = true, witch = false } })
  ways[#ways + 1] = free(place, { number = 2, if_options = { place = place, mage = false, witch = true } })
end

local function move(state, action)
  state:set_variable("moved", 1)
  if action.token then state:move_token(action, nil) else state:put_token(figures[action.number], action) end
  return true -- now something may be deployed
end

local function leave(state, scoring)
  for figure in state:each { "tokens", token = figures, feature = scoring.feature } do
    state:move_token(figure, nil)
  end
end

-- The move, where the tile shows this, or where this is so.
local function moves(attribute, condition)
  return {
    name = "mage",
    timing = "deployment",
    order = 20,
    when = { attribute = attribute, variable = { moved = 0 }, condition },
    compulsory = true,
    labels = { "the mage goes there", "the witch goes there" },
    label = "the {token} leaves the table",
    offer = ways,
    on_chosen = move,
  }
end

return {
  name = "mage-and-witch",
  description = "Eight tiles move a mage, who makes roads and cities worth more, and a witch, who halves "
    .. "what they score.",
  options = {
    edition = { 1, 2, description = "of the second one of the tiles has a garden" },
    place = { "feature", "segment",
      description = "whether each road and city is an option, or each segment of it, as another " ..
      "engine has it" },
  },
  modules = {
    tiles = "its eight tiles, with or without what they show",
    mage = { description = "he brings 1 point more for each tile", needs = { "tiles" } },
    witch = { description = "she halves the points", needs = { "tiles" } },
  },
  attributes = {
    { name = "magic", on = "tile" },
    { name = "garden", shared = true, scores_as_monastery = true, if_options = { edition = 2 } },
  },
  tiles = { { module = "tiles", [[
    MW-A x1 city:N road:E road:S road:W field:EL.WR~N field:ER.SL field:SR.WL @magic
    MW-B x1 city:N.W road:E.S field:EL.SR~N field:ER.SL @magic
    MW-C x1 city:N city:E city:W road:S field:SL~E field:SR~N.E.W @magic
    MW-D x1 city:E.W road:N road:S field:NL~W field:NR~W field:SL~W field:SR~W @magic
    MW-E x1 city:N city:S field:EL.ER.WL.WR~N.S @magic
    MW-F x1 city:N.E.W road:S field:SL~N field:SR~N @magic
    MW-G x1 city:N road:E road:S.W field:EL~N field:ER.SL.WR~N field:SR.WL @magic
    MW-H x1 city:N city:W road:E.S field:EL.SR~N.W field:ER.SL @magic
  ]] }, { module = "tiles", if_options = { edition = 2 }, [[
    MW-I x1 city:N city:W road:E.S field:EL.SR~N.W field:ER.SL spot+garden @magic instead:MW-H
  ]] } },
  tokens = { { name = "mage", on = "feature", symbol = "M" },
    { name = "witch", on = "feature", symbol = "W" } },
  variables = { { name = "moved", lifetime = "part" } }, -- 1: one of the two has moved
  points = {
    { kind = { "city", "road" }, token = "mage", per = "tiles", add = 1, order = 60, module = "mage" },
    { kind = { "city", "road" }, token = "witch", halve = "up", order = 70, module = "witch" },
  },
  on_feature_scored = { when = { complete = true, token = figures }, run = leave },
  phases = { moves("magic"), moves(nil, { "tokens", token = "mage", feature = "witch" }) },
}
