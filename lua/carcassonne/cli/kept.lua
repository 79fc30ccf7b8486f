--- Files of results: a line that says what run it is, and a line for each block of games; all of them JSON.
--
-- Blocks are written as they end, so that what is finished is kept whatever happens. A file is good for more blocks of the same
-- run, and for a report; files of one run are merged.
-- @module carcassonne.cli.kept

local c_locale = require "carcassonne.c_locale"
local json = require "dkjson"
local carcassonne = require "carcassonne"
local common = require "carcassonne.cli.common"
local core = require "carcassonne.core"
local results = require "carcassonne.lab.results"

local kept = {}

local FORMAT = 1

--- What run it is.
---@class RunHead
---@field carcassonne "results"
---@field format integer
---@field version string of the rules engine
---@field interface integer of the rules engine
---@field settings {players?:integer, edition?:string, sets?:string, without?:string, rule:string[], variant:string[]}
---@field rules {label:string, words:string, digest:string}[] what is compared, as it is called and as it was asked for
---@field sides integer[][]
---@field bots string[] one for all, or one for each player
---@field bot_files string of files with bots, the digest
---@field seed integer
---@field size integer games of a block
---@field games integer how many were planned
---@field command string which command began it
---@field until? string when it ends before
---@field sweep? string what `sweep` varies
---@field shard? string which share of the blocks the file has: "2/8"

-- What makes a run this run and no other, in the order in which differences are told, with the words for them.
local IDENTITY = {
  { "format", "the format of the file" }, { "version", "the version of the rules engine" },
  { "interface", "the interface of the rules engine" }, { "command", "the command" }, { "rules", "the rules, or the text of a script" },
  { "settings", "what --players, --edition, --sets, --without, --rule and --variant say" }, { "bots", "the bots" },
  { "bot_files", "the text of a bot" }, { "seed", "the seed" },
  { "size", "the size of a block" }, { "sweep", "the ranges" },
}

local function text_of(value) return json.encode(value, { keyorder = type(value) == "table" and results.keys(value) or nil }) end

-- The digest of the bots that are files.
local function files_of(names, arms)
  local texts = {}
  local function add(name)
    local path = type(name) == "string" and name:match "^(.-%.lua)$" or type(name) == "string" and name:match "^(.-%.lua):"
    if path then texts[#texts + 1] = common.read(path) end
  end
  for _, name in ipairs(names) do add(name) end
  for _, arm in ipairs(arms) do add(arm.bot) end
  return core.digest(table.concat(texts, "\n"))
end

--- The first line of a run's file.
---@param given table the fields of RunHead that differ from run to run, and `arms`, a list of Arm
---@return RunHead
function kept.head(given)
  local head = { carcassonne = "results", format = FORMAT, version = carcassonne.version, interface = carcassonne.abi_version, rules = {},
    bot_files = files_of(given.bots, given.arms) }
  for key, value in pairs(given) do
    if key ~= "arms" then head[key] = value end
  end
  if head.sweep then
    local texts = {}
    for i, arm in ipairs(given.arms) do texts[i] = arm.game:text() end
    head.rules[1] = { label = head.sweep, words = head.sweep, digest = core.digest(table.concat(texts, "\n")) }
    return head
  end
  for i, arm in ipairs(given.arms) do head.rules[i] = { label = arm.label, words = arm.words, digest = core.digest(arm.game:text()) } end
  return head
end

--- What differs between two runs, in words; nil if they are the same.
---@param one RunHead
---@param other RunHead
---@return string?
function kept.difference(one, other)
  for _, part in ipairs(IDENTITY) do
    local here, there = one[part[1]], other[part[1]]
    if text_of(here) ~= text_of(there) then
      local plain = type(here) ~= "table" and type(there) ~= "table"
      return part[2] .. (plain and (" (%s, here %s)"):format(c_locale.tostring(there), c_locale.tostring(here)) or "")
    end
  end
end

--- What tells a run from others.
---@param head RunHead
---@return string
function kept.id(head)
  local parts = {}
  for i, part in ipairs(IDENTITY) do parts[i] = text_of(head[part[1]]) end
  return core.digest(table.concat(parts, "\n"))
end

--- A head or a block, as a file has it.
---@param value RunHead|Block
---@return string
function kept.line(value) return json.encode(value, { keyorder = results.keys(value) }) .. "\n" end

-- ---- Reading ---------------------------------------------------------------------------------------------------------

local function head_of(path, line)
  local head, name = json.decode(line), common.file_name(path)
  if type(head) ~= "table" or head.carcassonne ~= "results" then
    if line == "" or line:find('"carcassonne":"results"', 1, true) then
      common.refuse("%s ends within its first line and has no games; remove it, and begin again", name)
    end
    common.refuse("%s is no file of results; `carcassonne compare --results FILE` writes one", name)
  elseif head.format ~= FORMAT then
    common.refuse("%s has format %s of results, and this program reads %d", name, c_locale.tostring(head.format), FORMAT)
  end
  return head
end

--- A file of results.
---@class KeptFile
---@field path string
---@field head RunHead
---@field blocks Block[]
---@field id string of the run
---@field there table<integer, table<integer, boolean>> by block, which of the rules it has
---@field cut boolean its last line is not whole
---@field whole integer where its last whole line ends, in bytes
---@field length integer bytes
---@field handle? file* claimed, to write further blocks to

-- Adds what a block has that is not there yet: as a process that was begun again writes it a second time.
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
  local function refuse(problem) common.refuse("%s, line %d: %s", common.file_name(file.path), number, problem) end
  local value = json.decode(line)
  if type(value) ~= "table" then refuse "this is no block of games" end
  if value.carcassonne == "results" then
    if kept.id(value) ~= file.id then refuse "another run begins here" end
    file.head = value
  elseif type(value.block) ~= "number" or type(value.arms) ~= "table" then
    refuse "this is no block of games"
  elseif value.run ~= file.id then
    refuse "this block is of another run"
  else
    add_new(file, value)
  end
end

-- What a text has, as a file of results. Empty lines stand where a line was cut off.
local function parse(path, text)
  local file = { path = path, blocks = {}, there = {}, whole = 0, length = #text, cut = text:sub(-1) ~= "\n" }
  local number = 0
  for line, stop in text:gmatch "([^\n]*)\n()" do
    number = number + 1
    if not file.head then
      file.head = head_of(path, line)
      file.id, file.whole = kept.id(file.head), stop - 1
    elseif line:find "%S" then
      add_line(file, line, number)
      file.whole = stop - 1
    end
  end
  if not file.head then head_of(path, text) end
  return file
end

--- Reads a file of results. Raises what is wrong, with the file's name.
---@param path string - for standard input
---@return KeptFile
function kept.read(path) return parse(path, common.read(path)) end

-- Another process that writes to the same file would spoil it.
local function claim(handle, path)
  if not core.claim(handle) then
    common.refuse("another process writes to %s; this one would spoil it", common.file_name(path))
  end
end

--- Reads a file that further blocks will be written to, which nobody else may do then.
---@param path string - for standard input and standard output
---@return KeptFile
function kept.hold(path)
  if path == "-" then return kept.read(path) end
  local handle, problem = io.open(path, "r+b")
  if not handle then common.refuse("cannot go on with %s", problem) end
  claim(handle, path)
  local text
  text, problem = handle:read "*a"
  if not text then common.refuse("cannot read %s: %s", path, problem) end
  local file = parse(path, text)
  file.handle = handle
  return file
end

-- ---- Writing ---------------------------------------------------------------------------------------------------------

---@class KeptWriter
local Writer = {}
Writer.__index = Writer

function Writer:_put(text)
  local fine, problem = self.file:write(text)
  if fine then fine, problem = self.file:flush() end
  if fine then return end
  common.refuse("cannot write %s: %s; %s", common.file_name(self.path), problem,
    self.begun and ("it has %d blocks of games, and --resume %s goes on"):format(self.blocks, self.path) or "it has no games")
end

--- Adds a block.
---@param block Block
function Writer:add(block)
  block.run = self.id
  self:_put(kept.line(block))
  self.blocks = self.blocks + 1
end

--- Nothing more comes.
function Writer:close()
  local fine, problem = self.file:close()
  if not fine then common.refuse("cannot write %s: %s", common.file_name(self.path), problem) end
end

local function new_writer(handle, path, head, count)
  return setmetatable({ file = handle, path = path, id = kept.id(head), blocks = count, begun = count > 0 }, Writer)
end

-- A file that has nothing yet; one that has something stays as it is.
local function new_file(path, resumes)
  local handle, problem = io.open(path, "ab")
  if not handle then common.refuse("cannot write %s", problem) end
  claim(handle, path)
  if (handle:seek "end" or 0) > 0 then
    common.refuse(resumes and "%s is there already; --resume %s goes on with it" or "%s is there already", path, path)
  end
  return handle
end

--- Begins a file.
---@param path string - for standard output
---@param head RunHead
---@param blocks? Block[] of other files, all that it is to have; unless said it begins a run that --resume goes on with
---@return KeptWriter
function kept.writer(path, head, blocks)
  local writer = new_writer(path == "-" and io.stdout or new_file(path, not blocks), path, head, 0)
  writer:_put(kept.line(head))
  writer.begun = true
  for _, block in ipairs(blocks or {}) do writer:add(block) end
  return writer
end

--- Goes on with a file that kept.hold has read. What is in it stays where it is; a line that was cut off is written over. Where the
--- run is meant to end otherwise than before, a further line says so.
---@param file KeptFile
---@param head RunHead
---@return KeptWriter
function kept.goes_on(file, head)
  if not file.handle then return kept.writer(file.path, head, file.blocks) end
  local writer, rest = new_writer(file.handle, file.path, head, #file.blocks), file.length - file.whole
  writer.begun = true
  file.handle:seek("set", file.whole)
  if rest > 0 then
    writer:_put(("\n"):rep(rest))
    file.handle:seek("set", file.whole)
  end
  if kept.line(head) ~= kept.line(file.head) then writer:_put(kept.line(head)) end
  return writer
end

--- The numbers of the blocks that a run is to have, or the share of it that a file is for.
---@param head RunHead
---@return integer[]
function kept.blocks_of(head)
  local k, n = (head.shard or "1/1"):match "^(%d+)/(%d+)$"
  local list = {}
  for number = tonumber(k), head.games / head.size, tonumber(n) do list[#list + 1] = number end
  return list
end

--- The block that a line has which another process tells; nil for what is none of this run's.
---@param line string
---@param id string of the run
---@return Block?
function kept.block_of(line, id)
  local block = json.decode(line)
  return type(block) == "table" and block.block and block.run == id and block or nil
end

--- Refuses a share where a whole run is asked for.
---@param file? KeptFile
function kept.check_no_share(file)
  if file and file.head.shard then common.refuse("%s is a share; carcassonne shard --resume goes on with it", file.path) end
end

--- Refuses a file that another version of the rules engine made, or for other scripts than there are now.
---@param file KeptFile
---@param head RunHead what would be played now
function kept.check_same(file, head)
  local difference = kept.difference(head, file.head)
  if difference then common.refuse("%s is of another run: %s differs", file.path, difference) end
end

return kept
