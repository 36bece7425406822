-- Sends GET requests for one path. Each uses the next token of a file, which has one token per line.
local requests = {}
local sent = 0

function init(args)
  for token in io.lines(args[2]) do
    requests[#requests + 1] = wrk.format("GET", args[1], { Authorization = "Bearer " .. token })
  end
end

function request()
  sent = sent + 1
  return requests[sent % #requests + 1]
end

function done(summary)
  local failed = summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.status
    + summary.errors.timeout
  io.write(string.format("answered %d failed %d microseconds %d\n", summary.requests, failed, summary.duration))
end
