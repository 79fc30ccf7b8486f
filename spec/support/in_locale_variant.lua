-- A script that reports how strings are sorted and numbers are written, both at loading and in a
-- hook. For locale_spec.lua.

local function strings()
  local list, changed = { "b", "B", "a-b", "aB", "ab", "_a", "10", "9", "é", "z", "i", "I", "ß\159" }, {}
  table.sort(list)
  for i, text in ipairs(list) do
    changed[i] = table.concat({ text:upper(), text:lower(), text < "aB" and "<" or ">=", text:match "^%a*",
      text:match "%c" }, " ")
  end
  return table.concat(list, " ") .. "; " .. table.concat(changed, ", ")
end

local function numbers(share)
  return table.concat({ share, tostring(share), share / 2 .. "",
    ("%.2f %g %5.1e %s"):format(0.5, 1.5, 2.5, share * 2),
    tostring(tonumber "0.5"), tostring(tonumber "0,5"), tostring("1.5" * 2) }, " ")
end

local read = strings() .. "; " .. numbers(0.25)

return {
  name = "teller",
  options = { share = 0.5, word = "" },
  phases = { { name = "count", timing = "turn_start", label = "Größe, ß, à", run = function() end } },
  on_tile_placed = function(state, _, options)
    if state:num_tiles() > 2 then return end
    print(read)
    print(strings(), numbers(options.share), options.word)
  end,
}
