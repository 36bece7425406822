import { expect, it, vi } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { composeBackground } from './compose-background.ts';

const app = perTest(() => createTestService());

it('begins at the start with every job that may be overdue', async () => {
  const { context } = app.service;
  vi.spyOn(context.clockWatch, 'isSteady').mockReturnValue(true);
  const background = composeBackground(context, new AbortController().signal);
  background.start();
  const begun = background.jobRuns().flatMap(({ name, startedAt }) => (startedAt === undefined ? [] : [name]));
  await background.stopJobs();
  await background.stopSending();
  expect(begun.toSorted()).toEqual([
    'audit check',
    'audit heads',
    'backup',
    'clock',
    'hosting costs',
    'keys',
    'purge',
    'sample activity',
  ]);
});

it('stops sending once the upgrades that are being polled are done', async () => {
  const { context } = app.service;
  const polled = Promise.withResolvers<void>();
  vi.spyOn(context.db, 'lead').mockImplementation(async (job) => {
    if (job === 'upgrades') await polled.promise;
    return true;
  });
  const background = composeBackground(context, new AbortController().signal);
  background.start();
  await background.stopJobs();
  const stopped = vi.fn();
  const stopping = background.stopSending().then(stopped);
  await new Promise(setImmediate);
  expect(stopped).not.toHaveBeenCalled();
  polled.resolve();
  await stopping;
});
