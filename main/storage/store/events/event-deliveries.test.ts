import { expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { dueDeliveries, type EventDeliveryRow, insertEventDeliveries, nextAttemptAt } from './event-deliveries.ts';

const app = perFile(() => createTestService());
const waiting = 5000;

/** If each delivery were compared with all that wait, these calls would take hours. */
it('finds the next of thousands of deliveries about one object without comparing them', async () => {
  const { tenantId: tenant_id, token } = await app.owner();
  const place = { kind: 'webhook', name: 'CI', url: 'https://ci.example.com/hook' } as const;
  const { destination_id } = await app.call(contract.events.createEventDestination, { tenant_id, ...place }, { token });
  const now = app.clock.now();
  const rows = Array.from({ length: waiting }, (_, index): EventDeliveryRow => {
    const position = index + 1;
    const what = { id: `dlv_${position}`, event_id: `evt_${position}`, tenant_id, destination_id, position } as const;
    return {
      ...what,
      event_type: 'workspace.deleted',
      object_id: 'ws_1',
      status: 'waiting',
      attempts: 0,
      next_attempt_at: now,
      claimed_until: null,
      begun_at: now,
      replayed: 0,
      overtook: null,
      outcome: null,
      status_code: null,
      duration_ms: null,
      created_at: now,
      ended_at: null,
    };
  });
  const { db } = app.service.context;
  for (let from = 0; from < waiting; from += 500) await insertEventDeliveries(db.write, rows.slice(from, from + 500));

  const at = { now, latest: now, latestClaim: now, latestCreation: now, limit: 10 };
  for (let round = 0; round < 5; round += 1) {
    const inOrder = await dueDeliveries(db.read, destination_id, { ...at, overtakesBefore: now - 1, skip: [] });
    expect(inOrder.map(({ position }) => position)).toEqual([1]);
    const overtaking = await dueDeliveries(db.read, destination_id, { ...at, overtakesBefore: now, skip: ['dlv_1'] });
    expect(overtaking).toEqual([]);
    expect(await nextAttemptAt(db.read, now)).toBe(now);
  }
});
