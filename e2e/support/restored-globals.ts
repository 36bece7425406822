import { afterEach, vi } from 'vitest';

// Test files share a worker: a clock that stands still would stop the tests of the next one. A spy on a fake timer goes
// first, or it would bring the fake back.
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
