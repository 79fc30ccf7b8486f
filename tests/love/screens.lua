-- Tests that parts of the screens do not move: the list of expansions under the mouse, and the
-- visible legal cells. `.ci/love.sh` also runs it in a small window.

local hand = require "hand"

local passed = 0

-- Prints a sentence if the condition holds; raises an error if it does not.
local function check(sentence, holds)
  if not holds then error("this does not hold: " .. sentence, 2) end
  passed = passed + 1
  print("  " .. sentence)
end

local size = ("%dx%d"):format(love.graphics.getDimensions())

-- ---- The first screen ---------------------------------------------------------------------------

-- Returns the places of the checkboxes, and which of them are fully visible.
local function boxes(screen)
  local area, all, in_sight = screen.ui.areas.catalogue, {}, {}
  for _, target in ipairs(screen.ui.targets) do
    if target.id:find "^script " then
      all[target.id] = target
      local is_in = target.y > area.y and target.y + target.h < area.y + area.h
      if is_in then in_sight[#in_sight + 1] = target end
    end
  end
  return all, in_sight
end

-- Clicks a box; returns the number of boxes that change their column, or that move although they
-- are not below the clicked box.
local function moved_by_click(screen, box)
  local before, count = boxes(screen), 0
  hand.click(box.x + 8, box.y + box.h / 2)
  hand.wait(2)
  for id, now in pairs((boxes(screen))) do
    local was = before[id]
    if now.x ~= was.x or was.y <= box.y and now.y ~= was.y then count = count + 1 end
  end
  return count
end

-- Ticks a box on each page of the list, and removes the ticks at the end of the list.
local function tick_all(screen)
  local moved, ticked = 0, 0
  for page = 1, 12 do
    local _, in_sight = boxes(screen)
    moved, ticked = moved + moved_by_click(screen, in_sight[1]), ticked + 1
    if page == 1 then hand.shoot("21-ticked-" .. size) end
    if screen.ui.areas.catalogue.at_end then break end
    hand.press "Next"
  end
  local _, in_sight = boxes(screen)
  return moved + moved_by_click(screen, in_sight[#in_sight]) + moved_by_click(screen, in_sight[#in_sight]),
    ticked
end

hand.wait(5)
local start = hand.scene()
local moved, ticked = tick_all(start)
check(("ticking %d boxes moves none but those below"):format(ticked), moved == 0)
hand.click_on "seed"
hand.type "2024"
hand.press "Escape"
hand.click_on "begin"

-- ---- The table ----------------------------------------------------------------------------------

local scene

local function sit_down()
  scene = hand.wait_for("the table",
    function() return hand.scene().session and hand.scene().board and hand.scene() end)
  hand.wait(3)
end

local function settled()
  hand.wait_for("the camera", function() return not scene.camera:is_moving() end)
end

-- Returns the number of legal cells that are not fully visible.
local function out_of_sight()
  local camera, count = scene.camera, 0
  for _, cell in ipairs(scene.choosing and scene.choosing.cells or {}) do
    local x, y = camera:to_window(cell.x, cell.y)
    local right, bottom = camera:to_window(cell.x + 1, cell.y + 1)
    if not (camera:shows(x, y) and camera:shows(right - 1, bottom - 1)) then count = count + 1 end
  end
  return count
end

-- Returns the cell that is farthest to the north-east, so that the table grows in one direction.
local function far_cell()
  local best
  for _, cell in ipairs(scene.choosing.cells) do
    if not best or cell.x - cell.y > best.x - best.y then best = cell end
  end
  return best
end

local function decide()
  local choosing = hand.wait_for("a person's turn", function() return scene.choosing end)
  scene:choose(choosing:is_placing() and far_cell().rotations[1] or choosing.lines[#choosing.lines])
  scene.motion:skip()
  hand.wait(1)
end

sit_down()
check("the seed is what was typed", scene.session.state:serialize():find "game seed 00000000000007e8")
local hidden, seen = 0, 0
for turn = 1, 50 do
  decide()
  settled()
  hidden = hidden + out_of_sight()
  if scene.choosing:is_placing() then seen = seen + 1 end
  if turn == 45 then hand.shoot("22-cells-" .. size) end
end
check(("each cell where a tile fits is in sight, in %d turns"):format(seen), hidden == 0)

local view = scene.camera.view
hand.drag(view.w / 2, view.h / 2, view.w / 2 - 150, view.h / 2 + 100)
local x, y, scale = scene.camera.x, scene.camera.y, scene.camera.scale
while scene.choosing and not scene.choosing:is_placing() do decide() end
settled()
check("the table lies where the player has dragged it", out_of_sight() > 0 and scene.camera.scale == scale)
hand.press "f"
settled()
decide()
settled()
check("F shows all of it, and keeps the cells in sight again", out_of_sight() == 0 and scene.camera.x ~= x
  and scene.camera.y ~= y)

hand.press "Escape"
hand.click_on "new"
hand.wait_for("the first screen", function() return hand.scene().entries end)
hand.wait(3)
hand.click_on "begin"
sit_down()
check("the next game has a seed of its own",
  not scene.session.state:serialize():find "game seed 00000000000007e8")
print(("%d passed, 0 failed"):format(passed))
