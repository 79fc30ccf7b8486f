--- JCloisterZone's names for the expansions of this engine and their parts, and the options that
--- follow JCloisterZone's rules.
--
-- The table has an entry for each expansion, under the name of its script. All keys are optional:
--
-- - `code`: the prefix of the ids of its tiles, such as "TO"
-- - `options`: JCloisterZone's values, if the rules allow them or leave the choice open
-- - `departures`: JCloisterZone's values that differ from the rules, each
--   `{ option, value, reason }`
-- - `tilesets`: options by the name of a tile set: `["tower:2"] = { edition = 2 }`
-- - `joined`: the value of an option if two tile sets require different values
-- - `rules`: options by the value of a rule of JCloisterZone; `usual` is the default value
-- - `saved`: the parts of saved games (carcassonne.interop.jcz_setup, jcz_replay)
--   - `elements`: entries by the name of an element, with these keys: `piece`: the piece that the
--     element is, at most `most` for each player; `span`: the bridge that it is; `option`: the
--     option that omits it; `tiles`: whether it requires the expansion's tiles; `tile`: the tile
--     that it is; `implied`: whether the tiles include it, even if the file does not name it
--   - `pieces`: this engine's pieces by JCloisterZone's names
--   - `deployed`: the choice of this engine by the feature to which a piece is deployed
--   - `landings`: the names of the choices of this engine that a deploy message stands for, as a
--     set: `{ landing = true }`
--   - `figures`: by the neutral figure, the choice of this engine, and its number if it needs one
--   - `taken_back`: by the source of a piece that is taken back, the choice of this engine
--   - `tokens`: by JCloisterZone's token: the choice of this engine, and `function(place)` for the
--     number of the choice; `token`: this engine's token
--   - `messages`: by the type of a message: `function(replay, payload)`, which returns a text, and
--     a test for the action
--   - `confirmations`: by type: messages that only confirm, with a random number
--   - `after_commit`: by name: questions that follow the confirmation, `{ wagon = true }`
-- @module carcassonne.interop.expansions

local places = require "carcassonne.interop.notation.jcz_places"
local shipped = require "carcassonne.variant.shipped"

-- Returns an entry of `tokens`: the choice `tunnel`, with a letter as its number.
local function lay(letter)
  return { "tunnel", function() return letter end }
end

-- Reads the answer to a question with two answers. The phase of this engine offers them as number 1
-- (`first`) and number 2.
local function choice(name, first)
  return function(_, payload)
    local number = payload.value == first and 1 or 2
    return ("%s %s"):format(name, tostring(payload.value)), function(action)
      return action.name == name and action.number == number
    end
  end
end

-- Built-in expansions have no script. Their options are rule values.
local ENTRIES = {
  base = {
    rules = { ["tiny-city-scoring"] = { usual = "4", ["4"] = { small_city = 4 },
      ["2"] = { small_city = 2 } } },
    saved = {
      elements = { farmers = {}, ["small-follower"] = { piece = "follower" } },
      pieces = { small = "follower" },
    },
  },
  traders = {
    saved = {
      elements = { traders = {}, ["pig-herd"] = {}, builder = { piece = "builder" },
        pig = { piece = "pig" } },
      pieces = { builder = "builder", pig = "pig" },
    },
  },
  ["inns-and-cathedrals"] = {
    code = "IC",
    tilesets = { ["inns-and-cathedrals:2"] = { edition = 2 } },
    rules = {
      ["inn-and-cathedral-final-scoring"] = { usual = "zero", zero = { unfinished = "nothing" },
        ignore = { unfinished = "ordinary" } },
    },
    saved = {
      elements = {
        ["big-follower"] = { piece = "large" }, inn = { option = "inns", tiles = true },
        cathedral = { option = "cathedrals", tiles = true },
      },
      pieces = { big = "large" },
    },
  },
  ["king-and-robber"] = {
    code = "KR",
    tilesets = { ["king-and-robber:2"] = { edition = 2 } },
    rules = {
      ["king-and-robber-scoring"] = { usual = "default", default = { scoring = "default" },
        ["10/20"] = { scoring = "10/20" },
        ["15/40"] = { scoring = "15/40" }, continuously = { scoring = "continuous" } },
    },
    saved = { elements = { king = { option = "king" }, robber = { option = "robber" } } },
  },
  ["abbey-and-mayor"] = {
    code = "AM",
    tilesets = { ["abbey-and-mayor:2"] = { edition = 2 } },
    departures = {
      { "end_round", "again",
        "after the last tile, the players may place abbeys in several rounds; each round ends with the "
          .. "player who had the last turn" },
    },
    rules = {
      ["wagon-move"] = { usual = "C2", C1 = { wagon_move = "C1" }, C2 = { wagon_move = "C2" } },
      ["barn-placement"] = { usual = "not-occupied", ["not-occupied"] = { barn_field = "no-barn" },
        occupied = { barn_field = "any" } },
    },
    saved = {
      elements = {
        mayor = { piece = "mayor" }, wagon = { piece = "wagon" }, barn = { piece = "barn" },
        abbey = { option = "abbeys", tile = "AM-AB" },
      },
      pieces = { mayor = "mayor", wagon = "wagon", barn = "barn" },
      after_commit = { wagon = true, abbey = true, ["abbey-end"] = true },
    },
  },
  bridges = {
    departures = {
      { "free", "empty-ends", "a bridge that the placed tile does not need can be laid only on this "
        .. "tile" } },
    saved = { elements = { bridge = { span = "bridge" } }, tokens = { BRIDGE = { "bridge", places.axis } } },
  },
  castles = {
    departures = {
      { "lords", "alone", "a castle is offered only if the city has exactly one follower" },
      { "declines", "all", "a player who declines a castle declines it for all players who would be asked "
        .. "later" },
    },
    saved = { elements = { castle = {} }, tokens = { CASTLE = { "castle" } } },
  },
  bazaars = {
    code = "BB",
    departures = { { "debts", true, "in a bazaar, a player can buy a tile even with too few points "
      .. "for it" } },
    tilesets = { ["bridges-castles-and-bazaars:2"] = { edition = 2 } },
    rules = { ["bazaar-no-auction"] = { usual = "false", ["false"] = { auction = true },
      ["true"] = { auction = false } } },
    saved = {
      elements = { bazaar = { option = "bazaars", tiles = true } },
      after_commit = { bazaar = true, bid = true, sale = true },
    },
  },
  ["princess-and-dragon"] = {
    code = "PD",
    tilesets = { ["princess-and-dragon:2"] = { edition = 2 } },
    departures = {
      { "fairy_pays", "moved",
        "the fairy also pays for a follower that was beside her in the Count's city, and has moved to the "
          .. "feature in which it scores" },
    },
    options = { dragon_eats = "towers", fairy_stays = true, fairy_bonus = "always" },
    rules = {
      ["princess-action"] = { usual = "may", may = { princess = "may" }, must = { princess = "must" } },
      ["fairy-placement"] = { usual = "next-follower", ["next-follower"] = { fairy_on = "follower" },
        ["on-tile"] = { fairy_on = "tile" } },
      ["dragon-move"] = { usual = "before-scoring", ["before-scoring"] = { dragon_moves = "before-scoring" },
        ["after-scoring"] = { dragon_moves = "after-scoring" } },
    },
    saved = {
      elements = {
        fairy = { option = "fairy" }, dragon = { option = "dragon", tiles = true },
        princess = { option = "princesses", tiles = true }, portal = { option = "portals", tiles = true },
      },
      figures = { fairy = "fairy", dragon = "dragon" },
      taken_back = { PRINCESS = "princess" },
    },
  },
  tower = {
    code = "TO",
    tilesets = { ["tower:2"] = { edition = 2 } },
    options = { own_captured = "home", capture = "may" },
    departures = {
      { "exchange", "asked", "a prisoner who is bought back during an exchange can still be chosen for the "
        .. "exchange" },
    },
    saved = {
      elements = { tower = { option = "towers", tiles = true } },
      tokens = { TOWER_PIECE = { "tower" } },
    },
  },
  festival = {
    code = "FE",
    rules = { ["festival-return"] = { usual = "meeple", meeple = { returns = "any" },
      follower = { returns = "follower" } } },
    saved = {
      elements = { festival = { option = "recall", tiles = true } },
      taken_back = { FESTIVAL = "festival" },
    },
  },
  tunnel = {
    code = "TU",
    departures = { { "often", "turn", "a player lays at most one tunnel token per turn, even in a double "
      .. "turn" } },
    rules = {
      ["tunnelize-other-expansions"] = { usual = "false", ["false"] = { other_tunnels = false },
        ["true"] = { other_tunnels = true } },
      ["more-tunnel-tokens"] = { usual = "3/2", ["3/2"] = { tokens = "3/2" }, ["2/1"] = { tokens = "2/1" },
        ["1/1"] = { tokens = "1/1" } },
    },
    saved = {
      elements = { tunnel = { option = "tunnels", tiles = true } },
      tokens = { TUNNEL_A = lay(1), TUNNEL_B = lay(2), TUNNEL_C = lay(3) },
    },
  },
  siege = {
    code = "SI",
    departures = {
      { "escape_often", "turn", "at most one knight escapes per turn, even in a double turn" },
      { "monastery", "any-tile", "a monastery beside any tile of the city lets knights escape" },
      { "pig", 1, "a besieged city counts once for a pig, although it counts twice for the field" },
    },
    rules = {
      ["espace-variant"] = { usual = "any-tile", ["any-tile"] = { monastery = "any-tile" },
        ["siege-tile"] = { monastery = "besieging-tile" } },
    },
    saved = {
      elements = { siege = { option = "siege", tiles = true }, escape = { option = "escape", tiles = true } },
      taken_back = { SIEGE_ESCAPE = "escape" },
      after_commit = { escape = true },
    },
  },
  river = {
    code = "RI",
    departures = {
      { "turns", "room",
        "a river can continue only into a cell with two free cells beside it and three free cells beyond it, "
          .. "and therefore cannot turn back" },
      { "volcano", "stays",
        "if the game has no dragon, the lake with the volcano is an ordinary tile" },
    },
    tilesets = { ["river/1:1"] = { rivers = "first" }, ["river/1:2"] = { rivers = "first", edition = 2 },
      ["river/2:1"] = { rivers = "second" }, ["river/2:2"] = { rivers = "second", edition = 2 },
        ["gq11/river"] = { gq11 = true } },
    joined = { rivers = "both" },
    saved = { elements = { river = { implied = true } } },
  },
  ["corn-circles"] = {
    code = "CC",
    options = { deploy = "may" },
    saved = {
      elements = { ["corn-circle"] = { implied = true } },
      messages = { CIRCLE_REMOVE_OR_DEPLOY = choice("corn", "DEPLOY") },
      after_commit = { corn = true, ["corn-deploy"] = true, ["corn-remove"] = true },
    },
  },
  count = {
    code = "CO",
    departures = {
      { "often", "part", "a follower can move to the city in each part of a double turn" },
      { "arrives", "last-tile",
        "no follower moves into a feature that a ferry or a tunnel has completed and that is not on the "
          .. "tile just placed" },
    },
    rules = {
      ["coc-final-scoring"] = { usual = "market-only", ["market-only"] = { at_end = "market" },
        ["any-district"] = { at_end = "any" } },
      ["count-move"] = { usual = "by-player", ["by-player"] = {} },
    },
    saved = { elements = { count = { option = "quarters", tiles = true } } },
  },
  gq11 = { code = "GQ", rules = { ["gq11-pig-herd"] = { usual = "pig", pig = {} } } },
  winter = { code = "WI" },
  ["spiel-doch"] = { code = "SD", tilesets = { ["spiel-doch:2"] = { edition = 2 } } },
  ["mage-and-witch"] = {
    code = "MW",
    tilesets = { ["mage-and-witch:2"] = { edition = 2 } },
    options = { place = "segment" },
    saved = {
      elements = { mage = { option = "mage", tiles = true }, witch = { option = "witch", tiles = true } },
      figures = { mage = { "mage", 1 }, witch = { "mage", 2 } },
    },
  },
  ["wind-roses"] = { code = "WR", saved = { elements = { ["wind-rose"] = { implied = true } } } },
  watchtowers = {
    code = "WT",
    departures = { { "who", "any", "builders also set off a watchtower" } },
    saved = { elements = { watchtower = { implied = true } } },
  },
  cult = {
    code = "CU",
    tilesets = { ["cult/5"] = { tile_count = 5 } },
    saved = { elements = { shrine = { option = "challenge", tiles = true } } },
  },
  ["little-buildings"] = {
    rules = {
      ["little-buildings-scoring"] = { usual = "1/1/1", ["1/1/1"] = { scoring = "1/1/1" },
        ["3/2/1"] = { scoring = "3/2/1" } },
    },
    saved = {
      elements = { ["little-buildings"] = {} },
      tokens = { LB_SHED = { "building", token = "little-shed" },
        LB_HOUSE = { "building", token = "little-house" },
        LB_TOWER = { "building", token = "little-tower" } },
    },
  },
  darmstadt = { code = "DA", saved = { elements = { church = { implied = true } } } },
  ferries = {
    code = "FR",
    departures = {
      { "cut_off", "both",
        "a builder that is cut off from all followers stays if the ferry still joins its road, and keeps "
          .. "other pieces off that road" },
    },
    saved = { elements = { ferry = { option = "ferries", tiles = true } } },
  },
  monasteries = {
    code = "MO",
    rules = { ["keep-monasteries"] = { usual = "replace", replace = { monasteries = "replace" },
      keep = { monasteries = "keep" } } },
    saved = { elements = { monastery = { implied = true } } },
  },
  ["under-the-big-top"] = {
    code = "BT",
    tilesets = { ["under-the-big-top:2"] = { edition = 2 } },
    saved = {
      elements = {
        bigtop = { option = "tent", tiles = true }, acrobats = { option = "acrobats", tiles = true },
        ringmaster = { piece = "ringmaster" },
      },
      pieces = { ringmaster = "ringmaster" },
    },
  },
  ["russian-promos"] = { code = "RP", saved = { elements = { ["russian-trap"] = { implied = true } } } },
  abbot = {
    departures = {
      { "from_place", true, "an abbot on the abbot's place of a special monastery can also be called "
        .. "home" },
    },
    saved = {
      elements = { abbot = { piece = "abbot" }, garden = { option = "tiles" } },
      pieces = { abbot = "abbot" },
      taken_back = { ABBOT = "recall" },
    },
  },
  labyrinth = {
    code = "LA",
    departures = {
      { "counted", "pieces", "a builder on a complete road with a labyrinth also brings 2 points" } },
    rules = {
      ["labyrinth-variant"] = { usual = "advanced", advanced = {},
        basic = { stretches = false, bonus = false } },
    },
  },
  goldmines = {
    code = "GM",
    departures = { { "tiles_taken", "given",
      "a player who shares ingots does not choose the tiles: the ingots on the tile with the most claims "
        .. "are taken first" } },
    saved = {
      elements = { gold = { option = "gold", tiles = true } },
      tokens = { GOLD = { "gold" } },
    },
  },
  ["hills-and-sheep"] = {
    code = "HS",
    tilesets = { ["hills-and-sheep:2"] = { edition = 2 } },
    rules = {
      ["hill-tiebreaker"] = { usual = "at-least-one-follower",
        ["at-least-one-follower"] = { hill_tie = "any" },
        ["number-of-followers"] = { hill_tie = "most" } },
    },
    saved = {
      elements = {
        shepherd = { piece = "shepherd" },
        hill = { option = "hills", tiles = true }, vineyard = { option = "vineyards", tiles = true },
      },
      pieces = { shepherd = "shepherd" },
      confirmations = { SHEPHERD_CONFIRM = true },
      messages = { FLOCK_EXPAND_OR_SCORE = choice("flock", "EXPAND") },
    },
  },
  phantom = { saved = { elements = { phantom = { piece = "phantom" } }, pieces = { phantom = "phantom" } } },
  ["flying-machines"] = {
    code = "FL",
    tilesets = { ["flier:2"] = { edition = 2 } },
    saved = { elements = { flier = { implied = true } }, deployed = { FlyingMachine = "fly" },
      landings = { landing = true } },
  },
}

local expansions = {}

--- The built-in part, which has no name, and the expansions in order, each with its `name`.
---@type table[]
expansions.list = { ENTRIES.base, ENTRIES.traders }

--- The expansions that have a script, by its name.
---@type table<string, table>
expansions.by_name = {}

for _, name in ipairs(shipped.expansions()) do
  local expansion = ENTRIES[name] or {}
  expansion.name, expansion.saved = name, expansion.saved or {}
  expansions.list[#expansions.list + 1], expansions.by_name[name] = expansion, expansion
end

--- Returns the merged entries of one table of `saved`, over all expansions.
---@param key string
---@return table<string, any>
function expansions.gathered(key)
  local all = {}
  for _, expansion in ipairs(expansions.list) do
    for name, value in pairs(expansion.saved[key] or {}) do all[name] = value end
  end
  return all
end

return expansions
