--- Parses the sets of rules of the command line: `standard`, `tower`, `tower+siege:pig=1`,
--- `edition=jcz`.
-- @module carcassonne.lab.rule_specs

local carcassonne = require "carcassonne"
local game_specs = require "carcassonne.program.game_specs"
local process = require "carcassonne.program.process"
local tiles_alone = require "carcassonne.lab.tiles_alone"

local rule_specs = {}

--- Name of the rules without house rules and expansions.
rule_specs.STANDARD = "standard"

--- Description for help texts.
rule_specs.HELP = "standard; a house rule or an expansion as for --variant; edition=NAME; a rule value as "
  .. "for --rule; bot=NAME; tiles=VARIANT for the tiles of a variant without its rules; or several of these "
  .. "joined by +. After without=, put spaces around such a +, because a + without spaces joins modules."

-- Returns whether a text is the path of a script, with no options or with options that contain no
-- plus.
local function is_path(text)
  local path, chosen = text:match "^([^:]*)(.*)$"
  local file = not chosen:find("+", 1, true) and io.open(path, "rb")
  if file then file:close() end
  return file and true or false
end

-- Splits a text at its pluses. A plus without spaces joins modules after `without=`, and can be
-- part of a script's path.
local function parts_of(text)
  local parts = {}
  for piece in (text .. " + "):gmatch "(.-)%s+%+%s+" do
    if piece:find("without=", 1, true) or is_path(piece) then
      parts[#parts + 1] = piece
    else
      for part in piece:gmatch "[^+]+" do parts[#parts + 1] = part end
    end
  end
  return parts
end

local function copy_of(list)
  local copy = {}
  for i, item in ipairs(list or {}) do copy[i] = item end
  return copy
end

local known_rules

local function is_rule(name)
  if not known_rules then
    known_rules = {}
    for _, rule in ipairs(carcassonne.rules) do known_rules[rule.name] = true end
  end
  return known_rules[name]
end

-- Adds a part to the options of the game.
local function add_part(args, part)
  local key, value = part:match "^([%a_]+)=(.*)$"
  if key == "edition" then
    args.edition = value
  elseif key == "tiles" then
    table.insert(args.tiles, value)
  elseif key == "bot" then
    if args.named then game_specs.check_recorded(args.named, value) end
    game_specs.check_bots { value }
    args.bot = value
  elseif key and is_rule(key) then
    table.insert(args.rule, part)
  elseif key then
    process.refuse("'%s': '%s' is not edition, bot, tiles or the name of a rule value; write options of a "
      .. "house rule after its name and a colon", part, key)
  elseif part ~= rule_specs.STANDARD then
    table.insert(args.variant, part)
  end
end

--- Returns the label of a set of rules. A script is labelled with its name in `names`, or else with
--- the name of its file without the folder.
---@param text string
---@param names? table<string, string> names of scripts by their part of the text
---@return string
function rule_specs.label(text, names)
  local labels = {}
  for i, part in ipairs(parts_of(text)) do
    local of = part:match "^tiles=(.*)$"
    local name, chosen = (of or part):match "^([^:]*)(.*)$"
    if name:find "%.lua$" then
      name = names and names[of or part] or name:gsub("%.lua$", ""):gsub("^.*/", "")
    end
    labels[i] = (of and "tiles of " or "") .. name .. chosen
  end
  return table.concat(labels, " + ")
end

-- Labels two scripts that have the same name by their files.
local function separate_labels(list)
  local first = {}
  for _, arm in ipairs(list) do
    local other = first[arm.label]
    first[arm.label] = other or arm
    if other then other.label, arm.label = rule_specs.label(other.words), rule_specs.label(arm.words) end
  end
  return list
end

local function refuse_alone(variant)
  process.refuse("tiles=%s: this variant has no tiles, or has nothing but tiles", variant.name)
end

-- Returns the words of the rules that have only the tiles of the variants in `text`; nil if no
-- variant brings tiles.
local function words_alone(text, variants)
  local parts, any = {}, false
  for _, part in ipairs(parts_of(text)) do
    local setting = part == rule_specs.STANDARD or part:find "^[%a_]+="
    if setting then parts[#parts + 1] = part end
    if not setting and tiles_alone.of(variants[part]) then parts[#parts + 1], any = "tiles=" .. part, true end
  end
  return any and table.concat(parts, " + ") or nil
end

-- Reads a set of rules. `known` has the variants that were read before, by their texts, so that no
-- script is loaded a second time for its tiles.
local function read(text, args, known)
  local own = { players = args.players, edition = args.edition, sets = args.sets, without = args.without,
    rule = copy_of(args.rule), variant = copy_of(args.variant), tiles = {}, named = args.named }
  local parts = parts_of(text)
  if #parts == 0 then process.refuse("'%s' names no rules; expected %s", text, rule_specs.HELP) end
  for _, part in ipairs(parts) do add_part(own, part) end
  local settings, names = game_specs.settings(own), {}
  for i, of in ipairs(own.variant) do known[of] = settings.variants[i] end
  for _, of in ipairs(own.tiles) do
    known[of] = known[of] or game_specs.variant(of)
    table.insert(settings.variants, tiles_alone.of(known[of]) or refuse_alone(known[of]))
  end
  for of, variant in pairs(known) do names[of] = variant.name end
  return { words = text, label = rule_specs.label(text, names), bot = own.bot, variants = settings.variants,
    alone = words_alone(text, known), parts = parts, by_part = known, settings = settings,
    game = carcassonne.game(settings) }
end

--- Reads a set of rules, and adds the rules of the options.
---@param text string
---@param args table the options of carcassonne.cli.options.game_options; `named` (NamedBots) for a resumed run
---@return Arm
function rule_specs.read(text, args) return read(text, args, {}) end

-- Compares the rules of scripts that bring tiles with their tiles alone, if the list has both.
local function compare_with_tiles(list)
  local indices = {}
  for i, arm in ipairs(list) do indices[arm.words] = i end
  for _, arm in ipairs(list) do arm.against = arm.alone and indices[arm.alone] end
  return list
end

--- Returns the bots that a set of rules names.
---@param text string
---@return string[]
function rule_specs.bots(text)
  local list = {}
  for _, part in ipairs(parts_of(text)) do list[#list + 1] = part:match "^bot=(.*)$" end
  return list
end

--- Reads several sets of rules. If there is a single set, it is compared with the standard rules.
--- If its scripts bring tiles, it is compared with their tiles alone, and these with the standard
--- rules.
---@param texts string[]
---@param args table
---@return Arm[]
function rule_specs.list(texts, args)
  local list, seen, known, single = {}, {}, {}, #texts == 1 and texts[1] ~= rule_specs.STANDARD
  local function add(text)
    if seen[text] then process.refuse("'%s' is named twice", text) end
    seen[text] = true
    list[#list + 1] = read(text, args, known)
  end
  if single then add(rule_specs.STANDARD) end
  for _, text in ipairs(texts) do add(text) end
  if single and list[2].alone then add(list[2].alone) end
  return compare_with_tiles(separate_labels(list))
end

return rule_specs
