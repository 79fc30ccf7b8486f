rockspec_format = "3.0"
package = "carcassonne"
version = "scm-1"
source = {
  -- built in place: luarocks make rockspec/carcassonne-scm-1.rockspec
  url = ".",
}
description = {
  summary = "A rules engine for Carcassonne with Traders & Builders",
  detailed = [[
An engine in C11 and a Lua module over it, for house rules written as Lua scripts, for games that
need the rules, and for research. Unofficial, and without artwork.
The module needs nothing but Lua. The command-line program also uses argparse, dkjson and luaterm.]],
  license = "MIT",
}
dependencies = {
  "lua >= 5.4",
}
build = {
  type = "builtin",
  modules = {
    -- these lists are made by `make rockspec`
    ["carcassonne.core"] = {
      sources = {
        "csrc/binding/core.c",
        "csrc/binding/laction.c",
        "csrc/binding/lfeature.c",
        "csrc/binding/lgame.c",
        "csrc/binding/lhooks.c",
        "csrc/binding/lstate.c",
        "csrc/binding/objects.c",
        "csrc/engine/action.c",
        "csrc/engine/board.c",
        "csrc/engine/definition.c",
        "csrc/engine/event.c",
        "csrc/engine/feature.c",
        "csrc/engine/playout.c",
        "csrc/engine/position.c",
        "csrc/engine/record.c",
        "csrc/engine/rules.c",
        "csrc/engine/score.c",
        "csrc/engine/start.c",
        "csrc/engine/state.c",
        "csrc/engine/text.c",
        "csrc/engine/tile.c",
        "csrc/engine/tileset.c",
        "csrc/engine/turn.c",
      },
      incdirs = { "csrc/engine", "csrc/binding" },
    },
    ["carcassonne.bots"] = "lua/carcassonne/bots/init.lua",
    ["carcassonne.bots.random"] = "lua/carcassonne/bots/random.lua",
    ["carcassonne.cli.check"] = "lua/carcassonne/cli/check.lua",
    ["carcassonne.cli.choices"] = "lua/carcassonne/cli/choices.lua",
    ["carcassonne.cli.common"] = "lua/carcassonne/cli/common.lua",
    ["carcassonne.cli"] = "lua/carcassonne/cli/init.lua",
    ["carcassonne.cli.perft"] = "lua/carcassonne/cli/perft.lua",
    ["carcassonne.cli.play"] = "lua/carcassonne/cli/play.lua",
    ["carcassonne.cli.replay"] = "lua/carcassonne/cli/replay.lua",
    ["carcassonne.cli.run"] = "lua/carcassonne/cli/run.lua",
    ["carcassonne.cli.show"] = "lua/carcassonne/cli/show.lua",
    ["carcassonne.cli.verify"] = "lua/carcassonne/cli/verify.lua",
    ["carcassonne.definition"] = "lua/carcassonne/definition.lua",
    ["carcassonne"] = "lua/carcassonne/init.lua",
    ["carcassonne.interop.log"] = "lua/carcassonne/interop/log.lua",
    ["carcassonne.interop.replay"] = "lua/carcassonne/interop/replay.lua",
    ["carcassonne.lab.check"] = "lua/carcassonne/lab/check.lua",
    ["carcassonne.lab.perft"] = "lua/carcassonne/lab/perft.lua",
    ["carcassonne.lab.reference"] = "lua/carcassonne/lab/reference.lua",
    ["carcassonne.lab.results"] = "lua/carcassonne/lab/results.lua",
    ["carcassonne.lab.run"] = "lua/carcassonne/lab/run.lua",
    ["carcassonne.options"] = "lua/carcassonne/options.lua",
    ["carcassonne.variants"] = "lua/carcassonne/variants.lua",
    ["carcassonne.variants.chained-builders"] = "lua/carcassonne/variants/chained-builders.lua",
    ["carcassonne.variants.percentage-goods"] = "lua/carcassonne/variants/percentage-goods.lua",
    ["carcassonne.view.board"] = "lua/carcassonne/view/board.lua",
    ["carcassonne.view.canvas"] = "lua/carcassonne/view/canvas.lua",
    ["carcassonne.view.events"] = "lua/carcassonne/view/events.lua",
    ["carcassonne.view.message"] = "lua/carcassonne/view/message.lua",
    ["carcassonne.view.picture"] = "lua/carcassonne/view/picture.lua",
    ["carcassonne.view.progress"] = "lua/carcassonne/view/progress.lua",
    ["carcassonne.view.raster"] = "lua/carcassonne/view/raster.lua",
    ["carcassonne.view.style"] = "lua/carcassonne/view/style.lua",
    ["carcassonne.view.summary"] = "lua/carcassonne/view/summary.lua",
    ["carcassonne.view.table"] = "lua/carcassonne/view/table.lua",
    ["carcassonne.view.terminal"] = "lua/carcassonne/view/terminal.lua",
  },
  install = {
    bin = {
      carcassonne = "lua/bin/carcassonne",
    },
  },
  platforms = {
    unix = {
      modules = {
        ["carcassonne.core"] = {
          libraries = { "m" },
        },
      },
    },
  },
}
