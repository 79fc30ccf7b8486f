--- The colours of this program by name, for the window and for the table. Colours shared with other
--- programs are in carcassonne.ui.palette. This file requires no module, so the screen that reports
--- a missing engine can use it.
-- @module app.colours

local colours = {}

-- RGB in hexadecimal digits.
local HEX = {
  -- the window
  linen = "DFD8CA", paper = "FBF8F2", card = "FFFEFB", line = "DAD3C5", ink = "2E2A25", faint = "7A7368",
    accent = "005E93",
  accent_hot = "0D70A8", accent_soft = "D6E5ED", chosen_hot = "C7DEEB", on_accent = "FFFFFF",
    alarm = "A82D1F",
  alarm_soft = "F8E1DA", off = "E6E2DB", on_off = "9E9991",
  -- the table
  choice = "0B4F79", white = "FFFDF8", grey = "8E8778", dark = "3A352E", field_dark = "84A766",
    tree = "6E9656",
  tree_light = "8FB574", leaf = "6E9A52", wall = "5F4330", wall_light = "A5866A", roof = "8C3B2B",
    roof_dark = "70291D",
  house = "F6E7CB", road_edge = "B5A688", river_edge = "6F9DB8", water = "7DAFCB", abbey = "CDC3A6",
    wood = "A07B52",
  wood_dark = "7A5A38", plaster = "F2E7D0", stone = "E3DED6", slate = "5D7E94", limestone = "EFE3C8",
    copper = "6E8F5A",
  masonry = "6C665B", rock = "6B5A50", lava = "E2703A", portal = "6C5B9E", portal_light = "CFC4EE",
  -- signs
  blue = "2F6DA8", gold = "E7B93C", purple = "7B3F8C", red = "B5432E", green = "4E8C4A", grain = "D9A521",
    cloth = "A8577E",
}

for name, hex in pairs(HEX) do
  local parts = {}
  for pair in hex:gmatch "%x%x" do parts[#parts + 1] = tonumber(pair, 16) / 255 end
  colours[name] = parts
end

--- The shade under an overlay.
colours.shade = { 0.16, 0.14, 0.11, 0.45 }
--- The line between two tiles.
colours.seam = { 0.22, 0.26, 0.14, 0.20 }

return colours
