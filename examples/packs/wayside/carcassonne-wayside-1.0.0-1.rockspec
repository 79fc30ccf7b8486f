rockspec_format = "3.0"
package = "carcassonne-wayside"
version = "1.0.0-1"
source = {
  -- installed from here: luarocks make carcassonne-wayside-1.0.0-1.rockspec
  url = ".",
}
description = {
  summary = "House rules about roads, for carcassonne",
  license = "MIT",
}
dependencies = {
  "lua >= 5.1, < 5.6",
  "carcassonne",
}
build = {
  type = "builtin",
  -- where carcassonne looks for packs
  modules = {
    ["carcassonne.packs.wayside.pack"] = "pack.lua",
    ["carcassonne.packs.wayside.roads"] = "roads.lua",
    ["carcassonne.packs.wayside.milestones"] = "milestones.lua",
    ["carcassonne.packs.wayside.tolls"] = "tolls.lua",
  },
}
