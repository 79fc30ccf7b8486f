--- What the other engine calls the things of our expansions, and how it plays them: a file for each, named like its script.
--
-- A file returns a table. Of everything that is nil there is nothing:
--
-- - `code`: the ids of its tiles begin so, "TO"
-- - `options`: what that engine plays where the rules have it, too, or leave it open
-- - `departures`: options in which it plays otherwise than the rules, each `{ option, value, reason }`
-- - `tilesets`: by the name of a tile set what it means for the options: `["tower:2"] = { edition = 2 }`
-- - `rules`: by the name of a rule of that engine what its values, as texts, mean: options; `usual` is the value where none is given
-- - `saved`: how saved games tell of it (carcassonne.interop.jcz_setup, jcz_replay)
--   - `elements`: by name: `piece`: it is this piece, `most` of which each player may have; `span`: this bridge; `option`: what
--     leaves it out; `tiles`: it means nothing without the expansion's tiles; `tile`: it is this tile; `implied`: the tiles bring
--     it, named or not
--   - `pieces`: what their pieces are
--   - `deployed`: by a feature of theirs to which pieces are deployed the name of our option
--   - `figures`: what their neutral figures are: the name of our option, or that and its number
--   - `taken_back`: by the source of a piece taken back the name of our option
--   - `tokens`: by the name of a token the name of our option and `function(place)` for its number; `token`: the token it names
--   - `messages`: by type `function(replay, payload)`: in words, and a test for our action
--   - `after_commit`: questions that come when the action has been confirmed, by name, `{ wagon = true }`
-- @module carcassonne.interop.expansions

local module_code = require "carcassonne.base.module_code"
local shipped = require "carcassonne.variant.shipped"

local expansions = {}

-- What is built in has no script; its options are rule values.
local BUILT_IN = { "base", "traders" }

--- The expansions in their order, each with its `name`, after what is built in, which has no name.
---@type table[]
expansions.list = {}

--- Those with a script by its name.
---@type table<string, table>
expansions.by_name = {}

-- What the file of that name returns. They come with this program, one for each expansion.
local function read(name)
  local module = "carcassonne.interop.expansions." .. name
  if package.loaded[module] == nil and not module_code.loader(module) then
    error(("interop: '%s' comes with this program, but the module '%s', which says what the other engine calls its things, is not "
      .. "there: install it again"):format(name, module), 0)
  end
  return require(module)
end

for i, name in ipairs(BUILT_IN) do expansions.list[i] = read(name) end

for _, name in ipairs(shipped.expansions()) do
  local expansion = read(name)
  expansion.name, expansion.saved = name, expansion.saved or {}
  expansions.list[#expansions.list + 1], expansions.by_name[name] = expansion, expansion
end

--- All entries of one table of `saved`, of all expansions.
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
