--- `carcassonne perft`: counts the sequences of decisions from a position.
-- @module carcassonne.cli.perft

local c_locale = require "carcassonne.base.c_locale"
local carcassonne = require "carcassonne"
local cli_options = require "carcassonne.cli.options"
local count = require "carcassonne.lab.perft"
local game_specs = require "carcassonne.program.game_specs"
local json_text = require "carcassonne.lab.json_text"
local output = require "carcassonne.program.output"
local process = require "carcassonne.program.process"
local progress = require "carcassonne.text.progress"
local tables = require "carcassonne.text.table"
local terminal = require "carcassonne.text.terminal"
local words = require "carcassonne.describe.words"

local perft = {
  reads_scripts = true,
  summary = "Count sequences of decisions, to detect any change of the legal actions.",
  description = [[
Counts the sequences of N decisions from a position. Decisions are placements, deployments (passing is one
of the choices), and answers to the question whether to take a further part of the turn. A decision counts
only if a player is asked to make it: a player who has no piece to deploy is not asked. Draws follow the
seed and do not count as decisions. A game that ends before N decisions counts as one sequence. The counts
change only if the rules change.]],
  epilog = [[
Examples:
  carcassonne perft --depth 5
  carcassonne perft --seed 3 --after 60              from the middle of a game, after 60 decisions
  carcassonne perft --edition all --after 61         with the rule values of each edition
  carcassonne perft --depth 3 --divide               a count for each first decision]],
}

function perft.options(command)
  command:option("--depth", "Number of decisions per sequence.", "4"):
    convert(cli_options.integer(1)):argname "N"
  command:option("--seed", "Seed of the draws.", "1"):convert(cli_options.integer(0)):argname "N"
  command:option("--after", "First play this many decisions, which are the same in every run.",
    "0"):convert(cli_options.integer(0)):argname "N"
  cli_options.game_options(command)
  command:flag("--divide", "Show the count for each of the first decisions.")
  command:flag("--json", "Print JSON instead of a table.")
end

-- Calls `run`; returns its result and the processor time in seconds.
local function timed(run, ...)
  local began = os.clock()
  return run(...), os.clock() - began
end

-- Returns the last count, for the message after an interruption.
local function last_count(rows)
  local last = rows[#rows]
  return last and (" after depth %d, %d sequences"):format(last.depth, last.sequences) or ""
end

local function depths_of(state, depth)
  local rows = {}
  local bar = progress.new(depth, "counting", function() return last_count(rows) end)
  local function pause() process.pause(bar) end
  for d = 1, depth do
    local row = { depth = d }
    row.sequences, row.seconds = timed(count.count, state, d, pause)
    rows[d] = row
    bar:step(d)
  end
  bar:done()
  return rows
end

local function divided(state, depth)
  local rows = {}
  for i, found in ipairs(count.divide(state, depth, process.pause)) do
    rows[i] = { action = state:action_to_string(found.action), sequences = found.count }
  end
  return rows
end

-- Counts under one edition.
local function job_of(args, edition)
  local settings = game_specs.settings(args)
  settings.edition = edition
  local game = carcassonne.game(settings)
  local state = count.follow(game:new_initial_state(args.seed), args.after)
  return { edition = edition, players = game:players(), sets = settings.sets or { "base", "traders" },
    after = state:decisions(), rows = args.divide and divided(state, args.depth)
      or depths_of(state, args.depth) }
end

local function heading(args, job)
  return ("%s, edition %s, %s, seed %d%s"):format(words.count(job.players, "player"), job.edition,
    table.concat(job.sets, " + "), args.seed, job.after > 0 and (", after %d decisions"):format(job.after)
      or "")
end

local function seconds(number) return c_locale.format("%.3f", number) end

local function table_of(args, job)
  local rows = { args.divide and { "decision", "sequences" } or { "depth", "sequences", "seconds" } }
  for _, row in ipairs(job.rows) do
    rows[#rows + 1] = args.divide and { row.action, row.sequences }
      or { row.depth, row.sequences, seconds(row.seconds) }
  end
  return rows
end

local function print_tables(args, jobs)
  local look = terminal.style(args.color)
  for i, job in ipairs(jobs) do
    output.print((i > 1 and "\n" or "") .. heading(args, job) .. "\n")
    output.print_lines(tables.lines(table_of(args, job), { heading = true, style = look }))
  end
end

local function as_json(args, jobs)
  local data = { seed = args.seed, depth = args.depth, results = jobs }
  for _, job in ipairs(jobs) do setmetatable(job.rows, { __jsontype = "array" }) end
  return json_text.encode(data)
end

function perft.run(args)
  local jobs = {}
  for i, edition in ipairs(args.edition == "all" and carcassonne.editions
      or { args.edition or carcassonne.default_edition }) do
    jobs[i] = job_of(args, edition)
  end
  if args.json then output.print_data(as_json(args, jobs)) else print_tables(args, jobs) end
  return 0
end

return perft
