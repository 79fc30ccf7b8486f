-- The order in which Lua visits the keys of a table differs between processes in Lua 5.4. No result
-- of the module depends on this order.

local carcassonne = require "carcassonne"
local lua = require "spec.support.lua"

describe("A seeded game", function()
  -- Plays games in a new process, and returns what it prints.
  local function printed(seeds, names)
    local pipe = assert(io.popen(("%s spec/support/printed_games.lua %d %s 2>&1"):format(lua.command(), seeds,
      table.concat(names, " "))))
    local text = pipe:read "*a"
    pipe:close()
    return text
  end

  local function assert_equal_twice(seeds, names)
    local one, other = printed(seeds, names), printed(seeds, names)
    assert.matches("\nend %d+ hash %x+", one)
    assert.is_truthy(one == other, "two processes printed different games")
  end

  it("has the same events and texts in every process",
    function() assert_equal_twice(1, { "bazaars", "tower" }) end)

  for _, name in ipairs(carcassonne.expansions()) do
    it("has the same events and texts in every process, with " .. name .. " #full",
      function() assert_equal_twice(3, { name }) end)
  end
end)

describe("A message about an input with several faults", function()
  it("names the same fault in every process", function()
    local texts = {}
    for i = 1, 6 do
      local pipe = assert(io.popen(lua.command() .. " spec/support/printed_faults.lua 2>&1"))
      texts[i] = pipe:read "*a"
      pipe:close()
      assert.equal(texts[1], texts[i])
    end
    assert.matches("points%[1%]%.add: expected integer, got string \"a\"\n", texts[1])
    assert.matches("players: expected a list, got the key 'a'\n", texts[1])
    assert.matches("unknown cell 'a'", texts[1])
  end)
end)
