--- Widgets of one screen. Each `draw` of a screen declares the screen's widgets between `begin` and
--- `finish`. The widgets are drawn immediately and handle events until the next `draw`.
-- @module app.ui

local look = require "app.ui.look"

local Ui = {}
Ui.__index = Ui

---@class Target
---@field id string name for keys and tests
---@field x number
---@field y number
---@field w number
---@field h number
---@field on? fun() called on a click or Enter
---@field left? fun() selects the previous value
---@field right? fun() selects the next value
---@field edit? fun(text:string, erase:boolean) called for typed letters
---@field area? string the scrolling area that contains the target

--- Creates the widgets of a screen.
---@return table
function Ui.new()
  return setmetatable({ targets = {}, areas = {}, focus = nil, by_keys = false, active = false }, Ui)
end

--- Makes the screens of a class pass mouse events and typed letters to their `ui`.
---@param class table
function Ui.listen(class)
  function class:mousepressed(...) self.ui:mousepressed(...) end
  function class:mousereleased(...) self.ui:mousereleased(...) end
  function class:wheelmoved(_, steps) self.ui:wheelmoved(steps) end
  function class:textinput(letters) self.ui:textinput(letters) end
end

--- Returns whether a text line has the focus; its cursor blinks.
---@return boolean
function Ui:is_typing()
  local target = self.focus and self:find(self.focus)
  return target ~= nil and target.edit ~= nil
end

-- ---- Targets ------------------------------------------------------------------------------------

--- Begins a frame. Only the top screen is active.
---@param active boolean
function Ui:begin(active)
  self.targets, self.active, self.inside = {}, active, nil
  self.mouse_x, self.mouse_y = love.mouse.getPosition()
end

--- Ends a frame.
function Ui:finish()
  if self.focus and not self:find(self.focus) then self.focus = nil end
end

--- Returns the target with this id.
---@param id string
---@return Target?
function Ui:find(id)
  for _, target in ipairs(self.targets) do
    if target.id == id then return target end
  end
end

local function within(x, y, box)
  return x >= box.x and y >= box.y and x < box.x + box.w and y < box.y + box.h
end

-- Returns whether a point is on a target, and in the visible part of its area.
function Ui:is_on(target, x, y)
  local area = target.area and self.areas[target.area]
  return within(x, y, target) and (not area or within(x, y, area))
end

--- Adds a target; returns whether the mouse is on it, and whether it has the keyboard focus.
---@param target Target
---@return boolean hot
---@return boolean focused
function Ui:add(target)
  target.area = self.inside
  self.targets[#self.targets + 1] = target
  local hot = self.active and self:is_on(target, self.mouse_x, self.mouse_y)
  return hot, self.active and self.by_keys and self.focus == target.id
end

-- Returns the data of an area, which may not have been drawn.
function Ui:area(id)
  self.areas[id] = self.areas[id] or { scroll = 0, content = 0, x = 0, y = 0, w = 0, h = 0 }
  return self.areas[id]
end

--- Opens an area that scrolls if its content is too high; returns the top of the content.
---@param id string
---@param x number
---@param y number
---@param w number
---@param h number
---@return number y
function Ui:open(id, x, y, w, h)
  local area = self:area(id)
  self.inside, self.last_area = id, id
  area.x, area.y, area.w, area.h, area.drawn = x, y, w, h, true
  area.scroll = math.max(0, math.min(area.scroll, area.content - h))
  love.graphics.setScissor(math.floor(x), math.floor(y), math.max(1, math.ceil(w)), math.max(1, math.ceil(h)))
  return y - area.scroll
end

--- Closes the open area; `bottom` is the end of its content.
---@param bottom number
function Ui:close(bottom)
  local area = self.areas[self.inside]
  area.content = bottom - area.y + area.scroll
  if area.to_end then area.scroll, area.to_end = math.max(0, area.content - area.h), nil end
  -- content that is shorter than the area does not move
  area.content = math.max(area.content, area.scroll + area.h)
  area.at_end = area.scroll >= area.content - area.h - 1
  love.graphics.setScissor()
  if area.content > area.h + 1 then
    local length = math.max(24 * look.unit, area.h * area.h / area.content)
    local at = area.y + (area.h - length) * area.scroll / (area.content - area.h)
    look.set("faint", 0.35)
    love.graphics.rectangle("fill", area.x + area.w - 4 * look.unit, at, 3 * look.unit, length, 2, 2)
    if area.content - area.h - area.scroll > 16 * look.unit then self:mark_more(area) end
  end
  self.inside = nil
end

-- Draws a sign at the bottom of an area that has more content below.
function Ui:mark_more(area)
  local u, x, y = look.unit, area.x + area.w - 34 * look.unit, area.y + area.h - 10 * look.unit
  look.box(x - 22 * u, y - 9 * u, 44 * u, 18 * u, "card", "line", 9)
  look.set "accent"
  love.graphics.setLineWidth(2 * u)
  love.graphics.line(x - 7 * u, y - 3 * u, x, y + 3 * u, x + 7 * u, y - 3 * u)
end

--- If an area shows its end, keeps it there, even if the height changes.
---@param id string
function Ui:stick_to_end(id)
  local area = self.areas[id]
  if area and area.at_end then area.to_end = true end
end

--- Scrolls an area to its top, for new content.
---@param id string
function Ui:to_top(id)
  local area = self.areas[id]
  if area then area.scroll = 0 end
end

--- Scrolls an area to its end when its height is known.
---@param id string
function Ui:to_end(id) self:area(id).to_end = true end

-- ---- Widgets ------------------------------------------------------------------------------------

local FILLS = {
  primary = { rest = "accent", hot = "accent_hot", ink = "on_accent" },
  plain = { rest = "card", hot = "accent_soft", ink = "ink", line = "line" },
  chosen = { rest = "accent_soft", hot = "chosen_hot", ink = "ink", line = "accent" },
  off = { rest = "off", hot = "off", ink = "on_off" },
}

local function ring(target)
  local u = look.unit
  look.set "accent"
  love.graphics.setLineWidth(2 * u)
  love.graphics.rectangle("line", target.x - 3 * u, target.y - 3 * u, target.w + 6 * u, target.h + 6 * u,
    10 * u, 10 * u)
end

--- Draws a button with `text` and, to its left, a square drawn by `sign`. Kinds: primary, plain,
--- chosen, off.
---@param b table a Target with text?, size?, align?, kind?, pad? units, sign?: fun(x, y, size)
function Ui:button(b)
  if b.kind == "off" then b.on = nil end
  local hot, focused = self:add(b)
  local fill = FILLS[b.kind or "plain"]
  local down = hot and love.mouse.isDown(1)
  look.box(b.x, b.y + (down and b.on and look.unit or 0), b.w, b.h, hot and b.on and fill.hot or fill.rest,
    fill.line)
  local u, size = look.unit, b.size or "button"
  local pad, left = (b.pad or 10) * u, b.x
  if b.sign then
    local side = math.min(b.h - 8 * u, 26 * u)
    b.sign(b.text and b.x + 7 * u or b.x + (b.w - side) / 2, b.y + (b.h - side) / 2, side)
    left = b.x + side + 2 * u
  end
  if b.text then
    local room = b.x + b.w - left - 2 * pad
    local text = look.cut(b.text, room, size)
    local font = look.font(size)
    local at = b.align == "left" and left + pad or left + pad + (room - font:getWidth(text)) / 2
    look.write(text, at, b.y + (b.h - font:getHeight()) / 2, size, fill.ink)
  end
  if focused then ring(b) end
end

--- Draws a checkbox with a text.
---@param b table a Target with text, checked
function Ui:tick(b)
  local hot, focused = self:add(b)
  local u, side = look.unit, 18 * look.unit
  local y = b.y + (b.h - side) / 2
  look.box(b.x, y, side, side, b.checked and "accent" or hot and "accent_soft" or "card",
    b.checked and "accent" or "faint", 4)
  if b.checked then
    look.set "on_accent"
    love.graphics.setLineWidth(2.4 * u)
    love.graphics.line(b.x + 4 * u, y + 9.5 * u, b.x + 7.8 * u, y + 13 * u, b.x + 14 * u, y + 5.4 * u)
  end
  local font = look.font "text"
  look.write(look.cut(b.text, b.w - side - 10 * u, "text"), b.x + side + 8 * u,
    b.y + (b.h - font:getHeight()) / 2, "text", b.ink)
  if focused then ring(b) end
end

local function chevron(x, y, size, way)
  love.graphics.setLineWidth(2 * look.unit)
  love.graphics.line(x - way * size / 3, y - size / 2, x + way * size / 3, y, x - way * size / 3,
    y + size / 2)
end

--- Draws a value between two arrows.
---@param b table a Target with text, left, right
function Ui:cycle(b)
  b.on = b.right
  local hot, focused = self:add(b)
  look.box(b.x, b.y, b.w, b.h, hot and "accent_soft" or "card", "line")
  local side = b.h * 0.8
  look.set "faint"
  chevron(b.x + side / 2, b.y + b.h / 2, b.h * 0.3, -1)
  chevron(b.x + b.w - side / 2, b.y + b.h / 2, b.h * 0.3, 1)
  local font = look.font "text"
  local text = look.cut(b.text, b.w - 2 * side, "text")
  look.write(text, b.x + (b.w - font:getWidth(text)) / 2, b.y + (b.h - font:getHeight()) / 2, "text")
  self.targets[#self.targets].split = true
  if focused then ring(b) end
end

local function drop_last(text) return (text:gsub("[^\128-\191][\128-\191]*$", "")) end

--- Draws a text line for typing.
---@param b table a Target with text, hint?, most? characters, change: fun(text:string):string?, which may return another text
function Ui:entry(b)
  local most = b.most or 24
  b.edit = function(letters, erase)
    local text = erase and drop_last(b.text) or b.text .. letters
    -- several letters may arrive between two frames
    if #text <= most then b.text = b.change(text) or text end
  end
  b.on = function() self.focus = b.id end
  local hot = self:add(b)
  local typing = self.active and self.focus == b.id
  look.box(b.x, b.y, b.w, b.h, "card", (typing or hot) and "accent" or "line")
  local u, font = look.unit, look.font "text"
  local shown = look.cut(b.text, b.w - 20 * u, "text")
  local y = b.y + (b.h - font:getHeight()) / 2
  local width = look.write(shown == "" and b.hint or shown, b.x + 10 * u, y, "text",
    shown == "" and "faint" or "ink")
  if typing and love.timer.getTime() % 1 < 0.5 then
    look.set "accent"
    love.graphics.rectangle("fill", b.x + 11 * u + (shown == "" and 0 or width), y, 2 * u, font:getHeight())
  end
end

-- ---- Events -------------------------------------------------------------------------------------

-- Returns the top target under the mouse.
function Ui:under(x, y)
  for i = #self.targets, 1, -1 do
    if self:is_on(self.targets[i], x, y) then return self.targets[i] end
  end
end

--- Handles a mouse press; returns whether a target was hit.
---@param x number
---@param y number
---@param button integer
---@return boolean taken
function Ui:mousepressed(x, y, button)
  local target = self:under(x, y)
  self.by_keys = false
  self.held = target and target.id
  if not target or not target.edit then self.focus = nil end
  return target ~= nil and button == 1
end

--- Handles a mouse release: triggers the pressed target if it is still under the mouse.
---@param x number
---@param y number
---@param button integer
---@return boolean taken
function Ui:mousereleased(x, y, button)
  local target, held = self:under(x, y), self.held
  self.held = nil
  if button ~= 1 or not target or target.id ~= held then return false end
  if target.split and x < target.x + target.w / 2 then target.left() elseif target.on then target.on() end
  return true
end

--- Scrolls the area under the mouse; returns whether there is one.
---@param steps number
---@return boolean taken
function Ui:wheelmoved(steps)
  local x, y = love.mouse.getPosition()
  for _, area in pairs(self.areas) do
    if within(x, y, area) then
      area.at_end = false
      area.scroll = math.max(0, area.scroll - steps * 40 * look.unit)
      return true
    end
  end
  return false
end

--- Scrolls an area by most of its height; by default the area that was opened last.
---@param name? string name of a binding in app.keys
---@param id? string
---@return boolean taken
function Ui:page(name, id)
  local area, by = self.areas[id or self.last_area], name == "page_up" and -1 or name == "page_down" and 1
  if not area or not by then return false end
  area.scroll, area.at_end = math.max(0, area.scroll + by * area.h * 0.8), false
  return true
end

-- Returns the target nearest to the focus in a direction. Sideways distance counts more.
local function beside(targets, from, dx, dy)
  local best, best_cost
  local fx, fy = from.x + from.w / 2, from.y + from.h / 2
  for _, target in ipairs(targets) do
    local tx, ty = target.x + target.w / 2 - fx, target.y + target.h / 2 - fy
    local ahead, aside = tx * dx + ty * dy, math.abs(tx * dy) + math.abs(ty * dx)
    local cost = ahead + aside * 3
    if target ~= from and ahead > 1 and (not best or cost < best_cost) then best, best_cost = target, cost end
  end
  return best
end

-- Moves the focus to a target and scrolls it into view.
function Ui:focus_on(target)
  if not target then return end
  self.focus, self.by_keys = target.id, true
  local area = target.area and self.areas[target.area]
  if not area then return end
  local margin = 12 * look.unit
  if target.y < area.y + margin then area.scroll = math.max(0, area.scroll - (area.y + margin - target.y)) end
  local over = target.y + target.h + margin - (area.y + area.h)
  if over > 0 then area.scroll = area.scroll + over end
end

local STEPS = { left = { -1, 0 }, right = { 1, 0 }, up = { 0, -1 }, down = { 0, 1 } }

function Ui:step(by)
  local from = by > 0 and 0 or #self.targets + 1
  for i, target in ipairs(self.targets) do
    if target.id == self.focus then from = i end
  end
  for _ = 1, #self.targets do
    from = (from + by - 1) % #self.targets + 1
    local target = self.targets[from]
    if target.on or target.edit then return self:focus_on(target) end
  end
end

--- Handles a binding, or a key for the focused text line; returns whether it was used.
---@param name? string name of a binding in app.keys
---@param key string
---@return boolean taken
function Ui:key(name, key)
  local target = self.focus and self:find(self.focus)
  if target and target.edit then
    if key == "backspace" then target.edit("", true) return true end
    if key == "return" or key == "kpenter" or key == "escape" then self.focus = nil return true end
    if name ~= "next" and name ~= "previous" and #key == 1 or key == "space" then return true end
  end
  if self:page(name) then return true end
  if name == "next" or name == "previous" then self:step(name == "next" and 1 or -1) return true end
  if not target then return false end
  if target[name] then target[name]() return true end
  local step = STEPS[name]
  if step then self:focus_on(beside(self.targets, target, step[1], step[2])) return true end
  if name == "place" and target.on then target.on() return true end
  return false
end

--- Handles typed letters.
---@param letters string
---@return boolean taken
function Ui:textinput(letters)
  local target = self.focus and self:find(self.focus)
  if not (target and target.edit) then return false end
  target.edit(letters, false)
  return true
end

return Ui
