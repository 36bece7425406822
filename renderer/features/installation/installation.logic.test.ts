import { expect, test } from 'vitest';
import { english, german } from '#e2e/support/texts.ts';
import { hasMixedVersions, type Installation, type Job, jobName, jobState } from './installation.logic.ts';

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

const instance: Installation['instances'][number] = {
  version: '1.2.0',
  schema_version: '001-baseline',
  connected_at: '2026-01-15T12:00:00.000Z',
  address: '192.0.2.10',
  current: true,
};

test('instances have mixed versions while an upgrade is unfinished, and also while a former one says none', () => {
  expect(hasMixedVersions([])).toBe(false);
  expect(hasMixedVersions([instance, { ...instance, address: null, current: false }])).toBe(false);
  expect(hasMixedVersions([instance, { ...instance, version: '1.1.0' }])).toBe(true);
  expect(hasMixedVersions([instance, { ...instance, version: null }])).toBe(true);
});

test('a job is told by what it does, and one of a newer service by its name in the logs', () => {
  expect(jobName(job, english)).toEqual({ name: 'Delete expired data', detail: 'purge' });
  expect(jobName(job, german)).toEqual({ name: 'Abgelaufene Daten löschen', detail: 'purge' });
  expect(jobName({ name: 'from the future' }, german)).toEqual({ name: 'from the future' });
  expect(jobName({ name: 'v2.from: the future' }, german)).toEqual({ name: 'v2.from: the future' });
});
