import { expect, it, onTestFinished } from 'vitest';
import { addReceiverOf } from '#e2e/support/event-destinations.ts';
import { receiving } from '#e2e/support/event-receiver.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { accountActor, recordEvent } from '#main/services/recording/record-event.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { holdMail } from '#main/storage/store/mail/mail-hold.ts';
import { contract } from '#shared/contract/index.ts';
import { eventLimits, minute, second } from '#shared/rules/limits.ts';

let hangsDns = false;
const app = perTest(() =>
  createTestService(
    {},
    {
      webhooks: {
        answerMs: second,
        resolve: async () => (hangsDns ? new Promise(() => {}) : [{ address: '127.0.0.1', family: 4 }]),
      },
    },
  ),
);
const { events } = contract;

const types = { event_types: ['workspace.deleted'] };
const add = (owner: Person, url: string, more: object = types) => addReceiverOf(app, owner, url, more);

/** Writes an event about each of these objects. */
const write = (owner: Person, objects: readonly string[]) => {
  const { context } = app.service;
  const actor = accountActor({ id: owner.id, name: owner.name, tenant_id: owner.tenantId });
  return context.db.transaction({ tenant: owner.tenantId }, async (tx) => {
    for (const [index, id] of objects.entries()) {
      const target = { kind: 'workspace', id, label: `${id} ${index}` } as const;
      await recordEvent(context, tx, { action: 'deleteWorkspace', actor, target, details: { slug: id } });
    }
  });
};

const drain = () => app.service.eventWorker.drain();
const letPass = async (ms: number, step: number): Promise<void> => {
  for (let passed = 0; passed < ms; passed += step) {
    app.clock.advance(step);
    await drain();
  }
};
const dataOf = ({ body }: { body: string }) => JSON.parse(body).data;
const deliveriesAbout = (object: string) =>
  tablesOf(app.service.context.db.read)
    .selectFrom('event_deliveries')
    .selectAll()
    .where('object_id', '=', object)
    .orderBy('position')
    .execute();

it('is not kept by an answer that changes the protocol, nor by a name that no one resolves', async () => {
  const owner = await app.owner();
  const switching = await receiving(
    () => (_response, _received, request) =>
      void request.socket.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  );
  const { destination_id } = await add(owner, switching.url);
  const target = { tenant_id: owner.tenantId, destination_id };
  const test = () => app.call(events.testEventDestination, target, { token: owner.token });
  expect(await test()).toMatchObject({ outcome: 'refused', status_code: 101 });
  hangsDns = true;
  onTestFinished(() => {
    hangsDns = false;
  });
  await app.call(
    events.updateEventDestination,
    { ...target, url: 'https://slow.example.com/' },
    { token: owner.token },
  );
  expect(await test()).toMatchObject({ outcome: 'timeout', status_code: null });
});

it('lets what is refused again and again delay nothing else, and tries it for three days', async () => {
  const owner = await app.owner();
  const receiver = await receiving(
    () =>
      (response, { body }) =>
        void response.writeHead(body.includes('poison') ? 400 : 200).end(),
  );
  await add(owner, receiver.url);
  await write(
    owner,
    Array.from({ length: 30 }, (_, index) => `poison-${index}`),
  );
  await write(owner, ['healthy']);
  await drain();
  expect(receiver.received.map(dataOf).filter(({ target_id }) => target_id === 'healthy')).toHaveLength(1);
  for (let round = 0; round < 20; round += 1) {
    await write(owner, [`healthy-${round}`]);
    await letPass(minute, minute);
  }
  expect((await deliveriesAbout('poison-0'))[0]).toMatchObject({ status: 'waiting', attempts: 3 });
});

it('keeps the order after an outage that was longer than events wait for each other', async () => {
  const owner = await app.owner();
  let isUp = false;
  const receiver = await receiving(() => (response) => void response.writeHead(isUp ? 200 : 503).end());
  await add(owner, receiver.url);
  await write(owner, ['one', 'one', 'one', 'one', 'one', 'one']);
  await letPass(2 * eventLimits.orderMs, minute);
  isUp = true;
  const before = receiver.received.length;
  await letPass(20 * minute, minute);
  const positions = receiver.received.slice(before).map((received) => dataOf(received).position);
  expect(positions).toHaveLength(6);
  // Only the attempt that found the other side working may have overtaken others.
  expect(positions.slice(1)).toEqual(positions.slice(1).toSorted((a, b) => a - b));
  expect(receiver.received.slice(before + 1).every((received) => !('overtook' in dataOf(received)))).toBe(true);
});

it('delays nothing by sending a delivery again, and marks nothing because of it', async () => {
  const owner = await app.owner();
  let refusesFirst = false;
  const receiver = await receiving(
    () =>
      (response, { body }) =>
        void response.writeHead(refusesFirst && body.includes('"one 0"') ? 400 : 200).end(),
  );
  const { destination_id } = await add(owner, receiver.url);
  await write(owner, ['one', 'one']);
  await drain();
  const [first] = await deliveriesAbout('one');
  refusesFirst = true;
  const input = { tenant_id: owner.tenantId, destination_id, delivery_id: first?.id ?? '' };
  await app.call(events.replayEventDelivery, input, { token: owner.token });
  await drain();
  await write(owner, ['one']);
  await letPass(eventLimits.orderMs + minute, minute);
  const last = receiver.received.map(dataOf).findLast(({ position }) => position > (first?.position ?? 0) + 1);
  expect(last).toMatchObject({ target_id: 'one' });
  expect(last).not.toHaveProperty('overtook');
});

it('counts what an earlier address has answered for nothing', async () => {
  const owner = await app.owner();
  const good = await receiving();
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const old = await receiving(() => (response) => {
    asked.resolve();
    void answered.promise.then(() => response.writeHead(410).end());
  });
  const { destination_id } = await add(owner, old.url);
  await write(owner, ['one']);
  const drained = drain();
  await asked.promise;
  const target = { tenant_id: owner.tenantId, destination_id };
  await app.call(events.updateEventDestination, { ...target, url: good.url }, { token: owner.token });
  answered.resolve();
  await drained;
  const state = await app.call(events.getEventDestination, target, { token: owner.token });
  expect(state).toMatchObject({ enabled: true, failing_since: null });
  await letPass(minute, 10 * second);
  expect(good.received).toHaveLength(1);
});

it('leaves alone who asks for it, whatever else was under way', async () => {
  const owner = await app.owner();
  let count = 0;
  const receiver = await receiving(() => (response) => {
    count += 1;
    if (count === 1) response.writeHead(429, { 'retry-after': '600' }).end();
    else setTimeout(() => response.writeHead(200).end(), 100);
  });
  await add(owner, receiver.url);
  await write(
    owner,
    Array.from({ length: 30 }, (_, index) => `object-${index}`),
  );
  await drain();
  expect(receiver.received.length).toBeLessThanOrEqual(eventLimits.atOnce);
  await letPass(9 * minute, minute);
  expect(receiver.received.length).toBeLessThanOrEqual(eventLimits.atOnce);
});

it('sends nothing while email is held, as after a restored backup', async () => {
  const owner = await app.owner();
  const receiver = await receiving();
  const { destination_id } = await add(owner, receiver.url);
  await holdMail(app.service.context.db.write, { reason: 'restored', held_at: app.clock.now() });
  await write(owner, ['one']);
  await drain();
  expect(receiver.received).toEqual([]);
  const target = { tenant_id: owner.tenantId, destination_id };
  const { state } = await app.call(events.getEventDestination, target, { token: owner.token });
  expect(state).toBe('held');
});

it('sends no one where someone signed in from', async () => {
  const owner = await app.owner();
  const { events: all } = await app.call(
    events.listEvents,
    { tenant_id: owner.tenantId, after: 0 },
    { token: owner.token },
  );
  expect(all.map(({ type }) => type)).toContain('session.started');
  expect(JSON.stringify(all)).not.toMatch(/castellan-test|127\.0\.0\.1/);
});

it('says that events are gone if the log has fewer than a program has read', async () => {
  const owner = await app.owner();
  const { next } = await app.call(events.listEvents, { tenant_id: owner.tenantId }, { token: owner.token });
  const beyond = { tenant_id: owner.tenantId, after: next + 1_000 };
  expect(await app.call(events.listEvents, beyond, { token: owner.token })).toEqual({
    events: [],
    next,
    removed: true,
  });
});
