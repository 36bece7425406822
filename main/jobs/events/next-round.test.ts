import { expect, it } from 'vitest';
import { startReceiver } from '#e2e/support/event-receiver.ts';
import { closedAfterwards } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { claimDelivery, dueDeliveries } from '#main/storage/store/events/event-deliveries.ts';
import { contract } from '#shared/contract/index.ts';
import { eventLimits, hour, minute, second } from '#shared/rules/limits.ts';
import { waitForRound } from '../delivery-worker.ts';
import { eventQueue } from './event-worker.ts';

const { events, workspaces } = contract;

it('waits for what is next, however far away it is', async () => {
  const app = await closedAfterwards(createTestService());
  const owner = await app.owner();
  const refusing = await closedAfterwards(startReceiver(() => (response) => void response.writeHead(400).end()));
  const { tenantId: tenant_id, token } = owner;
  const { slug } = await app.call(workspaces.createWorkspace, { tenant_id, name: 'Research' }, { token });
  const place = { kind: 'webhook', name: 'CI', url: refusing.url, allow_private_addresses: true } as const;
  const types = { event_types: ['workspace.updated' as const] };
  const { destination_id } = await app.call(
    events.createEventDestination,
    { tenant_id, ...place, ...types },
    { token },
  );
  const rename = (name: string) => app.call(workspaces.updateWorkspace, { tenant_id, slug, name }, { token });
  const { context, eventWorker } = app.service;
  const queue = eventQueue(context);
  const wait = () => waitForRound(queue);
  expect(await wait()).toBe(minute);
  await rename('First');
  await eventWorker.drain();
  const start = app.clock.now();
  // The second event of the workspace waits for the first one, although it was never tried.
  await rename('Second');
  await eventWorker.drain();
  expect(refusing.received).toHaveLength(1);
  expect(await wait()).toBe(5 * second);
  app.clock.advance(5 * second);
  await eventWorker.drain();
  expect(await wait()).toBe(minute);
  app.clock.advance(5 * minute - 10 * second);
  // The second one may overtake five minutes after it was queued, ten seconds from now.
  expect(await wait()).toBe(start + eventLimits.orderMs - app.clock.now());
  // Both of them wait for hours then, and another instance has one of them.
  for (let passed = 0; passed < 3 * hour; passed += 10 * minute) {
    app.clock.advance(10 * minute);
    await eventWorker.drain();
  }
  expect(await wait()).toBe(minute);
  app.clock.advance(20 * hour);
  const now = app.clock.now();
  const due = {
    now,
    latest: now + hour,
    latestClaim: now,
    overtakesBefore: 0,
    latestCreation: now,
    skip: [],
    limit: 1,
  };
  const [first] = await dueDeliveries(context.db.read, destination_id, due);
  if (!first) throw new Error('Nothing is due');
  expect(await wait()).toBe(second);
  expect(await claimDelivery(context.db.write, first, now + 40 * second)).toBe(true);
  expect(await wait()).toBe(40 * second);
});
