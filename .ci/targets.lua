-- targets.lua: reads and checks the targets of `make help` and how CI runs them
-- (csrc/make/help.txt).

local doc_blocks = require "doc_blocks"
local read_file = require("annotations").text_of

local targets = {}

local PATH = "csrc/make/help.txt"
local MAX_TARGETS, MAX_WIDTH = 25, 100

local function output_of(command)
  local pipe = assert(io.popen("env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL " .. command .. " 2>/dev/null"))
  local text = pipe:read "*a"
  pipe:close()
  return text
end

--- Returns the rows of the list.
---@return {target:string, status?:string, reason?:string}[]
function targets.list()
  local list = {}
  for target, said in read_file(PATH):gmatch "\n  make ([%w-]+) ([^\n]*)" do
    local status, reason = doc_blocks.read_mark(said:match " | (.*)$" or "", true)
    list[#list + 1] = { target = target, status = status, reason = reason }
  end
  return list
end

local known -- the targets of the Makefile, after they have been read

--- Returns whether the Makefile has a target.
---@param name string
---@return boolean
function targets.exists(name)
  if not known then
    known = {}
    local last
    for line in output_of("make -npRr help"):gmatch "[^\n]*" do
      local names = line:match "^([^#%s][^:=]*):"
      if names and last ~= "# Not a target:" then
        for word in names:gmatch "%S+" do known[word] = true end
      end
      last = line
    end
  end
  return known[name] == true
end

local function has_word(text, word)
  return (" " .. text .. " "):find("[^%w-]" .. word:gsub("%p", "%%%0") .. "[^%w-]") ~= nil
end

-- Returns whether a file calls make with a target.
local function is_run_by(path, target)
  for line in read_file(path):gmatch "[^\n]+" do
    local from = line:lower():find "make"
    if from and not line:match "^%s*[#-][#-]?%s" and not line:find "^\t@echo"
        and has_word(line:sub(from), target) then
      return true
    end
  end
  return false
end

local function problem_of(row)
  if not targets.exists(row.target) then return "there is no such target" end
  if not row.status then return "expected run, short: WORDS, run by FILE, or not-run: REASON" end
  if row.status == "run by" and not is_run_by(row.reason, row.target) then
    return row.reason .. " does not run it"
  end
end

-- Checks the length and width of the printed help.
local function add_problems_of_help(problems)
  local n = 0
  for line in output_of("make -s help"):gmatch "[^\n]+" do
    if line:match "^  make " then n = n + 1 end
    if #line > MAX_WIDTH then
      problems[#problems + 1] = ("`make help`: more than %d columns: %s"):format(MAX_WIDTH, line)
    end
  end
  if n == 0 or n > MAX_TARGETS then
    problems[#problems + 1] = ("`make help` lists %d targets, expected 1 to %d"):format(n, MAX_TARGETS)
  end
end

--- Returns the problems of the list.
---@return string[]
function targets.problems()
  local problems = {}
  for _, row in ipairs(targets.list()) do
    local problem = problem_of(row)
    if problem then problems[#problems + 1] = ("%s: make %s: %s"):format(PATH, row.target, problem) end
  end
  add_problems_of_help(problems)
  return problems
end

return targets
