import { expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { hour, minute } from '#shared/rules/limits.ts';
import { tablesOf } from '../../database/tables.ts';
import { updatePoliciesOf } from '../team/tenants.ts';
import { countOpenSessionsFound, countOpenSessionsOf } from './open-sessions.ts';

const app = perFile(() => createTestService());

it('sessions of an organization are counted by its own limits, as they are listed', async () => {
  const [strict, lenient] = [await app.owner(), await app.owner()];
  const { read, write } = app.service.context.db;
  await updatePoliciesOf(write, strict.tenantId, { session_idle_minutes: 10, session_max_hours: 2 });
  const now = app.clock.now();
  const at = { now, returned: [] };
  const begin = async (createdAt: number, activeAt: number) => {
    const times = { created_at: createdAt, last_active_at: activeAt };
    await tablesOf(write).updateTable('sessions').set(times).execute();
    const counts = [];
    for (const { tenantId } of [strict, lenient]) {
      const { sessions, people } = await countOpenSessionsOf(read, tenantId, at);
      expect([sessions, people]).toEqual(Array(2).fill(await countOpenSessionsFound(read, { tenantId, at })));
      counts.push(sessions);
    }
    return counts;
  };
  expect(await begin(now - hour, now - 9 * minute)).toEqual([1, 1]);
  expect(await begin(now - hour, now - 11 * minute)).toEqual([0, 1]);
  expect(await begin(now - 3 * hour, now - minute)).toEqual([0, 1]);
  expect(await begin(now - 3 * hour, now - 31 * minute)).toEqual([0, 0]);
});
