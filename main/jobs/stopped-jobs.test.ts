import { expect, it } from 'vitest';
import { createLiveUpgrade } from '#e2e/support/live-upgrade.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { fingerprint } from '#e2e/support/table-contents.ts';
import { day } from '#shared/rules/limits.ts';
import { advanceOpenRuns } from '../services/hosting/advance-runs.ts';
import { recordHostingCosts } from './hosting-costs.ts';
import { purge } from './purge.ts';
import { sendUpgradeReminders } from './upgrade-reminders.ts';

const live = perTest(() => createLiveUpgrade());

it.each([
  ['hosting costs', recordHostingCosts],
  ['upgrade reminders', sendUpgradeReminders],
  ['open upgrades', advanceOpenRuns],
  ['purge', purge],
])('%s: nothing more begins once the service stops or another instance leads', async (_name, run) => {
  const { context } = live.app.service;
  await live.order(await live.chosen());
  live.app.clock.advance(40 * day);
  const before = await fingerprint(context);
  const asked = live.calls('get_instances') + live.calls('get_instance');
  await run(context, AbortSignal.abort());
  expect(await fingerprint(context)).toBe(before);
  expect(live.calls('get_instances') + live.calls('get_instance')).toBe(asked);
  await run(context, new AbortController().signal);
  expect(await fingerprint(context), 'there was something to do').not.toBe(before);
});
