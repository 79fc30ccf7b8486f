--- Mage & Witch: eight tiles that show magic, a mage, and a witch.
--
-- A player who places such a tile moves the mage or the witch before deploying: to any incomplete
-- road or city without either of them. If both are on one road or city, the player moves one of
-- them in the same way, whatever the tile shows. If no such road or city exists, one of them is
-- taken off the table. When a road or city scores, complete or in the final scoring, the mage adds
-- 1 point for each of its tiles, even if an inn or a cathedral reduced it to 0; then the witch
-- halves the result, rounded up. Mage and witch leave a complete road or city, whether or not
-- anybody scored it.
--
-- Source: the sheets of all editions, which agree. The figures are on a whole road or city, so each
-- road or city is one option. Another engine has one option for each segment, which matters only if
-- a ferry divides the road.

local figures = { "mage", "witch" } -- by number of the option

-- Returns a selector of roads and cities, or their segments, to which a figure may go.
local function free(place, keys)
  keys[1], keys.kind, keys.complete, keys.token = place .. "s", { "city", "road" }, false,
    { mage = 0, witch = 0 }
  return keys
end

local ways = { { "tokens", token = figures, when = { free("feature", { max = 0 }) } } } -- leave the table
for _, place in ipairs { "feature", "segment" } do
  ways[#ways + 1] = free(place,
    { number = "1..2", if_options = { place = place, mage = true, witch = true } })
  ways[#ways + 1] = free(place, { number = 1, if_options = { place = place, mage = true, witch = false } })
  ways[#ways + 1] = free(place, { number = 2, if_options = { place = place, mage = false, witch = true } })
end

local function move(state, action)
  state:set_variable("moved", 1)
  if action.token then state:move_token(action, nil) else state:put_token(figures[action.number], action) end
  return true -- a piece may be deployed after it
end

local function leave(state, scoring)
  for figure in state:each { "tokens", token = figures, feature = scoring.feature } do
    state:move_token(figure, nil)
  end
end

-- Returns the phase of the move, for tiles with an attribute or under a condition.
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
  description = "Eight tiles move a mage, who makes a road or city worth more, and a witch, who halves the "
    .. "points of a road or city.",
  options = {
    edition = { 1, 2, description = "in edition 2, one of the tiles has a garden" },
    place = { "feature", "segment",
      description = "what a player chooses for the mage or the witch; feature: a road or city; segment: a "
        .. "segment of a road or city" },
  },
  modules = {
    tiles = "its eight tiles; their magic signs have an effect only with the modules `mage` and `witch`",
    mage = { description = "the mage adds 1 point for each tile of a road or city", needs = { "tiles" } },
    witch = { description = "the witch halves the points of a road or city", needs = { "tiles" } },
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
  variables = { { name = "moved", lifetime = "part" } }, -- 1: a figure has moved
  points = {
    { kind = { "city", "road" }, token = "mage", per = "tiles", add = 1, order = 60, module = "mage" },
    { kind = { "city", "road" }, token = "witch", halve = "up", order = 70, module = "witch" },
  },
  on_feature_scored = { when = { complete = true, token = figures }, run = leave },
  phases = { moves("magic"), moves(nil, { "tokens", token = "mage", feature = "witch" }) },
}
