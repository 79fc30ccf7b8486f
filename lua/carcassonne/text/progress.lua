--- A progress bar on standard error. It is hidden if standard error is not a terminal.
-- @module carcassonne.text.progress

local terminal = require "carcassonne.text.terminal"

local progress = {}

---@class Progress
---@field finished? fun(done:integer):string returns the text after the word "interrupted"
local Progress = {}
Progress.__index = Progress

local WIDTH = 30

--- Starts a progress bar.
---@param total integer number of steps
---@param label? string name of the task
---@param finished? fun(done:integer):string returns the text after the word "interrupted": " after 3 of 10 games"
---@return Progress
function progress.new(total, label, finished)
  return setmetatable({
    total = math.max(total, 1), label = label or "", shown = -1, visible = terminal.is_terminal(io.stderr),
      reached = 0, finished = finished,
    began = os.time(), from = 0,
  }, Progress)
end

--- Marks steps as done before the start, so that they do not affect the estimated time.
---@param done integer
function Progress:resume(done) self.from = done end

local MINUTE, HOUR = 60, 3600

--- Returns the estimated time of the remaining steps; "" while it is unknown.
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

--- Shows the number of finished steps.
---@param done integer
---@param text? string text after the bar
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

--- Removes the bar.
function Progress:done()
  if self.visible and self.shown >= 0 then io.stderr:write("\r\27[K") end
  self.shown = -1
end

--- Returns the text after the word "interrupted"; "" if there is none.
---@return string
function Progress:word() return self.finished and self.finished(self.reached) or "" end

return progress
