--- Sets up, plays and reports a run that varies options over ranges.
-- @module carcassonne.lab.sweep_run

local c_locale = require "carcassonne.base.c_locale"
local carcassonne = require "carcassonne"
local measures = require "carcassonne.lab.measures"
local process = require "carcassonne.program.process"
local report = require "carcassonne.lab.report"
local rule_specs = require "carcassonne.lab.rule_specs"
local run_setup = require "carcassonne.lab.run_setup"
local sweep_output = require "carcassonne.lab.sweep_output"
local sweep_ranges = require "carcassonne.lab.sweep_ranges"

local sweep_run = {}

local USUAL, PILOT = 200, 8

-- ---- Preparing ----------------------------------------------------------------------------------

-- Returns the default of an option or rule value; refuses a default that is not a number.
local function check_numbers(text, axes)
  for _, axis in ipairs(axes) do
    for part in text:gmatch "[^+]+" do
      local name, chosen = part:match "^%s*([^:=]+):(.*)$"
      if name and ("," .. chosen):find("," .. axis.name .. "=", 1, true) then
        local default = carcassonne.variant(name).options[axis.name]
        if default ~= nil and type(default) ~= "number" then
          process.refuse("sweep: expected an option that is a number; the default of option '%s' of %s is "
            .. "%s", axis.name, name,
            c_locale.tostring(default))
        end
      elseif part:match "^%s*edition=" and axis.name == "edition" then
        process.refuse("sweep: expected an option that is a number, got `edition`; to compare editions: "
          .. "`carcassonne compare`")
      end
    end
  end
end

--- Returns the run of the command line, or the run of the resumed file.
---@param args table the options of the command; `rules` is a list with a single text
---@param file? ResultsFile
---@return RunHead head
---@return Plan plan
---@return integer games mean of the values' numbers of games
function sweep_run.prepare(args, file)
  run_setup.check_resumed(args, file, "sweep", args.rules[1])
  local text = file and file.head.sweep or args.rules[1]
  if not text then process.refuse("no rules to vary; see: carcassonne sweep --help") end
  if args.rules[2] then
    process.refuse("expected one set of rules, with one or two ranges; omit %s", args.rules[2])
  end
  local axes, points = sweep_ranges.ranges(text)
  check_numbers(text, axes)
  local function list()
    local arms_of = {}
    for i, point in ipairs(points) do arms_of[i] = rule_specs.read(point.text, args) end
    return arms_of
  end
  return run_setup.run_of(args, file,
    { command = "sweep", usual = USUAL, list = list, more = { sweep = text } })
end

-- ---- Playing ------------------------------------------------------------------------------------

local FEWEST = 4 -- minimum number of blocks of a round

-- Returns the last block of the round that follows a block. If the run has no targets, the round
-- lasts to the end of the run. With targets, a round is large enough for several processes, and
-- small compared with the blocks so far.
local function round_of(number, wishes, most)
  if not wishes then return most end
  return number == 0 and PILOT or number + math.max(FEWEST, math.floor(number / FEWEST))
end

-- Returns the values in the next round: all values, or those that may still be the closest.
local function in_doubt(made, wishes, number, count)
  local before, left = {}, {}
  for _, block in ipairs(made.blocks) do
    if block.block <= number then before[#before + 1] = block end
  end
  local standings = wishes and number > 0 and sweep_ranges.standings(before, count, wishes)
  for arm = 1, count do
    if not standings or not standings[arm].out then left[#left + 1] = arm end
  end
  return left
end

--- Plays the missing blocks of a run, round by round. So the choice of values does not depend on
--- the process that played a block.
---@param made RunController
---@param wishes? Wish[]
---@param games integer mean of the values' numbers of games
function sweep_run.play(made, wishes, games)
  local count, size = #made.plan.arms, made.plan.size
  -- left_over is a number of blocks; each block plays one value
  local left_over, number = math.ceil(games * count / size), 0
  made:begin(math.ceil(games / size) * size)
  while left_over > 0 do
    local left, list = in_doubt(made, wishes, number, count), {}
    if wishes and #left == 1 then break end
    local last = math.min(round_of(number, wishes, math.ceil(games / size)),
      number + math.ceil(left_over / #left))
    for block = number + 1, last do
      list[#list + 1] = { block = block, arms = #left < count and left or nil }
    end
    made:fill(list)
    number, left_over = last, left_over - #list * #left
  end
  made:finish()
end

-- ---- Showing ------------------------------------------------------------------------------------

-- Returns the measures that are shown first or as maps: those of the targets; if there are none,
-- points.
local function shown_of(made, wishes)
  local list = {}
  for _, wish in ipairs(wishes or {}) do list[#list + 1] = wish.measure end
  if #list == 0 then list[1] = made.measures[1] end
  return list
end

--- Shows the report of a run's blocks.
---@param args table the options of the output and the targets
---@param head RunHead
---@param list Block[]
---@return integer status
function sweep_run.show(args, head, list)
  local about, rules = {}, {}
  about.axes, about.points = sweep_ranges.ranges(head.sweep)
  local wishes = args.want and sweep_ranges.wishes(args.want, measures.list(head.sides))
  if wishes then about.standings, about.best = sweep_ranges.standings(list, #about.points, wishes) end
  for i, point in ipairs(about.points) do rules[i] = { label = rule_specs.label(point.text) } end
  local whole = report.of({ rules = rules, sides = head.sides,
    looks = wishes and "any" or run_setup.looks(head, list) }, list)
  about.shown = shown_of(whole, wishes)
  return sweep_output.show(args, head, whole, about)
end

return sweep_run
