-- Maps the rivers to the names in logs of the other engine.

-- Returns whether a tile lies on the board at the start.
local function begins_with(logged, id)
  for _, tile in ipairs(logged.start or {}) do
    if tile[1] == id then return true end
  end
  return false
end

return {
  sets = { "river" },
  choose = function(logged, chosen)
    local first, second = logged.tilesets["river/1:1"] or logged.tilesets["river/1:2"],
      logged.tilesets["river/2:1"] or logged.tilesets["river/2:2"]
    chosen.spring = begins_with(logged, "RI-A") and "plain" or "road"
    chosen.rivers = first and second and "both" or second and "second" or "first"
  end,
}
