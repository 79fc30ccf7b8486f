-- server.lua: the requests of nginx.conf. An invalid request gets status 400 and a message. A saved
-- game contains the seed of the draws, so players can look ahead. A server that must prevent this
-- keeps the states itself and sends views.
-- luacheck: globals ngx

local carcassonne = require "carcassonne"

local server = {}

-- Only names of shipped scripts are allowed, since a path could name any file of the server.
local known = {}
for _, names in ipairs { carcassonne.expansions(), carcassonne.shipped_variants() } do
  for _, name in ipairs(names) do known[name] = true end
end

local function refuse(message)
  ngx.status = 400
  ngx.say(message)
end

-- Returns the state of the saved game in the request, or nil after an error response.
local function sent_state()
  ngx.req.read_body()
  local state, message = carcassonne.load(ngx.req.get_body_data() or "")
  if not state then refuse(message) end
  return state
end

--- Starts a game. Arguments: `seed`, `players`, and any number of `variant`.
function server.new()
  local args = ngx.req.get_uri_args()
  local variants = type(args.variant) == "table" and args.variant or { args.variant }
  for _, name in ipairs(variants) do
    if not known[name] then return refuse(("unknown variant '%s'"):format(tostring(name))) end
  end
  if args.seed and not tostring(args.seed):match "^%d+$" then
    return refuse "seed: expected a whole number"
  end
  local fine, game = pcall(carcassonne.game, { players = tonumber(args.players), variants = variants })
  if not fine then return refuse(game) end
  local state = game:new_initial_state(tonumber(args.seed))
  ngx.print(state:serialize())
end

--- Lists the legal actions, one per line.
function server.legal()
  local state = sent_state()
  if not state then return end
  for _, action in ipairs(state:legal_actions()) do ngx.say(tostring(action)) end
end

--- Applies `action` and the draws after it.
function server.apply()
  local state = sent_state()
  if not state then return end
  local action, message = state:string_to_action(ngx.var.arg_action and ngx.unescape_uri(ngx.var.arg_action)
    or "")
  if action then
    local applied, problem = state:apply_action(action)
    if applied then return ngx.print(state:serialize()) end
    message = problem
  end
  refuse(message)
end

return server
