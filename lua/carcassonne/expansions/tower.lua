--- The Tower: eighteen tiles on which towers rise and take prisoners.
--
-- Instead of deploying, a player may put a tower piece on any tower without a follower on top, also
-- as its first piece. The player may then take one follower: from the tower's own tile, or from a
-- tile in its row or column, at most as far away as the tower is high. Gaps and other towers do not
-- matter. Barns are not followers; builders and pigs are followers only by the rule
-- `count_as_followers`.
--
-- The player's own follower returns. A follower of another player becomes a prisoner. If that
-- player holds a follower of the captor, both return at once; if several kinds are held, the captor
-- chooses. A capture is possible in both parts of a double turn. Once a turn (also in a double
-- turn), at any decision of the turn, the player may buy back a prisoner by paying 3 points to its
-- captor.
--
-- An ordinary or large follower may also be deployed on a tower that has a tower piece. Nobody can
-- build on this tower while the follower is there. The follower scores nothing, and can be taken
-- like others. Tower pieces: 10, 9, 7, 6, 5 for each player, with two to six players.
--
-- Source: the second edition, according to the wiki, and the rule sheet of Traders & Builders on
-- double turns.

local RANSOM = 3
local KINDS = 16 -- maximum number of kinds; prisoners have the index (owner - 1) * KINDS + kind

-- ---- Prisoners ----------------------------------------------------------------------------------

-- Returns how many of an owner's pieces of one kind a captor holds.
local function count_held(state, captor, owner, kind)
  return state:variable("prisoners", captor, (owner - 1) * KINDS + kind)
end

local function change_held(state, captor, owner, kind, by)
  state:set_variable("prisoners", captor, (owner - 1) * KINDS + kind,
    count_held(state, captor, owner, kind) + by)
  state:set_variable("captives", owner, state:variable("captives", owner) + by)
end

-- Returns the kinds of an owner's pieces that a captor holds, as numbers.
local function kinds_held(state, captor, owner)
  local kinds = {}
  for kind = 1, KINDS do
    if count_held(state, captor, owner, kind) > 0 then kinds[#kinds + 1] = kind end
  end
  return kinds
end

local function set_free(state, captor, owner, kind)
  change_held(state, captor, owner, kind, -1)
  state:release(owner, state:game():piece(kind).name)
end

-- ---- Towers -------------------------------------------------------------------------------------

local function build(state, action)
  state:put_token("tower", action)
  state:set_variable("reach", state:num_tokens("tower", action))
  state:set_variable("reach_from", action)
end

-- ---- Capture and exchange -----------------------------------------------------------------------

local function imprison(state, action)
  local captor, owner, kind = state:turn_player(), action.player, state:game():piece(action.piece).index
  state:capture(action)
  change_held(state, captor, owner, kind, 1)
  local mine = kinds_held(state, owner, captor)
  if #mine == 1 then
    set_free(state, owner, captor, mine[1])
    set_free(state, captor, owner, kind)
  elseif #mine > 1 then
    state:set_variable("exchange_with", nil, owner)
    state:set_variable("exchange_for", nil, kind)
    for _, one in ipairs(mine) do state:set_variable("exchange_kinds", one, 1) end
  end
end

local function take(state, action)
  if not action then return end
  if action.player == state:turn_player() then return state:return_piece(action) end
  imprison(state, action)
end

local function offer_exchange(state, options)
  local player, other = state:turn_player(), state:variable "exchange_with"
  for kind, piece in ipairs(state:game():pieces()) do
    local held = count_held(state, other, player, kind) > 0
    if held or options.exchange == "asked" and state:variable("exchange_kinds", kind) > 0 then
      state:offer { piece = piece.name }
    end
  end
  return player
end

local function exchange(state, action)
  local player, other, kind = state:turn_player(), state:variable "exchange_with",
    state:game():piece(action.piece).index
  if count_held(state, other, player, kind) > 0 then set_free(state, other, player, kind) end
  set_free(state, player, other, state:variable "exchange_for")
end

-- ---- Ransom -------------------------------------------------------------------------------------

local function offer_ransom(state)
  local player, left = state:turn_player(), state:variable("captives", state:turn_player())
  for captor = 1, state:game():players() do
    for kind = 1, KINDS do
      if left == 0 then return end -- all pieces have been found
      local held = count_held(state, captor, player, kind)
      if held > 0 then state:offer { player = captor, piece = state:game():piece(kind).name } end
      left = left - held
    end
  end
end

local function ransom(state, action)
  state:set_variable("ransomed", nil, 1)
  state:award(state:turn_player(), -RANSOM, "ransom")
  state:award(action.player, RANSOM, "ransom")
  set_free(state, action.player, state:turn_player(), state:game():piece(action.piece).index)
end

return {
  name = "tower",
  description = "Players build towers and capture followers within reach; prisoners are exchanged or "
    .. "bought back.",
  options = {
    edition = { 1, 2, description = "in edition 2, two of the tiles have a garden" },
    capture = { "may", "must", description = "whether a player may or must capture a follower within "
      .. "reach" },
    own_captured = { "home", "never", description = "home: a player's own follower that is captured goes "
      .. "home; never: players cannot capture their own followers" },
    exchange = { "held", "asked",
      description = "held: a player who exchanges prisoners chooses among those that are still held; asked: "
        .. "also those that the player bought back during the exchange, so that the other player's prisoner "
        .. "is freed for nothing" },
  },
  modules = {
    tiles = "its eighteen tiles; the towers on them have an effect only with the module `towers`",
    towers = { description = "players build towers and capture followers within reach", needs = { "tiles" } },
    ransom = { description = "a player may buy back a prisoner", needs = { "towers" } },
  },
  attributes = { { name = "tower", on = "tile" },
    { name = "garden", shared = true, scores_as_monastery = true,
    if_options = { edition = 2 } } },
  tiles = { { module = "tiles", [[
    TO-A x2 spot city:N field:EL.ER.SL.SR.WL.WR~N @tower
    TO-B x1 spot field:NL.NR.EL.ER.SL.SR.WL.WR @tower
    TO-D x1 spot monastery field:NL.NR.EL.ER.SL.SR.WL.WR @tower
    TO-E x1 spot road:W road:S field:NL.NR.EL.ER.SL.WR field:SR.WL @tower
    TO-G x1 spot road:W road:N road:E field:NL.WR field:NR.EL field:ER.SL.SR.WL @tower
    TO-H x1 spot road:N.W road:E.S field:NL.WR field:ER.SL field:NR.EL.SR.WL @tower
    TO-I x1 spot road:N road:E road:S road:W field:NL.WR field:NR.EL field:ER.SL field:SR.WL @tower
    TO-J x1 spot road:N.S city:E.W field:NL~W field:NR~W field:SL~W field:SR~W @tower
    TO-K x1 spot city:N road:S field:SR.WL.WR~N field:EL.ER.SL~N @tower
    TO-L x1 spot road:S.W city:N field:EL.ER.SL.WR~N field:SR.WL @tower
    TO-M x1 spot city:N road:E.W field:WR~N field:EL~N field:ER.SL.SR.WL @tower
    TO-N x1 spot city:N.W field:EL.ER.SL.SR~N @tower
    TO-O x1 spot road:E city:N.W field:EL~N field:ER~N field:SL.SR~N @tower
    TO-P x1 spot city:N city:W field:EL.ER.SL.SR~N.W @tower
    TO-Q x1 spot road:E.W city:N city:S field:EL.WR~N field:ER.WL~S @tower
    TO-R x1 spot road:S city:N.E.W field:SL~N field:SR~N @tower
    TO-S x1 spot city:N.E.W+pennant city:S field~W.S @tower
  ]] }, { module = "tiles", if_options = { edition = 2 }, [[
    TO-C x1 spot field:NL.NR.EL.ER.SL.SR.WL.WR spot+garden @tower instead:TO-B
    TO-F x1 spot road:W road:S field:NL.NR.EL.ER.SL.WR field:SR.WL spot+garden @tower instead:TO-E
  ]] } },
  -- The number of tokens on a tile is the height of its tower.
  tokens = { { name = "tower", module = "towers", owner = "dealt", count = { 10, 10, 9, 7, 6, 5 } } },
  variables = {
    { name = "prisoners", module = "towers", scope = "player", size = 6 * KINDS }, -- by captor
    { name = "captives", module = "towers", scope = "player" }, -- number of a player's pieces that are held
    -- the height and the place of the tower just built; 0: no follower can be taken
    { name = "reach", module = "towers", lifetime = "part" },
    { name = "reach_from", module = "towers", type = "tile", lifetime = "part" },
    -- the other player of an open exchange, and the kind of piece that returns to that player
    { name = "exchange_with", module = "towers", lifetime = "part" },
    { name = "exchange_for", module = "towers", lifetime = "part" },
    -- 1: a piece of this kind can be chosen
    { name = "exchange_kinds", module = "towers", size = KINDS, lifetime = "part" },
    { name = "ransomed", module = "ransom", lifetime = "turn" },
  },
  phases = {
    {
      name = "tower",
      module = "towers",
      timing = "deployment",
      offer = {
        { "tiles", attribute = "tower",
          has_no = { "pieces", kind = "spot", except = { attribute = "garden?" } },
          when = { player = { token = "tower" } } },
        { "segments", kind = "spot", token = "tower",
          can_deploy = { "follower", "large?", "phantom?", "ringmaster?" }, deploy = true,
          except = { attribute = "garden?" } },
      },
      on_chosen = build,
    },
    -- These two phases belong to the action, so they run before phases of other expansions.
    {
      name = "capture",
      module = "towers",
      timing = "before_scoring",
      order = 10,
      when = { variable = "reach" },
      offer = { "pieces", follower = true, in_line_with = "reach_from", within = "reach",
        except = { { token = "castles.castle?" },
          { player = "turn_player", if_options = { own_captured = "never" } } } },
      question = "Which follower is captured?", may_pass = { option = "capture", is = "may" },
      on_chosen = take,
    },
    { name = "exchange", module = "towers", timing = "before_scoring", order = 10,
      when = { variable = "exchange_with" },
      question = "Which prisoner comes home in exchange?", ask = offer_exchange, on_chosen = exchange },
    {
      name = "ransom",
      module = "ransom",
      timing = "anytime",
      when = { player = { variable = { captives = { min = 1 }, points = { min = RANSOM } } },
        variable = { ransomed = 0 } },
      ask = offer_ransom,
      on_chosen = ransom,
    },
  },
}
