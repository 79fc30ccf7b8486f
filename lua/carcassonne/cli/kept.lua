--- Files of results: a line that says what run it is, and a line for each block of games; all of them JSON.
--
-- Blocks are written as they end, so that what is finished is kept whatever happens. A file is good for more blocks of the same
-- run, and for a report; files of one run are merged.
-- @module carcassonne.cli.kept

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
      return part[2] .. (plain and (" (%s, here %s)"):format(tostring(there), tostring(here)) or "")
    end
  end
end

local function id_of(head)
  local parts = {}
  for i, part in ipairs(IDENTITY) do parts[i] = text_of(head[part[1]]) end
  return core.digest(table.concat(parts, "\n"))
end

-- ---- Writing ---------------------------------------------------------------------------------------------------------

---@class KeptWriter
local Writer = {}
Writer.__index = Writer

--- A head or a block, as a file has it.
---@param value RunHead|Block
---@return string
function kept.line(value) return json.encode(value, { keyorder = results.keys(value) }) .. "\n" end

function Writer:_put(text)
  local fine, problem = self.file:write(text)
  if fine then fine, problem = self.file:flush() end
  if not fine then
    common.refuse("cannot write %s: %s; it has %d blocks of games, and --resume %s goes on", self.path, problem, self.blocks, self.path)
  end
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
  if not fine then common.refuse("cannot write %s: %s", self.path, problem) end
end

--- Begins a file, or one anew with what is whole of an old one.
---@param path string - for standard output
---@param head RunHead
---@param blocks? Block[] that it has already
---@return KeptWriter
function kept.writer(path, head, blocks)
  local file, problem = io.stdout, nil
  if path ~= "-" then file, problem = io.open(path, "wb") end
  if not file then common.refuse("cannot write %s", problem) end
  local writer = setmetatable({ file = file, path = path, id = id_of(head), blocks = 0 }, Writer)
  writer:_put(kept.line(head))
  for _, block in ipairs(blocks or {}) do writer:add(block) end
  return writer
end

-- ---- Reading ---------------------------------------------------------------------------------------------------------

local function head_of(path, line)
  local head = json.decode(line or "")
  if type(head) ~= "table" or head.carcassonne ~= "results" then
    common.refuse("%s is no file of results; `carcassonne compare --results FILE` writes one", path)
  elseif head.format ~= FORMAT then
    common.refuse("%s has format %s of results, and this program reads %d", path, tostring(head.format), FORMAT)
  end
  return head
end

--- A file of results.
---@class KeptFile
---@field path string
---@field head RunHead
---@field blocks Block[]
---@field cut boolean its last line is not whole

--- Reads a file of results. Raises what is wrong, with the file's name.
---@param path string
---@return KeptFile
function kept.read(path)
  local text = common.read(path)
  local found, number = { path = path, blocks = {}, cut = text:sub(-1) ~= "\n" }, 0
  for line in text:gmatch "([^\n]*)\n" do
    number = number + 1
    if number == 1 then
      found.head = head_of(path, line)
    else
      local block = json.decode(line)
      if type(block) ~= "table" or not block.block then common.refuse("%s, line %d: this is no block of games", path, number) end
      if block.run ~= id_of(found.head) then common.refuse("%s, line %d: this block is of another run", path, number) end
      found.blocks[#found.blocks + 1] = block
    end
  end
  if not found.head then head_of(path, text) end
  return found
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

--- The blocks of a run, with those that a stream of lines has of it: as several processes write them, some of which were begun again.
---@param path string
---@param head RunHead
---@param blocks Block[] what is there already
---@return Block[]
function kept.gather(path, head, blocks)
  local list, there, id = {}, {}, id_of(head)
  local function add(block)
    if there[block.block] then return end
    there[block.block], list[#list + 1] = true, block
  end
  for _, block in ipairs(blocks) do add(block) end
  for line in common.read(path):gmatch "([^\n]*)\n" do
    local block = json.decode(line)
    if type(block) == "table" and block.run == id and block.block then add(block) end
  end
  return list
end

--- Refuses a file that another version of the rules engine made, or for other scripts than there are now.
---@param file KeptFile
---@param head RunHead what would be played now
function kept.check_same(file, head)
  local difference = kept.difference(head, file.head)
  if difference then common.refuse("%s is of another run: %s differs", file.path, difference) end
end

return kept
