import { expect, it } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { mailKindsTo } from '#e2e/support/rows.ts';
import { invite, scheduleDeletion } from '#e2e/support/team.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { day, lifetimesMs } from '#shared/rules/limits.ts';
import { tablesOf } from '../storage/database/tables.ts';
import { purge } from './purge.ts';

const app = perTest(() => createTestService());
const owner = perTest(() => app.owner());

it('a link is kept for eight days after it expired, to the millisecond', async () => {
  const links = () =>
    tablesOf(app.service.context.db.read).selectFrom('one_time_tokens').select('expires_at').execute();
  const [{ expires_at } = { expires_at: 0 }] = await links();
  expect(expires_at).toBe(app.clock.now() + lifetimesMs.verificationLink);
  app.clock.set(expires_at + 8 * day);
  await purge(app.service.context);
  expect(await links()).toHaveLength(1);
  app.clock.advance(1);
  await purge(app.service.context);
  expect(await links()).toEqual([]);
});

it('an invitation email goes with the account of its sender, whose name it shows', async () => {
  const admin = await app.join(owner, 'admin');
  await invite(app, admin, 'invited@example.com');
  expect(await mailKindsTo(app, 'invited@example.com')).toEqual(['invitation']);
  await scheduleDeletion(app, admin);
  app.clock.advance(30 * day);
  await purge(app.service.context);
  expect(await mailKindsTo(app, 'invited@example.com')).toEqual([]);
});
