std = "lua54"
cache = false
max_line_length = 140
max_code_line_length = 110
exclude_files = { "build" }

-- A hook, a bot or a stub names all its arguments, whether it needs them or not.
files["lua/carcassonne/expansions"] = { unused_args = false }
files["lua/carcassonne/meta"] = { unused_args = false, ignore = { "211", "241" } }
files["examples"] = { unused_args = false }
files["examples/love"] = { std = "+love", unused_args = false }
files["tests/love"] = { std = "+love", unused_args = false }
files["spec"] = { std = "+busted", unused_args = false }
-- The coverage stands in front of os.exit; ldoc reads globals.
files[".ci/coverage.lua"] = { globals = { "os" } }
files["csrc/make/config.ld"] = { allow_defined_top = true }
