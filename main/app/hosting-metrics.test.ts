import { expect, it } from 'vitest';
import { createLiveUpgrade } from '#e2e/support/live-upgrade.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { hour } from '#shared/rules/limits.ts';
import { hostingReadings } from './hosting-metrics.ts';

const live = perTest(() => createLiveUpgrade());

const samples = async (name: string): Promise<Record<string, number>> => {
  const reading = hostingReadings(live.app.service.context, async (own) => own)[name];
  const read = await reading?.read();
  if (!Array.isArray(read)) throw new Error(`${name} has no samples`);
  return Object.fromEntries(read.map(({ labels, value }) => [Object.values(labels)[0], value]));
};

it('tell open upgrades by state, and for how long they have not moved', async () => {
  await live.order(await live.chosen());
  live.app.clock.advance(3 * hour);
  expect(await samples('castellan_upgrade_runs')).toMatchObject({ awaiting_payment: 1, choosing: 0, ordering: 0 });
  expect(await samples('castellan_upgrade_run_age_seconds')).toMatchObject({ awaiting_payment: 10_800, choosing: 0 });
});

it('tell how calls to providers ended, and what waits', async () => {
  const before = await samples('castellan_provider_calls_total');
  const run = await live.order(await live.chosen());
  live.emulator.fail('timeout_before', { action: 'get_instance', times: 2 });
  expect((await live.check(run)).problem).toMatchObject({ reason: 'timeout' });
  const after = await samples('castellan_provider_calls_total');
  expect((after.unreachable ?? 0) - (before.unreachable ?? 0)).toBe(2);
  expect(after.success).toBeGreaterThan(before.success ?? 0);
  const none = { click: 0, step: 0, order: 0, poll: 0, price: 0 };
  expect(await samples('castellan_provider_requests_waiting')).toEqual(none);
  expect(await samples('castellan_provider_wait_seconds')).toEqual(none);
});
