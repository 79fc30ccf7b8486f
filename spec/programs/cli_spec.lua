-- The command line: help, errors in the arguments, `run` and `check`.

local compat = require "carcassonne.base.compat"
local json = require "dkjson"
local cli = require "spec.support.cli"
local files = require "spec.support.files"
local lua = require "spec.support.lua"
local scaled = require "spec.support.scale"

local with_script = files.with

local MEMORY = [[
local count = 0
return {
  name = "memory",
  points = function(_, _, points)
    count = count + 1
    return points + count % 7
  end,
}
]]

describe("The program", function()
  it("explains itself and each command #full", function()
    local status, output = cli.run { "--help" }
    assert.equal(0, status)
    for _, name in ipairs(require("carcassonne.cli").commands) do
      assert.matches("\n   " .. name .. " ", output)
      local known, help = cli.run { name, "--help" }
      assert.equal(0, known)
      assert.matches("^Usage: carcassonne " .. name, help)
    end
    assert.matches("carcassonne check my%-rule%.lua", output)
  end)

  it("explains itself and each command by `help`, too, and names the nearest command when one is misspelt",
      function()
    assert.same({ cli.run { "--help" } }, { cli.run { "help" } })
    for _, name in ipairs { "run", "perft", "help" } do
      assert.same({ cli.run { name, "--help" } }, { cli.run { "help", name } })
    end
    cli.assert_refused({ "help", "compere" },
      "carcassonne: help: unknown command 'compere' (did you mean compare?)\n")
  end)

  it("breaks its help at words once, at the terminal's width, but not in back quotes", function()
    local program, wrong = require "carcassonne.cli", {}
    local names = compat.table.move(program.commands, 1, #program.commands, 2, { false })
    -- Returns whether a line is too long, breaks a command, or would fit in the line before it.
    local function is_wrong(line, last, width)
      local first = line:match "^%a[^ `]*"
      return #line > width and line:find "%S%s+%S" or select(2, line:gsub("`", "")) % 2 == 1
        or first and last:find "^%a" and #last + 1 + #first <= width
    end
    for _, width in ipairs { 40, 60, 80, 100 } do
      for _, name in ipairs(names) do
        local last = ""
        for line in (program.help(name or nil, width) .. "\n"):gmatch "([^\n]*)\n" do
          if is_wrong(line, last, width) then wrong[#wrong + 1] = ("%s, %d: %s"):format(name, width, line) end
          last = line
        end
      end
    end
    assert.same({}, wrong)
    local _, usual = cli.run { "help" }
    assert.equal(program.help(nil, 80) .. "\n", usual)
    for columns, width in pairs { ["60"] = 60, ["500"] = 100, ["3"] = 40, ["nonsense"] = 80 } do
      local _, output = cli.run({ "help" }, nil, "COLUMNS=" .. columns)
      assert.equal(program.help(nil, width) .. "\n", output)
    end
  end)

  it("prints what a shell needs to find the modules, for any name of the folder, and keeps old values",
      function()
    files.with_folder({}, function(folder)
      local place = folder .. "/o'clock \"$HOME\" `x`"
      local script = ([[
        mkdir "$0" && cp -r lua "$0/lua" && ln -s "$PWD/build" "$0/build" || exit
        unset LUA_PATH LUA_CPATH
        lines=$(%s "$0/lua/bin/carcassonne" env) || exit
        LUA_PATH="/mine/?.lua;;" LUA_CPATH="/mine/?.so;;"
        eval "$lines" || exit
        cd / && command -v carcassonne && echo "$LUA_PATH $LUA_CPATH"
        %s -e 'print(require("carcassonne").game():players(), package.path)'
      ]]):format(lua.name, lua.name)
      local path = folder .. "/script"
      files.rewrite(path, 'set -- "$1"\n' .. script:gsub("%$0", "$1"))
      local pipe = assert(io.popen(("env -u LUA_PATH_5_4 -u LUA_CPATH_5_4 sh %s '%s' 2>&1"):format(path,
        (place:gsub("'", "'\\''")))))
      local output = pipe:read "*a"
      pipe:close()
      assert.equal(place .. "/lua/bin/carcassonne", output:match "^[^\n]*")
      assert.is_truthy(output:find("/lua/?/init.lua;/mine/?.lua;; ", 1, true), output)
      assert.is_truthy(output:find("/lua/?.so;/mine/?.so;;\n2\t", 1, true), output)
    end)
  end)

  it("prints its version", function()
    local status, output = cli.run { "--version" }
    assert.equal(0, status)
    assert.matches("^carcassonne %d+%.%d+%.%d+ ", output)
    local jit = rawget(_G, "jit")
    assert.is_truthy(output:find(jit and jit.version or _VERSION, 1, true))
  end)

  it("names the nearest command or option when one is misspelt, and gives status 2", function()
    local status, output, errors = cli.run { "chekc" }
    assert.equal(2, status)
    assert.equal("", output)
    assert.matches("unknown command 'chekc'\nDid you mean 'check'%?", errors)
    status, output, errors = cli.run { "run", "--gamse", "3" }
    assert.equal("", output)
    assert.equal(2, status)
    assert.matches("Did you mean '%-%-games'%?\nSee: carcassonne run %-%-help", errors)
    assert.equal(2, (cli.run {}))
  end)

  it("reports errors without a traceback, or with one for debugging", function()
    local status, _, errors = cli.run({ "run", "--edition", "c3" })
    assert.equal(2, status)
    assert.matches("^carcassonne: game: edition: unknown edition 'c3' %(did you mean c2%?%)[^\n]+\n$", errors)
    errors = select(3, cli.run({ "run", "--edition", "c3" }, nil, "CARC_DEBUG=1"))
    assert.matches("stack traceback", errors)
  end)

  it("runs from any folder and through a link", function()
    local link = os.tmpname()
    os.remove(link)
    assert(compat.os.execute("ln -s \"$PWD/lua/bin/carcassonne\" " .. link))
    local pipe = assert(io.popen("cd / && env -u LUA_PATH -u LUA_CPATH " .. link
      .. " check chained-builders -n 1 --effect 0 2>&1"))
    local output = pipe:read "*a"
    pipe:close()
    os.remove(link)
    -- the module may be built only for another Lua than the program's
    assert.is_truthy(output:match "OK\n$" or output:match "run `make LUA=lua5.4 module`", output)
  end)

  -- Returns what the program prints outside of a checkout if modules are only on these paths; and
  -- the name of the Lua that runs the program.
  local function says_alone(path, cpath)
    local jit = rawget(_G, "jit")
    return files.with(files.read "lua/bin/carcassonne", function(program)
      local said, status = files.run(([[
        package.path, package.cpath, arg = %q, %q, { [0] = %q }
        dofile(arg[0])]]):format(path, cpath, program))
      assert.equal(2, status)
      return said, jit and "luajit" or _VERSION:lower():gsub(" ", "")
    end)
  end

  it("says to run make if the engine is not built", function()
    local said, name = says_alone(package.path, "/nowhere/?.so")
    assert.equal(("carcassonne: the engine is not built for %s; run `make LUA=%s module` in the checkout "
      .. "first\n"):format(name, name), said)
  end)

  it("says which package has a module that is missing", function()
    local said, name = says_alone("lua/?.lua;lua/?/init.lua", package.cpath)
    assert.equal(("carcassonne: the Lua module 'argparse' is missing for %s; install the Debian package "
      .. "lua-argparse or the rock argparse\n")
      :format(name), said)
    said, name = says_alone("/nowhere/?.lua", package.cpath)
    assert.equal(("carcassonne: the Lua module 'carcassonne.cli' is missing for %s; install the rock "
      .. "carcassonne-cli\n"):format(name), said)
  end)
end)

describe("carcassonne run", function()
  it("shows statistics of the game, equal for the same seed", function()
    local status, output = cli.run { "run", "-n", "20", "--seed", "7" }
    assert.equal(0, status)
    assert.matches("^20 games, 2 players, seed 7, bot greedy\n\n +mean +spread\npoints of a player "
      .. "+%d+%.%d+ ± [%d.]+ +%d+%.%d+\n", output)
    assert.equal(output, select(2, cli.run { "run", "-n", "20", "--seed", "7" }))
    assert.not_equal(output, select(2, cli.run { "run", "-n", "20", "--seed", "8" }))
  end)

  it("plays the same games without the house rule, by default", function()
    local words = { "run", "-n", "4", "--variant", "chained-builders" }
    local _, output = cli.run(words)
    assert.matches("\nchained%-builders against standard\n", output)
    assert.matches(" +standard +chained%-builders +difference", output)
    words[#words + 1] = "--no-compare"
    _, output = cli.run(words)
    assert.matches("^4 games, 2 players, chained%-builders, seed 1, bot greedy\n\n +mean +spread\n",
      output)
    assert.not_matches("against standard", output)
  end)

  it("adds up partners' points in the games without them, so that teams are compared with teams", function()
    local words = { "run", "-n", "8", "--bot", "random", "--players", "4", "--variant",
      "examples/partners.lua" }
    assert.matches("\nplayers 1 and 3 win", (select(2, cli.run(words))))
    words[#words + 1] = "--json"
    local data = json.decode((select(2, cli.run(words))))
    local plain =
      json.decode((select(2, cli.run { "run", "-n", "8", "--bot", "random", "--players", "4", "--json" })))
    assert.same({ { 1, 3 }, { 2, 4 } }, data.run.sides)
    local teams, each = data.report.arms[1].shown, plain.report.arms[1].shown
    assert.near(each["points.1"].mean + each["points.3"].mean, teams["points.1"].mean, 1e-9)
  end)

  it("says for how many players a house rule has teams, if it has none for this number", function()
    local _, output = cli.run { "run", "-n", "2", "--bot", "random", "--variant", "examples/partners.lua" }
    assert.matches("partners has no teams for 2 players: try %-%-players 4 or 6%.", output)
  end)

  it("takes several house rules, an edition, players and sets", function()
    local status, output = cli.run { "run", "-n", "5", "--variant", "chained-builders", "--variant",
      "percentage-goods",
      "--edition", "jcz", "--players", "4", "--sets", "base,traders" }
    assert.equal(0, status)
    assert.matches("^5 games under each set of rules, 4 players, edition jcz, base,traders, seed 1, bot "
      .. "greedy\n", output)
    assert.matches("chained%-builders %+ percentage%-goods", output)
    assert.matches("\nplayer 4 wins", output)
  end)

  it("takes several scripts whose paths have a plus", function()
    files.with_folder({ ["a+b.lua"] = "return { name = 'ab' }",
      ["c+d.lua"] = "return { name = 'cd', options = { n = 1 } }" },
      function(folder)
        local status, output, errors = cli.run { "run", "-n", "2", "--bot", "random", "--variant",
          folder .. "/a+b.lua",
          "--variant", folder .. "/c+d.lua:n=2" }
        assert.same({ 0, "" }, { status, errors })
        assert.matches("\nab %+ cd:n=2 against standard\nNo differences: [^\n]*\n", output)
      end)
  end)

  it("writes no escape codes and no progress bar into a pipe, and colours on request", function()
    local _, output, errors = cli.run { "run", "-n", "2" }
    assert.not_matches("\27", output)
    assert.equal("", errors)
    for _, words in ipairs { { "--color", "always", "run", "-n", "2" },
        { "run", "-n", "2", "--color", "always" } } do
      assert.matches("\27%[", (select(2, cli.run(words))))
    end
    _, output = cli.run { "--color", "never", "run", "-n", "2" }
    assert.not_matches("\27", output)
  end)

  it("names the nearest variant when one is misspelt", function()
    local status, _, errors = cli.run { "run", "--variant", "chained-bulders" }
    assert.equal(2, status)
    assert.matches("did you mean chained%-builders%?", errors)
  end)

  it("names the nearest option of a variant, and refuses an invalid value", function()
    local status, _, errors = cli.run { "run", "--variant", "percentage-goods:consolaton=true" }
    assert.equal(2, status)
    assert.matches("options%.consolaton: unknown option %(did you mean consolation%?%)", errors)
    status, _, errors = cli.run { "run", "--variant", "percentage-goods:consolation=maybe" }
    assert.equal(2, status)
    assert.matches("options%.consolation: expected boolean, got string", errors)
  end)

  it("refuses invalid numbers, and unknown bots #full", function()
    for _, words in ipairs { { "-n", "0" }, { "-n", "many" }, { "--seed", "1.5" }, { "--players", "7" },
        { "--bot", "genius" } } do
      local status, output, errors = cli.run { "run", compat.table.unpack(words) }
      assert.equal(2, status)
      assert.equal("", output)
      assert.matches("^carcassonne: ", errors)
    end
  end)

  it("reports a script's error with the game in which it happened", function()
    with_script("return { name = 'broken', on_feature_scored = function() error 'no idea' end }",
        function(path)
      local status, _, errors = cli.run { "run", "--variant", path }
      assert.equal(2, status)
      assert.matches("^carcassonne: none of the first 10 games can be played to the end: variant 'broken', "
        .. "on_feature_scored: "
        .. ".*no idea %(seed %d+, after %d+ decisions%)\n$", errors)
    end)
  end)
end)

describe("carcassonne check", function()
  it("says what a shipped rule declares and does, and that it has no errors #full", function()
    local status, output = cli.run { "check", "percentage-goods:consolation=yes", "--effect", "40" }
    assert.equal(0, status)
    assert.matches("^percentage%-goods: A player with the most tokens of a good gets", output)
    assert.matches("options +consolation = true %(false by default%)", output)
    assert.matches("final +goods", output)
    assert.matches("tried +12 games", output)
    assert.matches("\n  hook +calls +per game +total ms +us per call +calls by greedy +time\n  "
      .. "final goods +%d+ +1%.0 +%d+%.%d +%d+%.%d +%d+%.%d +%d+ %%\n", output)
    assert.matches("\n  OK\n$", output)
    assert.not_matches("\27", output)
  end)

  it("checks several scripts each by itself, and then together", function()
    local one = [[return { name = "one", points = { { kind = "road", add = 1 } } }]]
    local function checked(other)
      return with_script(one, function(first)
        return with_script(other,
          function(second) return cli.run { "check", first, second, "-n", "2", "--effect", "0" } end)
      end)
    end
    local status, output = checked [[return { name = "other", points = { { kind = "city", add = 1 } } }]]
    assert.equal(0, status)
    assert.matches("^one\n.*\n  OK\n\nother\n.*\n  OK\n\none %+ other: together\n  tried +2 games with .*\n "
      .. " OK\n$", output)
    status, output = checked [[return { name = "other", conflicts = { "one" } }]]
    assert.equal(1, status)
    assert.matches("\none %+ other: together\n  problem: these scripts cannot be used in one game: "
      .. "[^\n]*one", output)
  end)

  it("finds an effect that only two scripts together have", function()
    local function paying(name, other)
      return ([[return { name = "%s", on_points_given = function(state, given)
        if given.label == "%s" then state:award(given.player, 1, "%s") end
      end, on_feature_scored = function(state) state:award(1, 1, "%s") end }]]):format(name,
        other, name, name)
    end
    with_script(paying("ping", "pong"), function(first)
      with_script(paying("pong", "ping"), function(second)
        local status, output = cli.run { "check", first, second, "-n", "1", "--effect", "0" }
        assert.equal(1, status)
        local alone, together = output:match "^(.*)\nping %+ pong: together\n(.*)$"
        assert.not_matches("problem", alone)
        assert.matches(
          "problem: variant 'p[io]ng', .*on_points_given: .* this looks like an endless loop", together)
      end)
    end)
  end)

  it("finds a script that keeps its memory in an upvalue", function()
    with_script(MEMORY, function(path)
      local status, output = cli.run { "check", path, "-n", "2", "--effect", "0" }
      assert.equal(1, status)
      assert.matches("problem: differs when played again from the same seed", output)
      assert.matches("changed data that is not in its declared `variables`: `[%w_.]+` of '", output)
      assert.matches("2 players, edition c2, seed 1, after %d+ decisions", output)
      assert.not_matches("OK", output)
    end)
  end)

  it("shows data, variables, tiles and hooks #full", function()
    with_script([[return {
      name = "whole", rules = { small_city = 2 }, counts = { ["BA-U"] = 2 }, goods = true,
      tiles = { "X1 x2 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL" }, pieces = { builder = 2 },
      attributes = { "inn" }, options = { n = 1 },
      variables = { { name = "n" }, { name = "closed", scope = "cell" }, { name = "gold", scope = "player" } },
      on_feature_scored = { when = { kind = { "city", "road" }, { "tiles", attribute = "inn" } }, run = function() end },
      extra_part = { always = true, run = function(_, _, granted) return granted end },
      phases = { { name = "beg", timing = "turn_start",
        when = { variable = "n", player = { hand = { "builder", "pig" } } },
        run = function() end } },
      forbidden_deployments = { { variable = "closed" } },
      final_scoring = { { name = "gift", after = "fields", run = function() end },
        { name = "gold", after = "goods", { "players", highest = "gold", add = 10 } } } }]], function(path)
      local status, output, errors = cli.run { "check", path, "-n", "1", "--effect", "0" }
      assert.equal("", errors)
      assert.equal(0, status)
      for _, line in ipairs { "options +n = 1", "rules +small_city = 2", "counts +BA%-U = 2",
        "variables +n, closed, gold\n",
        "forbidden_deployments +variable=closed\n", "goods +true",
        "tiles +2 of 1 kind", "pieces +builder = 2", "attributes +inn",
        "hooks +on_feature_scored %(when kind=city,road;tiles%(attribute=inn%)%), extra_part %(always%)",
        "phases +beg at turn_start %(when player=%(hand=builder,pig%);variable=n%)",
        "final_scoring +gift after fields, gold after goods %(1 row%)" } do
        assert.matches("\n  " .. line, output)
      end
    end)
  end)

  it("shows where tiles may lie and how many rows there are, and measures a script whose points are rows "
      .. "alone", function()
    with_script([[return {
      name = "rows", attributes = { { name = "early", on = "tile" } }, draw_order = { "early" }, reserves = { "pile" },
      tiles = "X1 x2 @early river:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL", start = { { id = "X1" } },
      edges = { { "river", must_join = true, bends = "alternate" }, { "city", "road", fits = false } },
      forbidden_placements = { { "tiles", kind = "monastery", adjacent_to = { "tiles", kind = "monastery" } } },
      points = { { kind = "city", add = 1 } },
      bonus = { { piece = "builder", add = 1 }, { kind = "road", add = 1 },
        when = { piece = "pig" }, run = function() end } }]],
      function(path)
        local status, output, errors = cli.run { "check", path, "-n", "1", "--effect", "5" }
        assert.equal("", errors)
        assert.equal(0, status)
        for _, line in ipairs { "start +1 tile\n", "draw_order +early\n", "reserves +pile\n",
          "edges +river %(bends alternate, must_join%), city road %(fits false%)\n",
          "forbidden_placements +tiles%(adjacent_to=tiles%(kind=monastery%);kind=monastery%)\n",
            "hooks +points %(1 row%), bonus %(2 rows; when piece=pig%)\n",
          "bonus +%d+ +[%d.]+ +[%d.]+ +[%d.]+ +[%d.]+ +%d+ %%\n",
          "cost: `bonus` takes the most time: %d+ calls and %d+ %% of the %d+ ms of a game" } do
          assert.matches("\n  " .. line, output)
        end
      end)
  end)

  it("notes phases and hooks that never ran, and options that nobody chose #full", function()
    with_script([=[return { name = "idle", variables = { { name = "never" } },
      on_piece_removed = { when = { variable = "never" }, run = function() end },
      phases = {
        { name = "grant", timing = "turn_end", when = { variable = "never" }, ask = function(s) s:offer {} end,
          on_chosen = function() end },
        { name = "deal", timing = "turn_start", ask = function() end, on_chosen = function() end } } }]=],
            function(path)
      local status, output = cli.run { "check", path, "-n", "4", "--effect", "6" }
      assert.equal(0, status)
      assert.matches("\n  remark: hook `on_piece_removed` never ran in 304 games: ", output)
      assert.matches("\n  remark: phase `grant` never ran in 304 games: [^\n]*when variable=never", output)
      assert.matches("\n  remark: phase `deal` asked a player, but no option was ever chosen in 304 games: ",
        output)
      assert.matches("\n  OK: the script is valid, but it changed nothing\n$", output)
    end)
    assert.not_matches("remark",
      (select(2, cli.run { "check", "chained-builders", "-n", "12", "--effect", "0" })))
  end)

  -- A hook that runs when a city of nine tiles is complete.
  local RARE = [=[return { name = "rare", on_feature_scored = { when = { kind = "city", complete = true, has = { "tiles", min = 9 } },
    run = function() %s end } }]=]

  it("plays until each hook has run, and says when a hook ran first, or that it never did #full", function()
    with_script(RARE:format "", function(path)
      local status, output = cli.run { "check", path, "-n", "1", "--effect", "0" }
      assert.equal(0, status)
      local more = tonumber(output:match "\n  played on +(%d+) more games?, until every hook was called\n")
      assert.is_true(more > 1)
      assert.matches(("\n  remark: hook `on_feature_scored` ran for the first time in game %d\n"):format(more
        + 1), output)
      output = select(2, cli.run { "check", path, "-n", "1", "--effect", "0", "--search",
        tostring(more - 1) })
      assert.matches(("\n  played on +%d more games?, but not every hook was called\n"):format(more - 1),
        output)
      assert.matches(("\n  remark: hook `on_feature_scored` never ran in %d games: "):format(more), output)
      assert.not_matches("played on",
        (select(2, cli.run { "check", path, "-n", "1", "--effect", "0", "--search", "0" })))
    end)
  end)

  it("counts the decisions of a game that ends with an error", function()
    local text = [[return { name = "bad", on_tile_placed = function(state)
      if state:num_tiles() == 9 then state:award(9, 1) end
    end }]]
    with_script(text, function(path)
      local status, output = cli.run { "check", path, "-n", "1", "--effect", "0" }
      assert.equal(1, status)
      local count = output:match "\n  tried +1 game with (%d+) decisions; "
      assert.is_true(tonumber(count) > 8)
      assert.equal(count, output:match ", after (%d+) decisions\n")
    end)
  end)

  it("finds the error of a hook that runs so late, and names the game", function()
    with_script(RARE:format 'error "too large"', function(path)
      local status, output = cli.run { "check", path, "-n", "1", "--effect", "0" }
      assert.equal(1, status)
      assert.matches("\n  problem: [^\n]*too large[^\n]*\n +%d players, edition %w+, seed %d+\n", output)
    end)
  end)

  it("checks again when a script has changed, with --watch, even after an invalid version #full",
      function()
    with_script("return {}", function(path)
      local output = cli.watched({ "check", path, "-n", "1", "--effect", "0" },
        ("echo 'return { name = \"mended\" }' >%s"):format(path))
      assert.matches("^carcassonne: variant [^\n]*\nwatching " .. path
        .. "; Ctrl%-C quits\nmended\n.*  OK\nwatching ", output)
    end)
    local status, _, errors = cli.run { "check", "tower", "-n", "1", "--watch" }
    assert.equal(2, status)
    assert.matches("^carcassonne: %-%-watch: none of the arguments is the path of a script", errors)
  end)

  it("plays with the given numbers of players #full", function()
    with_script([=[return { name = "lonely", on_tile_placed = function(s)
      if s:game():players() ~= 4 and s:game():players() ~= 6 then error "not for so many" end end }]=],
          function(path)
      assert.equal(0, (cli.run { "check", path, "--players", "4,6", "-n", "4", "--effect", "2" }))
      local status, output = cli.run { "check", path, "--players", "3", "-n", "1", "--effect", "0" }
      assert.equal(1, status)
      assert.matches("3 players, edition c2, seed 1", output)
    end)
    for _, wrong in ipairs { "0", "7", "two", "2,,x", "" } do
      local status, _, errors = cli.run { "check", "chained-builders", "--players", wrong }
      assert.equal(2, status)
      assert.matches("is not a list of numbers from 1 to 6", errors)
    end
  end)

  it("checks several scripts, and gives the worst status", function()
    with_script(MEMORY, function(path)
      local status, output = cli.run { "check", path, "chained-builders", "-n", "1", "--effect", "0",
        "--edition", "jcz" }
      assert.equal(1, status)
      assert.matches("edition jcz", output)
      assert.matches("\n\nchained%-builders: .*OK\n\nmemory %+ chained%-builders: together\n", output)
    end)
  end)

  it("gives status 2 for a script that cannot be read or is refused", function()
    assert.equal(2, (cli.run { "check", "/nowhere/rule.lua" }))
    assert.equal(2, (cli.run { "check" }))
    with_script("return { name = 'x', format = 2, poinst = 1 }", function(path)
      local status, _, errors = cli.run { "check", path }
      assert.equal(2, status)
      assert.matches("^carcassonne: variant 'x': poinst: unknown key %(did you mean points%?%)\n$", errors)
    end)
    with_script("return { name = ", function(path)
      local status, _, errors = cli.run { "check", path }
      assert.equal(2, status)
      assert.matches("unexpected symbol", errors)
    end)
  end)
end)

-- Runs a command that gets Ctrl-C after a number of seconds; --foreground makes sure that it gets
-- one only. `before` comes before the command in the shell line.
local function interrupted(seconds, words, before)
  local out, err = os.tmpname(), os.tmpname()
  local quoted = {}
  for i, word in ipairs(words) do quoted[i] = "'" .. word .. "'" end
  local command = "%s timeout --foreground --preserve-status -k 60 -s INT %s %s %s %s >%s 2>%s"
  local _, _, status = compat.os.execute(command:format(before or "", seconds, lua.name, cli.program(words),
    table.concat(quoted, " "), out,
    err))
  local output, errors = cli.read(out), cli.read(err)
  os.remove(out)
  os.remove(err)
  return status, output, errors
end

local function times(word, count)
  local words = {}
  for i = 1, count do words[i] = word end
  return compat.table.unpack(words)
end

local function finished_game(seed)
  local state = require("carcassonne").game():new_initial_state(seed)
  state:random_playout(seed)
  return state:serialize()
end

describe("Ctrl-C", function()
  local LONG = {
    run = { "run", "-n", "1000000" }, check = { "check", "tower", "-n", "100000" },
    verify = { "verify", times("spec/fixtures/traders.jsonl.gz", 30) }, perft = { "perft", "--depth", "14" },
    divide = { "perft", "--depth", "14", "--divide" },
    untrusted = { "run", "-n", "1000000", "--untrusted" },
    scenario = { "scenario", times("spec/fixtures/jcz/barn.jcz", 3000) }, play = { "play", "--seed", "1" },
  }

  -- In Lua 5.1 and LuaJIT Ctrl-C is an error that can be raised anywhere, even in a script that
  -- catches it.
  local comes_anywhere = rawget(_G, "setfenv") ~= nil
  local anywhere = { run = true, perft = true, play = true, untrusted = true }

  for name, words in pairs(LONG) do
    local test = comes_anywhere and not anywhere[name] and function() end or it
    test("ends " .. name .. " with status 130 and one line #full", function()
      for _, seconds in ipairs(scaled({ "0.02", "0.1", "0.4" }, { "0.1" })) do
        local status, _, errors = interrupted(seconds, words, name == "play" and "sleep 0.6 |" or nil)
        -- even Lua itself may not have started
        if errors ~= "" then assert.matches("^carcassonne: interrupted[^\n]*\n$", errors) end
        assert.equal(130, status)
      end
    end)
  end

  -- Seconds after which each command has finished something. The longer times are for a busy
  -- machine.
  local MOMENTS = scaled({ "2", "6" }, { "0.4", "2", "6" })
  local WORD = {
    run = "interrupted after [1-9]%d* games? of 1000000",
      verify = "interrupted after %d+ games, %d+ decisions, 0 differences",
    scenario = "interrupted after [1-9]%d* of 3000 scenarios",
      perft = "interrupted after depth %d+, %d+ sequences\n",
    check = "interrupted while checking tower, %d+ %% done\n", play = "interrupted; the game is not saved\n",
  }

  for name, word in pairs(WORD) do
    local test = comes_anywhere and function() end or it
    test("leaves word of what " .. name .. " has finished #full", function()
      local errors
      for _, seconds in ipairs(MOMENTS) do
        errors = select(3,
          interrupted(seconds, LONG[name], name == "play" and ("sleep %g |"):format(seconds + 1) or nil))
        if errors:find(word) then break end
      end
      assert.matches(word, errors)
    end)
  end

  local whole = comes_anywhere and function() end or it
  whole("is not an error of a script, not even of one that catches all errors #full", function()
    with_script([[return { name = "catching", points = function(_, _, points)
      for _ = 1, 50 do pcall(function() local n = 0 for i = 1, 10000 do n = n + i end end) end
      return points
    end }]], function(path)
      for _, command in ipairs { "check", "run" } do
        for _, seconds in ipairs(scaled({ "0.6", "0.8", "1", "1.2" }, { "0.6" })) do
          local words = command == "check" and { "check", path, "-n", "10000" }
            or { "run", "-n", "100000", "--bot", "random", "--variant", path }
          local status, output, errors = interrupted(seconds, words)
          assert.not_matches("problem", output)
          assert.matches("^carcassonne: interrupted[^\n]*\n$", errors)
          assert.equal(130, status)
        end
      end
    end)
  end)
end)

describe("Output that cannot be written", function()
  local save = os.tmpname()
  local COMMANDS = {
    { "--help" }, { "help" }, { "--version" }, { "run", "--help" }, { "run", "-n", "2" },
      { "run", "-n", "2", "--json" },
    { "check", "chained-builders", "-n", "1", "--effect", "0" }, { "show", save }, { "replay", save },
      { "analyse", save },
    { "perft", "--depth", "2" },
    { "perft", "--depth", "2", "--json" }, { "import", "spec/fixtures/jcz/barn.jcz" },
      { "scenario", "spec/fixtures/jcz/barn.jcz" },
    { "verify", "--limit", "1", "spec/fixtures/base.jsonl.gz" }, { "play", "--seed", "1" },
  }
  assert(require("carcassonne.program.file_io").write(save, finished_game(1)))

  local function with_output(words, target, before)
    local err = os.tmpname()
    local quoted = {}
    for i, word in ipairs(words) do quoted[i] = "'" .. word .. "'" end
    local _, _, status = compat.os.execute(("%s %s %s %s </dev/null 2>%s %s"):format(before or "", lua.name,
      cli.program(words), table.concat(quoted, " "), err, target))
    local errors = cli.read(err)
    os.remove(err)
    return status, errors
  end

  -- Files for commands that other tests of this file do not need.
  local results = os.tmpname()
  local script = cli.file(cli.read "tests/planted/ban.lua")
  local FEW = { "standard", "tower", "-n", "2", "--bot", "random" }
  local function few(...)
    local words = { ... }
    return compat.table.move(FEW, 1, #FEW, #words + 1, words)
  end
  local MORE = {
    few "compare", few("compare", "--json"), few("compare", "--csv"), few("compare", "--plan"),
      few("shard", "1/2", "--results", "-"),
    { "sweep", "small_city=2..4/2", "-n", "2", "--bot", "random" }, { "merge", results }, { "new", "--list" },
    { "test", "examples/market_spec.lua" },
    { "learn", script, "-n", "10", "--match", "2" },
    { "tiles" }, { "tiles", "BA-J" }, { "expansions" }, { "packs" }, { "env" }, { "svg", save },
    { "html", save }, { "analyse", save, "--json" }, { "analyse", save, "--csv" },
  }

  it("is an error of every command #full", function()
    os.remove(results)
    assert.equal(0, (cli.run(few("compare", "--results", results))))
    local tried = {}
    for _, list in ipairs { COMMANDS, MORE } do
      for _, words in ipairs(list) do
        local status, errors = with_output(words, ">/dev/full")
        assert.equal("carcassonne: cannot write to standard output: No space left on device\n", errors)
        assert.equal(2, status)
        tried[words[1]] = true
      end
    end
    for _, path in ipairs { results, script, require("carcassonne.bots.worths").path(script) } do
      os.remove(path)
    end
    for _, name in ipairs(require("carcassonne.cli").commands) do assert.is_true(tried[name], name) end
  end)

  it("ends every command quietly when the reader has closed the pipe #full", function()
    for _, words in ipairs(COMMANDS) do
      local _, errors = with_output(words, "| true")
      assert.equal("", errors)
      -- if its signal is ignored, the write fails instead
      errors = select(2, with_output(words, "| true", "trap '' PIPE;"))
      assert.equal("", errors)
    end
  end)

  it("is reported before any message of success", function()
    local status, errors = with_output({ "import", "spec/fixtures/jcz/barn.jcz", "-o", "/dev/full" },
      ">/dev/null")
    assert.equal(2, status)
    assert.matches("^carcassonne: cannot write .*No space left on device\n$", errors)
  end)
end)

describe("Standard input", function()
  local text = finished_game(3)

  it("stands for a saved game, by the name - #full", function()
    local path = cli.file(text)
    for _, command in ipairs { "show", "replay" } do
      local status, output, errors = cli.run({ command, "-" }, text)
      assert.equal("", errors)
      assert.equal(0, status)
      assert.equal(select(2, cli.run { command, path }), output)
    end
    os.remove(path)
    local status, _, errors = cli.run({ "show", "-" }, "nonsense")
    assert.equal(2, status)
    assert.matches("^carcassonne: standard input: ", errors)
  end)

  it("stands for another file of the program, too", function()
    local barn = cli.read "spec/fixtures/jcz/barn.jcz"
    assert.equal(select(2, cli.run { "import", "spec/fixtures/jcz/barn.jcz" }),
      (select(2, cli.run({ "import", "-" }, barn))))
    local status, output = cli.run({ "scenario", "-" }, barn)
    assert.equal((cli.run { "scenario", "spec/fixtures/jcz/barn.jcz" }), status)
    assert.matches("standard input", output)
    local log = cli.read "spec/fixtures/base.jsonl.gz"
    status, output = cli.run({ "verify", "-", "--limit", "3" }, log)
    assert.equal(0, status)
    assert.matches("^3 games, %d+ decisions, 0 differences", output)
    assert.matches("^carcassonne: standard input:1: ", (select(3, cli.run({ "verify", "-" }, "{}\n"))))
  end)

  it("cannot be a game to play, since the answers come from it", function()
    local status, _, errors = cli.run({ "play", "--load", "-" }, text)
    assert.equal(2, status)
    assert.matches("^carcassonne: %-%-load: .*standard input", errors)
  end)
end)
