--- A progress bar on standard error; silent when that is no terminal.
-- @module carcassonne.text.progress

local terminal = require "carcassonne.text.terminal"

local progress = {}

---@class Progress
---@field told? fun(done:integer):string what stands behind `interrupted` when it is
local Progress = {}
Progress.__index = Progress

local WIDTH = 30

--- Begins a progress bar.
---@param total integer how many steps there are
---@param label? string what goes on
---@param told? fun(done:integer):string what is finished after so many steps, as it stands behind
--- the word `interrupted`: " after 3 of 10 games"
---@return Progress
function progress.new(total, label, told)
  return setmetatable({
    total = math.max(total, 1), label = label or "", shown = -1, visible = terminal.is_terminal(io.stderr),
      reached = 0, told = told,
    began = os.time(), from = 0,
  }, Progress)
end

--- Says that some steps were done before, and take no time now.
---@param done integer
function Progress:resume(done) self.from = done end

local MINUTE, HOUR = 60, 3600

--- About how long the steps take that are left; "" as long as nobody can know.
---@param done integer
---@return string
---@usage local bar = require("carcassonne.text.progress").new(10)
--- assert(bar:left(0) == "")
function Progress:left(done)
  local passed, played = os.time() - self.began, done - self.from
  if passed < 2 or played < 1 then return "" end
  local seconds = math.ceil(passed * (self.total - done) / played)
  if seconds >= 2 * HOUR then return ("%d hours left"):format(math.floor(seconds / HOUR + 0.5)) end
  if seconds >= 2 * MINUTE then return ("%d minutes left"):format(math.floor(seconds / MINUTE + 0.5)) end
  return seconds .. " s left"
end

--- Shows how many steps are done.
---@param done integer
---@param text? string stands behind the bar
function Progress:step(done, text)
  self.reached = done
  if not self.visible then return end
  local percent = math.floor(done * 100 / self.total)
  if percent == self.shown and (text or "") == self.text then return end
  self.shown, self.text = percent, text or ""
  local filled = math.floor(percent * WIDTH / 100)
  io.stderr:write(("\r%s [%s%s] %3d %% %s\27[K"):format(
    self.label, ("="):rep(filled), (" "):rep(WIDTH - filled), percent, text or ""))
  io.stderr:flush()
end

--- Wipes the bar away.
function Progress:done()
  if self.visible and self.shown >= 0 then io.stderr:write("\r\27[K") end
  self.shown = -1
end

--- What is finished so far, as it stands behind `interrupted`; "" if nobody said how to say it.
---@return string
function Progress:word() return self.told and self.told(self.reached) or "" end

return progress
