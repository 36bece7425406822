-- Sends the requests of a file in turn. Each line has, separated by tabs: method, path, client address, credentials, body.
-- `$TOKEN` in a body is a token of the second file or of an earlier answer, and each is sent once. Any answer will do.
local requests = {}
local tokens = {}
local first, last, sent = 1, 0, 0

local function add(token)
  last = last + 1
  tokens[last] = token
end

local function format(line)
  local method, path, address, credentials, body = line:match("^(.-)\t(.-)\t(.-)\t(.-)\t(.*)$")
  local headers = { ["X-Forwarded-For"] = address, ["Content-Type"] = body ~= "" and "application/json" or nil }
  headers.Authorization = credentials ~= "" and credentials or nil
  return function(token)
    return wrk.format(method, path, headers, body ~= "" and body:gsub("$TOKEN", token or "") or nil)
  end
end

function init(args)
  for line in io.lines(args[1]) do
    local make = format(line)
    requests[#requests + 1] = line:find("$TOKEN", 1, true) and make or make("")
  end
  if args[2] == nil then return end
  for token in io.lines(args[2]) do add(token) end
  -- Reading answers costs time, so only who needs them does.
  response = function(_, _, body)
    local token = body:match('"refresh_token":"([^"]+)"') or body:match('"challenge_token":"([^"]+)"')
    if token then add(token) end
  end
end

function request()
  sent = sent + 1
  local made = requests[sent % #requests + 1]
  if type(made) == "string" then return made end
  local token = tokens[first] or "none"
  tokens[first] = nil
  if first <= last then first = first + 1 end
  return made(token)
end
