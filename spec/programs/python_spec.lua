-- Tests the Python package csrc/python/carcassonne by the unit tests in tests/python.

local carcassonne = require "carcassonne"
local shell = require "spec.support.shell"

local HERE = os.getenv "PWD"
local PYTHONS = { "python3", "/usr/bin/python3" }
local NEEDS = { "cffi, numpy", "cffi" }
local FIVE = { "inns-and-cathedrals", "princess-and-dragon", "tower", "abbey-and-mayor" }
local succeed = shell.succeed

-- Returns a Python with cffi, and with numpy if there is one; or nil.
local function find_python()
  for _, modules in ipairs(NEEDS) do
    for _, python in ipairs(PYTHONS) do
      if select(2, shell.run(("%s -c 'import %s'"):format(python, modules))) == 0 then return python end
    end
  end
end

describe("The Python package #full", function()
  local python = find_python()
  if not python then return pending "cffi for Python (python3-cffi) is not installed" end

  -- Returns a command that runs Python with the package of this checkout; warnings are errors.
  local function with_package(arguments)
    return ("cd %s && PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=csrc/python %s -W error %s"):format(HERE, python,
      arguments)
  end

  setup(function() succeed(("make -s -C %s full LUA=lua5.4"):format(HERE)) end)

  for name in shell.run("cd " .. HERE .. "/tests/python && ls test_*.py"):gmatch "(test_%w+)%.py" do
    it("passes the tests of " .. name .. ".py", function()
      local output = succeed(with_package("-m unittest -q tests/python/" .. name .. ".py"))
      assert.matches("\nOK", output)
    end)
  end

  it("plays 100 games of five expansions with Lua's scores", function()
    local variants = { carcassonne.variant("siege", { pig = 1 }) }
    for i, name in ipairs(FIVE) do table.insert(variants, i, name) end
    local game, expected = carcassonne.game { players = 3, variants = variants }, {}
    for seed = 1, 100 do
      local state = carcassonne.random_playout(game:new_initial_state(seed), seed)
      expected[seed] = table.concat(state:returns(), " : ")
    end
    assert.are.equal(table.concat(expected, "\n") .. "\n",
      succeed(with_package "tests/python/scores.py 100"))
  end)

  it("measures its speed", function()
    assert.matches("[%d,]+ steps/s  256 games together\n", succeed(with_package "tests/python/speed.py 0.01"))
  end)

  it("runs without numpy, except for planes", function()
    local code = "import sys; sys.modules[\"numpy\"] = None; from carcassonne import aec; "
      .. "env = aec.env(observation=None); env.reset(1); print(env.last()[0][\"action_mask\"].count(1) > 0)"
    assert.are.equal("True\n", succeed(with_package("-c '" .. code .. "'")))
  end)
end)
