-- doc_blocks.lua: reads the blocks of code in the pages of the project and checks their marks.
--
-- Each block has a mark: a comment on the line above it, which readers of the page do not see:
--
--   <!-- run -->                           runs unchanged
--   <!-- short: -n 2000 becomes -n 4 -->   runs with this replacement; separate several by "; "
--   <!-- not-run: REASON -->               does not run
--   <!-- output -->                        output of the sh block above; a line ... is any lines
--   <!-- run by FILE -->                   FILE runs each line of it
--
-- A block without a mark of its own has the mark of its language on this page: <!-- lua blocks: run
-- -->. lua and carc run in spec/programs/manual_spec.lua, sh in spec/programs/pages_spec.lua; sh is
-- one shell for a page, in an empty folder or, after <!-- folder: checkout -->, in a copy of the
-- checkout. A block of any language after "Write `NAME`:" is written to a file NAME in the folder.
-- The commands in <!-- before: COMMANDS --> prepare the folder. `lua .ci/check_blocks.lua` prints
-- the table.

package.path = "csrc/make/?.lua;" .. package.path
local markdown = require "carcassonne.cli.markdown"
local read_file = require("annotations").text_of

local doc_blocks = {}

-- By language, the spec that runs its blocks.
local RUN_BY = { lua = "spec/programs/manual_spec.lua", carc = "spec/programs/manual_spec.lua",
  sh = "spec/programs/pages_spec.lua" }

--- A block with its mark.
---@class MarkedBlock: DocumentBlock
---@field path string of the page
---@field status? string "run", "short", "not-run", "output", "run by"; nil for a block without a mark
---@field reason? string the reason of not-run; the replacements of short
---@field file? string the file to which the block is written
---@field run_by? string the file that runs the block
---@field script string the code of the block as it is run

local function trim(text) return text:match "^%s*(.-)%s*$" end

-- Returns the rows of "A becomes B; C becomes D".
local function replacements(text)
  local list = {}
  for part in (text .. "; "):gmatch "(.-); " do
    local from, to = (" " .. part .. " "):match "^ (.-) becomes (.*)$"
    if from then list[#list + 1] = { from = trim(from), to = trim(to) }
    elseif #list > 0 then list[#list].to = list[#list].to .. "; " .. part
    else return nil end
  end
  return list
end

--- Returns the status that a mark gives, and the rest of the mark; or nil.
---@param mark string
---@param of_target? boolean whether the mark belongs to a make target, for which `short` adds words
---@return string? status
---@return string? reason
function doc_blocks.read_mark(mark, of_target)
  if mark == "run" or mark == "output" then return mark end
  local file = mark:match "^run by (%S+)$"
  if file then return "run by", file end
  local status, said = mark:match "^(%l[%l-]*): (.+)$"
  if status == "not-run" or status == "short" and (of_target or replacements(said)) then
    return status, said
  end
end
local read_mark = doc_blocks.read_mark

local function replace_plain(text, from, to)
  local first, last = text:find(from, 1, true)
  if not first then return text, false end
  return text:sub(1, first - 1) .. to .. replace_plain(text:sub(last + 1), from, to), true
end

-- Returns the code that runs, and a problem if a text to replace is missing.
local function shorten(block)
  local code = block.code
  for _, row in ipairs(block.status == "short" and replacements(block.reason) or {}) do
    local found
    code, found = replace_plain(code, row.from, row.to)
    if not found then return code, ("its mark replaces '%s', which it does not have"):format(row.from) end
  end
  return code
end

-- Returns the marks of a page for languages, { lua = "run" }; their places; and whether the page
-- needs a copy of the checkout.
local function read_defaults(text)
  local defaults = {}
  for language, mark in text:gmatch "\n<!%-%- (%l+) blocks: (.-) %-%->" do defaults[language] = mark end
  return defaults
end

-- Returns whether a file contains this command, and not only another command that begins with it.
local function has_command(text, command)
  local from, to = text:find(command, 1, true)
  while from do
    if not text:sub(to + 1, to + 1):match "[%w_-]" then return true end
    from, to = text:find(command, to, true)
  end
  return false
end

--- Returns the commands of a sh block, one per line, without comments.
---@param code string
---@return string[]
function doc_blocks.commands(code)
  local list = {}
  for line in code:gmatch "[^\n]+" do
    local command = trim((line:gsub("%s+#.*", "")))
    if command ~= "" then list[#list + 1] = command end
  end
  return list
end

-- Returns the problem of a block that another file runs, or nil.
local function problem_of_other(block)
  local file = io.open(block.reason)
  if not file then return "there is no " .. block.reason end
  file:close()
  for _, command in ipairs(doc_blocks.commands(block.code)) do
    if not has_command(read_file(block.reason), command) then
      return ("%s does not run `%s`"):format(block.reason, command)
    end
  end
end

local function problem_of_output(before)
  if not (before and before.language == "sh" and (before.status == "run" or before.status == "short")) then
    return "it is output, but the block above it is not a sh block that runs"
  end
end

-- Returns the problem of the mark of a block, or nil; `before` is the block above it.
local function problem_of(block, before)
  if not block.indented and not block.closed then return "its fence has no second one" end
  if not block.status then
    return "it has no mark: run, short, not-run, output or run by (.ci/doc_blocks.lua)"
  end
  if block.status == "run by" then return problem_of_other(block) end
  if block.status == "output" then return problem_of_output(before) end
  if block.status ~= "not-run" and not block.run_by then
    return ("nothing runs a block of '%s'; write it to a file: Write `NAME`:"):format(block.language)
  end
  return (select(2, shorten(block)))
end

local function new_block(found, path, defaults)
  found.path = path
  found.status, found.reason = read_mark(found.comment or "")
  if not found.status then found.status, found.reason = read_mark(defaults[found.language] or "") end
  found.file = found.above:match "[Ww]rite `([%w._/-]+)`.*:$"
  found.script = shorten(found)
  if found.status == "run" or found.status == "short" then
    found.run_by = RUN_BY[found.language] or found.file and RUN_BY.sh
  elseif found.status == "output" then
    found.run_by = RUN_BY.sh
  elseif found.status == "run by" then
    found.run_by = found.reason
  end
  return found
end

--- Returns the blocks of a page in order, and the problems of their marks.
---@param path string
---@param text? string text of the page; read from the file by default
---@return MarkedBlock[]
---@return string[] problems
function doc_blocks.read(path, text)
  text = text or read_file(path)
  local list, problems, defaults = {}, {}, read_defaults("\n" .. text)
  for i, found in ipairs(markdown.blocks(text)) do
    list[i] = new_block(found, path, defaults)
    local problem = problem_of(list[i], list[i - 1])
    if problem then problems[#problems + 1] = ("%s:%d: %s"):format(path, found.line, problem) end
  end
  if ("\n" .. text):find "\n%s*~~~" then
    problems[#problems + 1] = path .. ": a fence of ~~~, expected ```"
  end
  return list, problems
end

--- Returns whether the commands of a page run in a checkout.
---@param text string
---@return boolean
function doc_blocks.in_checkout(text)
  return ("\n" .. text):find("\n<!-- folder: checkout -->", 1, true) ~= nil
end

--- Returns the preparing commands in the comments of a page, with their lines.
---@param text string
---@return {line:integer, code:string}[]
function doc_blocks.before(text)
  local list = {}
  for at, code in ("\n" .. text):gmatch "()\n<!%-%- before:(.-)%-%->" do
    list[#list + 1] = { line = 1 + select(2, text:sub(1, at - 1):gsub("\n", "")), code = trim(code) .. "\n" }
  end
  return list
end

--- Returns the pages of the project.
---@return string[]
function doc_blocks.pages()
  local list, pipe = {}, assert(io.popen "find . -name build -prune -o -name '*.md' -print | LC_ALL=C sort")
  for path in pipe:lines() do list[#list + 1] = path:gsub("^%./", "") end
  pipe:close()
  return list
end

return doc_blocks
