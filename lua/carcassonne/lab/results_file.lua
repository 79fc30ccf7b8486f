--- Results files: one line of JSON describes the run, and one line each block of games.
--
-- Each block is written as it ends, so that finished blocks are not lost. A file can be resumed
-- with further blocks, reported, and merged with other files of the same run.
--
-- Each line ends with its digest. A line that was damaged by a kill, a full disk or a power failure
-- is ignored, and its block is played again.
-- @module carcassonne.lab.results_file

local c_locale = require "carcassonne.base.c_locale"
local carcassonne = require "carcassonne"
local core = require "carcassonne.core"
local file_io = require "carcassonne.program.file_io"
local json = require "dkjson"
local json_document = require "carcassonne.base.json_document"
local json_text = require "carcassonne.lab.json_text"
local output = require "carcassonne.program.output"
local process = require "carcassonne.program.process"
local rule_facts = require "carcassonne.lab.rule_facts"
local sys = require "carcassonne.sys"
local words = require "carcassonne.describe.words"
local worths = require "carcassonne.bots.worths"

local results_file = {}

local FORMAT = 4

--- A set of rules of a run.
---@class RunRules : ReportRules
---@field words string words of the command line
---@field digest string

--- The description of a run.
---@class RunHead
---@field carcassonne "results"
---@field format integer
---@field version string version of the rules engine
---@field interface integer interface number of the rules engine
---@field settings {players?:integer, edition?:string, sets?:string, without?:string, rule:string[], variant:string[]}
---@field rules RunRules[] the sets of rules
---@field sides integer[][]
---@field bots string[] one bot for all players, or one for each player
---@field bot_files string digest of the files of bots
---@field seed integer
---@field size integer number of games of a block
---@field games integer number of planned games
---@field command string command that began the run
---@field until? string stopping rule
---@field sweep? string the rules of the command `sweep`, with the ranges of their values
---@field shard? string share of the blocks in the file: "2/8"

-- The fields that identify a run, with their names, in the order in which differences are reported.
local IDENTITY = {
  { "format", "the format of the file" }, { "version", "the version of the rules engine" },
  { "interface", "the interface of the rules engine" }, { "command", "the command" },
    { "rules", "the rules, the text of a script, or the worths beside it" },
  { "settings", "the value of --players, --edition, --sets, --without, --rule or --variant" },
    { "bots", "the bots" },
  { "bot_files", "the text of a bot" }, { "seed", "the seed" },
  { "size", "the size of a block" }, { "sweep", "the ranges" },
}

local function text_of(value)
  return json.encode(value, { keyorder = type(value) == "table" and json_text.keys(value) or nil })
end

-- Returns the digest of the bots that are files.
local function files_of(names, arms)
  local texts = {}
  local function add(name)
    local path = type(name) == "string" and name:match "^(.-%.lua)$" or type(name) == "string"
      and name:match "^(.-%.lua):"
    if path then texts[#texts + 1] = file_io.read(path) end
  end
  for _, name in ipairs(names) do add(name) end
  for _, arm in ipairs(arms) do add(arm.bot) end
  return core.digest(table.concat(texts, "\n"))
end

-- Returns a text that differs for games in which the rules or the bots' worths differ.
local function rules_text(game) return game:text() .. worths.identity(game) end

--- Returns the head of a run: the first line of its file.
---@param given table fields of RunHead, and `arms`, a list of Arm
---@return RunHead
function results_file.head(given)
  local head = { carcassonne = "results", format = FORMAT, version = carcassonne.version,
    interface = carcassonne.abi_version, rules = {},
    bot_files = files_of(given.bots, given.arms) }
  for key, value in pairs(given) do
    if key ~= "arms" then head[key] = value end
  end
  if head.sweep then
    local texts = {}
    for i, arm in ipairs(given.arms) do texts[i] = rules_text(arm.game) end
    head.rules[1] = { label = head.sweep, words = head.sweep,
      digest = core.digest(table.concat(texts, "\n")) }
    return head
  end
  for i, arm in ipairs(given.arms) do
    head.rules[i] = rule_facts.add({ label = arm.label, words = arm.words,
      digest = core.digest(rules_text(arm.game)), against = arm.against }, arm)
  end
  return head
end

--- Returns the first difference between two runs, in words; nil if they are equal.
---@param one RunHead
---@param other RunHead
---@return string?
function results_file.difference(one, other)
  for _, part in ipairs(IDENTITY) do
    local here, there = one[part[1]], other[part[1]]
    if text_of(here) ~= text_of(there) then
      local plain = type(here) ~= "table" and type(there) ~= "table"
      return part[2]
        .. (plain and (" (%s, here %s)"):format(c_locale.tostring(there), c_locale.tostring(here)) or "")
    end
  end
end

--- Returns the id of a run.
---@param head RunHead
---@return string
function results_file.id(head)
  local parts = {}
  for i, part in ipairs(IDENTITY) do parts[i] = text_of(head[part[1]]) end
  return core.digest(table.concat(parts, "\n"))
end

local BEGINNING = '{"carcassonne":"results"' -- start of every file; identifies a file that was cut off

local function keys_of(value)
  local list = { "carcassonne" }
  for _, key in ipairs(json_text.keys(value)) do
    if key ~= "carcassonne" then list[#list + 1] = key end
  end
  return list
end

--- Returns the line of a head or a block.
---@param value RunHead|Block
---@return string
function results_file.line(value)
  local text = json.encode(value, { keyorder = keys_of(value) })
  return ('%s,"digest":"%s"}\n'):format(text:sub(1, -2), core.digest(text))
end

-- Returns the head or the block in a line. If the line is damaged, returns nil; if its digest is
-- right nevertheless, also a message.
local function value_of(line)
  local text, digest = line:match '^(.*),"digest":"(%x+)"}$'
  if not text or core.digest(text .. "}") ~= digest then return nil end
  local value, fault = json_document.decode(text .. "}")
  return type(value) == "table" and value or nil, fault
end

-- ---- Reading ------------------------------------------------------------------------------------

-- Returns whether a file ends within its first line: it is empty, has only zeros (as after a power
-- failure), or has the start of a head.
local function is_begun_only(text)
  text = text:gsub("%z+$", "")
  if text:find "\n" then return false end
  return text:sub(1, #BEGINNING) == BEGINNING:sub(1, #text)
end

local function refuse_no_games(name)
  process.refuse("%s has no games yet, because it ends within its first line; start the run again with "
    .. "--results %s", name, name)
end

local function head_of(path, line)
  local head, name = value_of(line) or json_document.decode(line), file_io.file_name(path)
  if type(head) == "table" and head.carcassonne == "results" and head.format ~= FORMAT then
    process.refuse("%s has format %s; expected results in format %d", name,
      c_locale.tostring(head.format), FORMAT)
  elseif value_of(line) and head.carcassonne == "results" then
    return head
  elseif line:sub(1, #BEGINNING) == BEGINNING then
    process.refuse("%s: the first line, which describes the run, is damaged; the games cannot be used",
      name)
  end
  process.refuse("%s is not a results file; `carcassonne compare --results FILE` writes one", name)
end

--- A results file.
---@class ResultsFile
---@field path string
---@field head RunHead
---@field blocks Block[]
---@field id string of the run
---@field there table<integer, table<integer, boolean>> for each block, the sets of rules whose results the file has
---@field cut boolean whether its last line is incomplete
---@field damaged integer[] numbers of the damaged lines before the last
---@field whole integer end of the last complete line, in bytes
---@field length integer bytes
---@field handle? file* the open, locked file, to which further blocks are written

-- Adds the new parts of a block. A process that was started again can write a block a second time.
local function add_new(file, block)
  local there, arms = file.there[block.block] or {}, {}
  for _, one in ipairs(block.arms) do
    if not there[one.arm] then arms[#arms + 1], there[one.arm] = one, true end
  end
  if #arms == 0 then return end
  file.there[block.block], block.arms = there, arms
  file.blocks[#file.blocks + 1] = block
end

local function add_line(file, line, number)
  local function refuse(problem)
    process.refuse("%s, line %d: %s", file_io.file_name(file.path), number, problem)
  end
  local value, fault = value_of(line)
  if fault then refuse(fault) end
  if not value then
    table.insert(file.damaged, number)
    return false
  elseif value.carcassonne == "results" then
    if results_file.id(value) ~= file.id then refuse "another run begins at this line" end
    file.head = value
  elseif type(value.block) ~= "number" or type(value.arms) ~= "table" then
    refuse "expected a block of games"
  elseif value.run ~= file.id then
    refuse "this block belongs to another run"
  else
    add_new(file, value)
  end
  return true
end

-- Parses the text of a results file. An empty line marks a place where a line was cut off.
local function parse(path, text)
  local name = file_io.file_name(path)
  if is_begun_only(text) then refuse_no_games(name) end
  local file = { path = path, blocks = {}, there = {}, whole = 0, length = #text, cut = text:sub(-1) ~= "\n",
    damaged = {} }
  local number = 0
  for line, stop in text:gmatch "([^\n]*)\n()" do
    number = number + 1
    if not file.head then
      file.head = head_of(path, line)
      file.id, file.whole = results_file.id(file.head), stop - 1
    elseif line:find "[^%s%z]" and add_line(file, line, number) then
      file.whole = stop - 1
    end
  end
  if not file.head then head_of(path, text) end
  return file
end

local MAX_NAMED = 10 -- maximum number of damaged lines that the message names

-- Warns about damaged lines. A cut-off last line gives no warning.
local function warn(file)
  local damaged, more = file.damaged, #file.damaged - MAX_NAMED
  if #damaged == 0 then return file end
  output.complain(("%s: %s %s%s %s damaged and ignored"):format(file_io.file_name(file.path),
    #damaged == 1 and "line" or "lines", table.concat(damaged, ", ", 1, math.min(#damaged, MAX_NAMED)),
    more > 0 and (" and %d more"):format(more) or "", #damaged == 1 and "is" or "are"))
  return file
end

--- Reads a results file. Errors name the file.
---@param path string - for standard input
---@return ResultsFile
function results_file.read(path) return warn(parse(path, file_io.read(path))) end

-- Refuses a file that another process writes to.
local function claim(handle, path)
  if not sys.claim(handle) then
    process.refuse("another process is writing to %s", file_io.file_name(path))
  end
end

--- Reads and locks a file for writing further blocks.
---@param path string - for standard input and standard output
---@return ResultsFile
function results_file.hold(path)
  if path == "-" then return results_file.read(path) end
  local handle, problem = io.open(path, "r+b")
  if not handle then process.refuse("cannot continue %s", problem) end
  claim(handle, path)
  local text
  text, problem = handle:read "*a"
  if not text then process.refuse("cannot read %s: %s", path, problem) end
  local file = warn(parse(path, text))
  file.handle = handle
  return file
end

-- ---- Writing ------------------------------------------------------------------------------------

---@class ResultsWriter
local Writer = {}
Writer.__index = Writer

function Writer:_check(fine, problem)
  if fine then return end
  self.failed = true
  process.refuse("cannot write %s: %s; %s", self.path, problem, self.begun and
    ("the file has %s of games; --resume %s continues the run"):format(words.count(self.blocks, "block"),
      self.path)
      or "the file has no games")
end

function Writer:_put(text)
  if self.path == "-" then
    output.put(text)
    return output.flush()
  end
  self:_check(self.file:write(text))
  self:_check(self.file:flush())
end

-- Flushes the file to the disk, so that its blocks survive a power failure.
function Writer:_sync()
  self.synced = os.time()
  if self.path ~= "-" then self:_check(sys.sync(self.file)) end
end

--- Adds a block. The block is flushed to the disk within a second, or with the next block.
---@param block Block
function Writer:add(block)
  block.run = self.id
  self:_put(results_file.line(block))
  self.blocks = self.blocks + 1
  if os.time() ~= self.synced then self:_sync() end
end

--- Flushes the file to the disk; ignores errors.
function Writer:sync()
  if self.path ~= "-" then sys.sync(self.file) end
end

--- Closes the file.
function Writer:close()
  self:_sync()
  if self.path ~= "-" then self:_check(self.file:close()) end
end

local function new_writer(handle, path, head, count)
  return setmetatable({ file = handle, path = path, id = results_file.id(head), blocks = count,
    begun = count > 0, synced = 0 }, Writer)
end

-- Returns the size of an open file; 0 for a device.
local function size_of(handle) return handle:seek "end" or 0 end

-- Opens a new or empty file. A file with content is refused and not changed.
local function new_file(path)
  local handle, problem = io.open(path, "ab")
  if not handle then process.refuse("cannot write %s", problem) end
  claim(handle, path)
  if size_of(handle) == 0 then return handle end
  if not is_begun_only(file_io.read(path)) then
    process.refuse("%s exists already; --resume %s continues it", path, path)
  end
  local emptied
  emptied, problem = io.open(path, "wb")
  if not emptied then process.refuse("cannot write %s", problem) end
  emptied:close()
  return handle
end

--- Starts a file.
---@param path string - for standard output
---@param head RunHead
---@return ResultsWriter
function results_file.writer(path, head)
  local writer = new_writer(path == "-" and io.stdout or new_file(path), path, head, 0)
  writer:_put(results_file.line(head))
  writer:_sync()
  writer.begun = true
  return writer
end

--- Writes a whole file atomically.
---@param path string - for standard output
---@param head RunHead
---@param blocks Block[]
function results_file.write(path, head, blocks)
  local lines, id = { results_file.line(head) }, results_file.id(head)
  for i, block in ipairs(blocks) do
    block.run = id
    lines[i + 1] = results_file.line(block)
  end
  if path == "-" then return output.put(table.concat(lines)) end
  local function check(fine, problem)
    if not fine then process.refuse("cannot write %s", problem) end
  end
  local there = io.open(path, "rb")
  local size = there and size_of(there) or 0
  if there then there:close() end
  if size > 0 then process.refuse("%s exists already", path) end
  local file, problem = file_io.open_output(path)
  check(file, problem)
  check(file:write(table.concat(lines)))
  check(file_io.commit(file, true))
end

--- Continues a file that results_file.hold has read. Its lines are kept; a cut-off line is
--- overwritten. A new stopping rule is written as a further line.
---@param file ResultsFile
---@param head RunHead
---@return ResultsWriter
function results_file.goes_on(file, head)
  if not file.handle then
    local writer = results_file.writer(file.path, head)
    for _, block in ipairs(file.blocks) do writer:add(block) end
    return writer
  end
  local writer, rest = new_writer(file.handle, file.path, head, #file.blocks), file.length - file.whole
  writer.begun = true
  file.handle:seek("set", file.whole)
  if rest > 0 then
    writer:_put(("\n"):rep(rest))
    file.handle:seek("set", file.whole)
  end
  if results_file.line(head) ~= results_file.line(file.head) then writer:_put(results_file.line(head)) end
  writer:_sync()
  return writer
end

--- Returns the numbers of the blocks of a run, or of the share that a file contains.
---@param head RunHead
---@return integer[]
function results_file.blocks_of(head)
  local k, n = (head.shard or "1/1"):match "^(%d+)/(%d+)$"
  local list = {}
  for number = tonumber(k), head.games / head.size, tonumber(n) do list[#list + 1] = number end
  return list
end

--- Returns the block in a line from another process; nil if the line has no block of this run.
---@param line string
---@param id string of the run
---@return Block?
function results_file.block_of(line, id)
  local block = value_of(line)
  return block and block.block and block.run == id and block or nil
end

--- Refuses a file that contains only a share of a run.
---@param file? ResultsFile
function results_file.check_no_share(file)
  if file and file.head.shard then
    process.refuse("%s is a share of a run; carcassonne shard --resume continues it", file.path)
  end
end

--- Refuses a file from another version of the rules engine, or with other versions of scripts.
---@param file ResultsFile
---@param head RunHead the head of the run that would be played now
function results_file.check_same(file, head)
  local difference = results_file.difference(head, file.head)
  if difference then process.refuse("%s belongs to another run: %s differs", file.path, difference) end
end

return results_file
