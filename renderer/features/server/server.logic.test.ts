import { expect, test } from 'vitest';
import { type Job, jobState } from './server.logic.ts';

const job: Job = {
  name: 'purge',
  running: false,
  started_at: null,
  duration_ms: null,
  result: null,
  failures: 0,
  next_at: null,
};

test('a job waits for its first run, runs, and shows the result of the last one', () => {
  expect(jobState(job)).toBe('waiting');
  expect(jobState({ ...job, running: true, result: 'failed' })).toBe('running');
  expect(jobState({ ...job, result: 'failed' })).toBe('failed');
  expect(jobState({ ...job, result: 'ok' })).toBe('ok');
});
