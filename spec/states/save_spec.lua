-- Saved games: what is restored, and the messages about texts that are cut off, changed or foreign.

local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local files = require "spec.support.files"
local scaled = require "spec.support.scale"

local function play(state, decisions)
  for i = 1, decisions or math.huge do
    if state:is_terminal() then break end
    state:apply_index((i * 7919) % state:num_actions() + 1)
  end
  return state
end

local function same(a, b)
  assert.are.equal(a:hash(), b:hash())
  assert.are.same(a:returns(), b:returns())
  assert.are.equal(a:decisions(), b:decisions())
  assert.are.equal(a:current_player(), b:current_player())
  assert.are.same(a:tiles(), b:tiles())
  assert.are.same(a:pieces(), b:pieces())
  assert.are.same(a:tiles_left(), b:tiles_left())
  local mine, theirs = a:legal_actions(), b:legal_actions()
  assert.are.equal(#mine, #theirs)
  for i = 1, #mine do assert.are.equal(tostring(mine[i]), tostring(theirs[i])) end
end

-- Saves and loads a game, plays both to the end, and checks that they never differ.
local function round_trip(state, settings)
  local text = state:serialize()
  local loaded = assert(carcassonne.load(text, settings))
  same(state, loaded)
  assert.are.equal(text, loaded:serialize())
  local direct = assert(state:game():deserialize_state(text))
  assert.is_true(direct == state)
  local a, b = state:clone(), loaded
  play(a)
  play(b)
  same(a, b)
  return carcassonne.load(text, settings)
end

-- Checks that a text does not load: nil, a sentence with a line, a code; never an error of Lua.
local function refused(text, pattern, settings)
  local state, message, code = carcassonne.load(text, settings)
  assert.is_nil(state)
  assert.is_string(message)
  assert.is_nil(message:match "%.lua:%d", message)
  assert.are.equal("invalid", code)
  if pattern then assert.matches(pattern, message) end
  return message
end

local function lines(text)
  local all = {}
  for line in text:gmatch "[^\n]*\n?" do
    if line ~= "" then all[#all + 1] = line end
  end
  return all
end

describe("A saved game", function()
  -- A metatable that strings get for the time of a script makes LuaJIT drop all that it has
  -- compiled. This happened 87 times in one load.
  it("is loaded without LuaJIT dropping its compiled code, once its scripts are read", function()
    local names = { "inns-and-cathedrals", "abbey-and-mayor", "tower" }
    local state = carcassonne.game { variants = names }:new_initial_state(7)
    state:random_playout(3)
    local text, jit, flushes = state:serialize(), rawget(_G, "jit"), 0
    local function count(what) flushes = flushes + (what == "flush" and 1 or 0) end
    if jit then jit.attach(count, "trace") end
    for _ = 1, 3 do assert.are.equal(state, (assert(carcassonne.load(text)))) end
    if jit then jit.attach(count) end
    assert.are.equal(0, flushes)
  end)

  it("of any edition, any number of players, at any time, loads as it was and plays on the same", function()
    for i, edition in ipairs(carcassonne.editions) do
      for players = 1, 6 do
        local state = carcassonne.game({ edition = edition, players = players }):new_initial_state(
          players * 10 + i)
        round_trip(play(state, players * 25))
      end
    end
    round_trip(carcassonne.game():new_initial_state(1))
    round_trip(play(carcassonne.game():new_initial_state(1)))
  end)

  it("with draws by hand, before and after a draw", function()
    local state = carcassonne.game({ draws = "manual", sets = { "base" } }):new_initial_state(3)
    for n = 1, 12 do
      round_trip(state)
      play(state, n)
    end
  end)

  it("after undo, reseed, resigning and set-aside tiles", function()
    local state = play(carcassonne.game({ players = 4 }):new_initial_state(3), 30)
    state:undo_action()
    round_trip(state)
    state:reseed(77)
    round_trip(state)
    play(state, 20)
    state:resign(2)
    round_trip(state)
    play(state, 20)
    state:undo_action()
    round_trip(state)
  end)

  it("after undoing past a reseed keeps the present seed", function()
    local state = play(carcassonne.game():new_initial_state(3), 30)
    state:reseed(5)
    play(state, 10)
    for _ = 1, 15 do state:undo_action() end
    round_trip(state)
  end)

  it("with rules, pieces, counts, a start and tiles of one's own", function()
    round_trip(play(carcassonne.game({
      players = 3, sets = { "base", "traders" },
        rules = { pig_bonus = 3, double_turn = "compulsory", builder_parts = "unlimited" },
      counts = { ["BA-X"] = 5 }, pieces = { follower = 4,
        mayor = { count = 2, role = "follower", power = 2, on = { "city", "road" } } },
      attributes = { "inn" }, tiles = "OWN x3 road:E.W+inn field:NL.NR.EL.WR field:ER.SL.SR.WL",
      variables = { { name = "memory", scope = "player", lifetime = "turn" } }, start = { { id = "BA-X" } },
      goods = false,
    }):new_initial_state(5), 70))
  end)

  it("from a position set up", function()
    round_trip(play(carcassonne.game({ position = {
      tiles = { { id = "BA-D" }, { id = "BA-U", x = 1 } },
        pieces = { { player = 2, x = 1, y = 0, segment = "road:E.W" } },
      goods = { { wine = 2 } }, points = { 5, 8 }, turn = 2, hand = "BA-B",
    } }):new_initial_state(1), 20))
  end)

  it("with the shipped variants and their options needs no list of them", function()
    local variant = carcassonne.variant("percentage-goods", { consolation = true })
    local state = play(carcassonne.game({ variants = { "chained-builders", variant } }):new_initial_state(2),
      60)
    local loaded = round_trip(state)
    assert.is_true(loaded:game():variants()[2].options.consolation)
  end)

  it("is readable in an editor: the definition, then each action as text", function()
    local text = play(carcassonne.game({ sets = { "base" } }):new_initial_state(1), 6):serialize()
    assert.matches("^carcassonne%-save 3 ", text)
    assert.matches("\nset base\n", text)
    assert.matches("\nplace BA%-%u %-?%d+,%-?%d+ r[0-3] ", text)
    assert.matches("\ndraw BA%-%u ", text)
  end)
end)

describe("A saved game whose lines end", function()
  local variant = carcassonne.variant("percentage-goods", { consolation = true })
  -- a line longer than those of other games, with a comment in it
  local tiles = "LONG x1 " .. ("@high "):rep(60) .. "monastery field:NL.NR.EL.ER.SL.SR.WL.WR"
  local state = play(
    carcassonne.game({ players = 3, variants = { variant }, attributes = { { name = "high", on = "tile" } },
    sets = { "base", "traders" }, tiles = tiles }):new_initial_state(9), 40)
  local text = state:serialize()

  -- Checks that a text loads the same game, and that saving gives the original text.
  local function loads(changed)
    local loaded = assert(carcassonne.load(changed))
    same(state, loaded)
    assert.are.equal(text, loaded:serialize())
    assert.is_true(assert(state:game():deserialize_state(changed)) == state)
  end

  it("in CR LF, as some systems write them, loads unchanged", function()
    loads((text:gsub("\n", "\r\n")))
  end)

  it("partly in CR LF and partly in LF loads unchanged", function()
    for step = 2, 5 do
      local n = 0
      loads((text:gsub("\n", function()
        n = n + 1
        return n % step == 0 and "\r\n" or "\n"
      end)))
    end
  end)

  it("without an end of its last line loads unchanged", function()
    loads((text:gsub("\n$", "")))
    loads((text:gsub("\n", "\r\n"):gsub("\r\n$", "")))
  end)

  it("in CR LF is refused like any other after a change, with the line", function()
    refused((text:gsub("\n", "\r\n"):gsub("players 3", "players 4")), "line %d+")
    refused((text:gsub("\n", "\r\n") .. "more\r\n"), "line %d+: .*only notes")
    refused((text:gsub("set base\n", "set\r base\n")), "line %d+")
  end)
end)

describe("A saved game with variants of one's own", function()
  local function own(bonus)
    return { name = "own", variables = { "count" }, options = { bonus = bonus or 1 },
      on_tile_placed = function(state) state:set_variable("count", nil, state:variable "count" + 1) end,
      on_feature_scored = function(state, scoring, options)
        if not scoring.final then state:award(scoring.players[1] or 1, options.bonus, "own") end
      end }
  end

  it("loads if they are given, also among others, also with chosen options", function()
    local chosen = carcassonne.variant(own(), { bonus = 4 })
    local state = play(carcassonne.game({ variants = { "chained-builders", chosen } }):new_initial_state(2),
      60)
    local loaded = round_trip(state, { variants = { { name = "unused" }, own() } })
    assert.are.equal(state:variable "count", loaded:variable "count")
    assert.are.equal(4, loaded:game():variants()[2].options.bonus)
  end)

  it("from a file loads with the given path", function()
    local path =
      files.write("return { name = 'from-file', options = { n = 2 }, points = function(_, _, p, o) return p "
        .. "* o.n end }")
    local state = play(carcassonne.game({ variants = { path } }):new_initial_state(2), 60)
    round_trip(state, { variants = { path } })
    local text = state:serialize()
    files.rewrite(path,
      "return { name = 'from-file', options = { n = 2 }, points = function(_, _, p, o) return p * o.n + 1 "
      .. "end }")
    refused(text, "variant 'from%-file' has changed", { variants = { path } })
    os.remove(path)
    refused(text, nil, { variants = { path } })
    refused(text, "variant 'from%-file'")
  end)

  it("reads each given script once", function()
    local script = "print 'read' return { name = '%s', options = { n = 2 }, points = function(_, _, p, o) "
      .. "return p * o.n end }"
    files.with(script:format "one", function(one)
      files.with(script:format "other", function(other)
        local print_before, times = print, 0
        finally(function() _G.print = print_before end) -- luacheck: ignore
        _G.print = function() times = times + 1 end -- luacheck: ignore
        local text = play(carcassonne.game({ variants = { one, other } }):new_initial_state(2), 5):serialize()
        times = 0
        assert(carcassonne.load(text, { variants = { other, one } }))
        assert.are.equal(2, times)
      end)
    end)
  end)

  it("is refused if they are not given, naming the variant", function()
    local text = play(carcassonne.game({ variants = { own() } }):new_initial_state(2), 10):serialize()
    refused(text, "variant 'own'")
    refused(text, "variant 'own': the variant is not shipped; name its script", { variants = {} })
    refused(text, "variant 'own'", { variants = { { name = "other" } } })
  end)

  it("is refused if one has changed: its code, its data, its options", function()
    local text = play(carcassonne.game({ variants = { own() } }):new_initial_state(2), 10):serialize()
    for _, changed in ipairs { "code", "rules", "less", "options" } do
      local v = own()
      if changed == "code" then
        v.on_tile_placed = function(state) state:set_variable("count", nil, state:variable "count" + 2) end
      end
      if changed == "rules" then v.rules = { pig_bonus = 2 } end
      if changed == "less" then v.on_feature_scored = nil end
      if changed == "options" then v.options.more = true end
      refused(text, "variant 'own' has changed", { variants = { v } })
    end
  end)

  for name, value in pairs {
    ["two words"] = "two words", ["an equals sign"] = "a=b", ["the word true"] = "true", ["digits"] = "5",
      ["nothing"] = "",
    ["a whole number written as a fraction"] = 10.0, ["a fraction"] = 1 / 3, ["a large number"] = 1e100,
      ["a negative number"] = -3,
    ["true"] = true, ["false"] = false, ["signs"] = "#~'\"\\%", ["letters of other alphabets"] = "für Élise",
    ["blanks around"] = "  x  ", ["a percent sign"] = "10 %",
  } do
    it("keeps an option that is " .. name, function()
      local v = { name = "opt", options = { value = value } }
      local state = play(carcassonne.game({ variants = { v } }):new_initial_state(2), 5)
      local loaded = round_trip(state, { variants = { v } })
      assert.are.equal(value, loaded:game():variants()[1].options.value)
      -- in versions with one type of number, 10.0 is 10
      local kind = value == 10 and "integer" or compat.math.type(value)
      assert.are.equal(kind, compat.math.type(loaded:game():variants()[1].options.value))
      if type(value) ~= "boolean" then -- the option gets this value by choice; its default is another value
        local default = { name = "opt", options = { value = type(value) == "string" and "-" or 0 } }
        local chosen = carcassonne.variant(default, { value = value })
        round_trip(carcassonne.game({ variants = { chosen } }):new_initial_state(1),
          { variants = { default } })
      end
    end)
  end

  it("refuses options that cannot be written in a line, when the variant is read", function()
    for _, value in ipairs { { 1 }, print, io.stdout, 0 / 0, math.huge, "two\nlines" } do
      local fine, message = pcall(carcassonne.game,
        { variants = { { name = "opt", options = { value = value } } } })
      if fine then
        local v = { name = "opt", options = { value = value } }
        round_trip(carcassonne.game({ variants = { v } }):new_initial_state(2), { variants = { v } })
      else
        assert.matches("variant 'opt': options.value", message)
      end
    end
  end)

  it("reads no file that the text names", function()
    local path = files.write "this is a secret"
    local text = carcassonne.game({ variants = { "chained-builders" } }):new_initial_state(1):serialize()
    local message = refused((text:gsub("variant chained%-builders", "variant " .. path)))
    os.remove(path)
    assert.is_nil(message:find("secret", 1, true))
    assert.is_nil(message:find("syntax", 1, true))
  end)
end)

describe("A text that is not a whole saved game", function()
  local state = play(carcassonne.game({ players = 3 }):new_initial_state(9), 40)
  local text = state:serialize()

  it("is refused when it is cut off anywhere", function()
    for length = 0, #text - 2, 3 do
      refused(text:sub(1, length))
    end
  end)

  it("is refused with the line that is missing or cut", function()
    local all = lines(text)
    for n = 6, #all do
      refused(table.concat(all, "", 1, n - 1), "line %d+")
      if #all[n] > 4 then
        refused(table.concat(all, "", 1, n - 1) .. all[n]:sub(1, math.floor(#all[n] / 2)), "line %d+")
      end
    end
  end)

  it("is refused when lines are swapped, doubled or omitted, with the line", function()
    local all = lines(text)
    local first
    for n, line in ipairs(all) do
      if line:match "^place" and not first then first = n end
    end
    for n = first, #all - 1, 4 do
      local function with(change)
        local copy = compat.table.move(all, 1, #all, 1, {})
        change(copy)
        local message = refused(table.concat(copy), "line %d+")
        local at = tonumber(message:match "line (%d+)")
        assert.is_true(at >= n and at <= n + 3, ("line %d said for a change in line %d"):format(at, n))
      end
      with(function(copy) copy[n], copy[n + 1] = copy[n + 1], copy[n] end)
      with(function(copy) table.insert(copy, n, copy[n]) end)
      with(function(copy) table.remove(copy, n) end)
    end
  end)

  it("is refused when an action was replaced, even by a legal one", function()
    local all = lines(text)
    for n, line in ipairs(all) do
      local action, check = line:match "^(pass) (~%x+\n)$"
      if action then
        local copy = compat.table.move(all, 1, #all, 1, {})
        copy[n] = "deploy follower road:E.W " .. check
        refused(table.concat(copy), "line " .. n)
      end
      if line:match "^place" then
        local copy = compat.table.move(all, 1, #all, 1, {})
        copy[n] = line:gsub("r(%d)", function(r) return "r" .. (r + 1) % 4 end)
        refused(table.concat(copy), "line " .. n)
      end
    end
  end)

  it("is refused when it is of another version of the format", function()
    local message = refused((text:gsub("^carcassonne%-save 3", "carcassonne-save 1")), "line 1")
    assert.matches("saved in version 1 of the format; this engine reads version 3", message)
    refused((text:gsub("^carcassonne%-save 3", "carcassonne-save x")), "line 1")
  end)

  it("is refused when it is something else", function()
    refused ""
    refused "\n"
    refused "\0\0\0"
    for _, other in ipairs { "hello", "carcassonne-save", "carcassonne-save 3", ("x"):rep(100000),
      "carcassonne-save 3 engine 0.1.0\n", "carcassonne-save 3 engine 0.1.0\ndefinition 0 0\n",
      "carcassonne-save 3 engine 0.1.0\ndefinition 0 999999999\n",
          "carcassonne-save 3 engine 0.1.0\ndefinition 0 -1\n" } do
      refused(other, "line %d+")
    end
  end)

  it("is refused when text follows its end, with the line; but blank lines are allowed", function()
    local _, count = text:gsub("\n", "")
    for _, more in ipairs { "more\n", "x", text, "# a remark\n", "pass ~0000\n", "\1" } do
      refused(text .. more, ("line %d: .*only notes"):format(count + 1))
      refused(text .. "\n \r\n" .. more, ("line %d: .*only notes"):format(count + 3))
    end
    for _, more in ipairs { "\n", "\r\n", " \t\n\n", "  " } do
      same(state, assert(carcassonne.load(text .. more)))
    end
  end)

  it("is refused when it contains a NUL, with the line", function()
    local all = lines(text)
    for n = 1, #all + 1, 3 do
      local before = table.concat(all, "", 1, n - 1)
      refused(before .. "\0" .. text:sub(#before + 1), ("line %d: .*NUL"):format(n))
    end
    local cut = text .. "\0" .. text
    refused(cut, ("line %d: .*NUL"):format(#all + 1))
    local loaded, message, code = state:game():deserialize_state(cut)
    assert.is_nil(loaded)
    assert.matches(("line %d: .*NUL"):format(#all + 1), message)
    assert.are.equal("invalid", code)
  end)

  it("is refused when its definition was changed", function()
    for from, to in pairs { ["players 3"] = "players 4", ["set traders\n"] = "",
      ["set base\n"] = "set base\nrule pig_bonus 5\n",
      ["set base"] = "set bass" } do
      refused((text:gsub(from, to)), "line %d+")
    end
  end)

  it("is refused by another game", function()
    for _, other in ipairs { {}, { players = 4 }, { players = 3, rules = { pig_bonus = 2 } },
      { players = 3, draws = "manual" },
      { players = 3, sets = { "base" } }, { players = 3, variants = { "chained-builders" } } } do
      local loaded, message, code = carcassonne.game(other):deserialize_state(text)
      assert.is_nil(loaded)
      assert.matches("line %d+", message)
      assert.are.equal("invalid", code)
    end
    assert.is_truthy(carcassonne.game({ players = 3 }):deserialize_state(text))
  end)

  local function with_a_bit_changed(byte, bit)
    local weight = 2 ^ (bit - 1)
    return string.char(byte % (2 * weight) < weight and byte + weight or byte - weight)
  end

  it("with any byte changed is refused, or is the same game; it never crashes", function()
    local texts = scaled(2000, 200)
    local short = play(carcassonne.game({ players = 3, variants = { "percentage-goods" } }):new_initial_state(
      4), 60):serialize()
    local random = require("spec.support.properties").chooser(12345)
    local accepted = 0
    for _ = 1, texts do
      local at, kind = random(#short), random(5)
      local changed
      if kind == 1 then changed = short:sub(1, at - 1) .. string.char(random(256) - 1) .. short:sub(at + 1)
      elseif kind == 2 then changed = short:sub(1, at - 1) .. short:sub(at + random(8))
      elseif kind == 3 then changed = short:sub(1, at) .. string.char(random(94) + 32) .. short:sub(at + 1)
      elseif kind == 4 then changed = short:sub(1, at - 1) .. with_a_bit_changed(short:byte(at), random(8))
        .. short:sub(at + 1)
      else
        local from = random(#short)
        changed = short:sub(1, at) .. short:sub(from, from + random(60)) .. short:sub(at + random(60))
      end
      local fine, loaded, message, code = pcall(carcassonne.load, changed)
      assert.is_true(fine, loaded)
      if loaded then
        accepted = accepted + 1
        assert.are.equal(short, loaded:serialize())
      else
        assert.is_string(message)
        assert.are.equal("invalid", code)
        assert.is_nil(message:match "%.lua:%d", message)
      end
    end
    assert.is_true(accepted < texts / 5, accepted .. " changed texts were accepted")
  end)
end)

describe("Notes of a host in a saved game", function()
  local notes = require "carcassonne.notes"
  local state = play(carcassonne.game({ players = 3 }):new_initial_state(3), 20)
  local text = state:serialize()

  it("are read as they were written, with any values", function()
    local all = { ["player.1.name"] = "Änne O'Brien", ["player.2.bot"] = "greedy:follower=4", empty = "",
      spaces = "  a  b ",
      lines = "one\ntwo\r\n\n", slashes = "C:\\new\\x41", bytes = "\0\1\127\128\255" }
    local saved = notes.add(text, all)
    assert.same(all, notes.of(saved))
    assert.same(all, notes.of((saved:gsub("\n", "\r\n"))))
    local last = saved:sub(#text + 1)
    assert.is_nil(last:gsub("\n", ""):find "[%c]")
    assert.equal(7, select(2, last:gsub("note ", "")))
  end)

  it("do not change the game", function()
    local saved = notes.add(text, { ["player.2.bot"] = "greedy", other = "x\nend 0 hash 0" })
    local loaded = assert(carcassonne.load(saved))
    assert.equal(text, loaded:serialize())
    assert.equal(text, assert(state:game():deserialize_state(saved)):serialize())
    assert.equal(text, assert(state:game():replay_state(saved)):serialize())
  end)

  it("replace those that a text already has", function()
    local saved = notes.add(notes.add(text, { a = "1", b = "2" }), { b = "3" })
    assert.same({ b = "3" }, notes.of(saved))
    assert.equal(text, notes.add(saved, {}))
  end)

  it("are only those after the end, the last one for each key", function()
    assert.same({}, notes.of(text))
    assert.same({}, notes.of("note a b\n" .. text))
    assert.same({ a = "c" }, notes.of(text .. "note a b\n\nnote a c"))
    assert.same({}, notes.of "note a b\n")
  end)

  it("have keys of letters, digits and . _ -", function()
    for _, key in ipairs { "", "a b", "ä", "a\n", "a/b" } do
      assert.error_matches(function() notes.add(text, { [key] = "x" }) end,
        "notes: .*letters, digits and . _ %-")
    end
    assert.error_matches(function() notes.add(text, { a = 1 }) end, "notes: a: expected string, got number 1")
  end)
end)

describe("A text with a NUL in it, after which nothing would be read,", function()
  -- Checks that a message names the NUL, and is not an error of Lua.
  local function names_nul(message) assert.matches("NUL", message) end

  it("is refused as an action, and the state does not change", function()
    local state = carcassonne.game():new_initial_state(1)
    local before, text = state:clone(), tostring(state:action(1))
    for _, changed in ipairs { text .. "\0", text .. "\0 r9", "\0" .. text } do
      for _, method in ipairs { "apply_action", "string_to_action" } do
        local done, message, code = state[method](state, changed)
        assert.is_nil(done)
        names_nul(message)
        assert.is_nil(message:match "^line")
        assert.are.equal("invalid", code)
      end
    end
    assert.is_true(before == state)
  end)

  it("is refused as a position or tiles of a game, and shown in the message", function()
    for _, given in ipairs { { position = "start BA-D 0,0 r0\npoints 1 5\0\npoints 2 6\n" },
        { tiles = "A x3 monastery\0 field" } } do
      local fine, message = pcall(carcassonne.game, given)
      assert.is_false(fine)
      assert.matches("expected one line without control characters, got string .*\\0", message)
    end
  end)
end)
