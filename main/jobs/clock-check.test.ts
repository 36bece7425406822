import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTestService, type TestService } from '#e2e/fixtures/test-service.ts';
import { hour, minute } from '#shared/limits.ts';
import { toIso } from '../platform/clock.ts';
import { checkClock } from './clock-check.ts';

let app: TestService;
beforeEach(async () => {
  app = await createTestService();
});
afterEach(() => app.close());

it('tells a clock that is behind the newest sign-in, but not one that is a minute off', async () => {
  const { context } = app.service;
  const warn = vi.spyOn(context.log, 'warn').mockReturnValue(undefined);
  await checkClock(context);
  const owner = await app.owner();
  await app.login(owner);
  const latest = app.clock.now();
  app.clock.advance(-minute);
  await checkClock(context);
  expect(warn).not.toHaveBeenCalled();
  app.clock.advance(-hour);
  await checkClock(context);
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    { clock: toIso(latest - hour - minute), latest_sign_in: toIso(latest) },
    'the clock is behind the database: set it right',
  );
});

it('is done by the service as it starts', async () => {
  const owner = await app.owner();
  await app.login(owner);
  app.clock.advance(-hour);
  await app.restart();
  const warn = vi.spyOn(app.service.context.log, 'warn').mockReturnValue(undefined);
  await app.service.start();
  await expect
    .poll(() => warn.mock.calls.map(([, text]) => text))
    .toContain('the clock is behind the database: set it right');
});
