import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { expect, it } from 'vitest';
import { addReceiverOf } from '#e2e/support/event-destinations.ts';
import { type Answer, type EventReceiver, ok, receiving } from '#e2e/support/event-receiver.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { toIso } from '#main/platform/clock.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { updateEventDestination } from '#main/storage/store/events/event-destinations.ts';
import { contract } from '#shared/contract/index.ts';
import { eventLimits, hour, minute, second } from '#shared/rules/limits.ts';

const app = perTest(() => createTestService({}, { webhooks: { answerMs: second } }));
const { events, workspaces } = contract;

const destinationAt = (owner: Person, url: string, more: object = {}) => addReceiverOf(app, owner, url, more);

const change = (owner: Person, name: string) =>
  app.call(workspaces.createWorkspace, { tenant_id: owner.tenantId, name }, { token: owner.token });

const rename = (owner: Person, slug: string, name: string) =>
  app.call(workspaces.updateWorkspace, { tenant_id: owner.tenantId, slug, name }, { token: owner.token });

const drain = () => app.service.eventWorker.drain();

const deliveriesOf = (owner: Person, destination_id: string) =>
  app.call(events.listEventDeliveries, { tenant_id: owner.tenantId, destination_id }, { token: owner.token });

const stateOf = (owner: Person, destination_id: string) =>
  app.call(events.getEventDestination, { tenant_id: owner.tenantId, destination_id }, { token: owner.token });

const typeOf = ({ body }: { body: string }): string => JSON.parse(body).type;

/** Lets time pass in steps, with a round in each. */
const letPass = async (ms: number, step = minute): Promise<void> => {
  for (let passed = 0; passed < ms; passed += step) {
    app.clock.advance(step);
    await drain();
  }
};

it('sends what happens, signed so that other verifiers accept it, and nothing from before', async () => {
  const owner = await app.owner();
  await change(owner, 'Before');
  const receiver = await receiving();
  const { secret, destination_id } = await destinationAt(owner, receiver.url);
  await change(owner, 'Research');
  await drain();
  expect(receiver.received.map(typeOf)).toEqual(['event_destination.created', 'workspace.created']);
  for (const { headers, body } of receiver.received) {
    // Both compare the timestamp with the system clock, which the test's clock is not.
    const verifiers = [new Webhook(secret ?? ''), new SvixWebhook(secret ?? '')];
    expect(Math.abs(Number(headers['webhook-timestamp']) * second - app.clock.now())).toBeLessThan(second);
    const at = new Date(Number(headers['webhook-timestamp']) * second);
    for (const verifier of verifiers) {
      expect(verifier.sign(headers['webhook-id'] ?? '', at, body)).toBe(headers['webhook-signature']);
    }
  }
  const [, created] = receiver.received.map(({ body }) => JSON.parse(body));
  expect(created).toMatchObject({
    timestamp: new Date(app.clock.now()).toISOString(),
    data: { tenant_id: owner.tenantId, action: 'createWorkspace', actor_id: owner.id, target_label: 'Research' },
  });
  expect(JSON.stringify(created)).not.toContain('127.0.0.1');
  const { deliveries, total } = await deliveriesOf(owner, destination_id);
  expect(total).toBe(2);
  expect(deliveries.map(({ status, attempts }) => [status, attempts])).toEqual([
    ['delivered', 1],
    ['delivered', 1],
  ]);
  expect(deliveries[0]?.event_id).toBe(receiver.received[1]?.headers['webhook-id']);
});

it('sends chosen types alone, and moves on past the others', async () => {
  const owner = await app.owner();
  const receiver = await receiving();
  const { destination_id } = await destinationAt(owner, receiver.url, { event_types: ['workspace.updated'] });
  const { slug } = await change(owner, 'Research');
  await rename(owner, slug, 'Development');
  await drain();
  expect(receiver.received.map(typeOf)).toEqual(['workspace.updated']);
  const { next } = await app.call(events.listEvents, { tenant_id: owner.tenantId }, { token: owner.token });
  expect((await stateOf(owner, destination_id)).position).toBe(next);
});

it('signs with both secrets until the old one expires', async () => {
  const owner = await app.owner();
  const receiver = await receiving();
  const { destination_id, secret: old } = await destinationAt(owner, receiver.url);
  const input = { tenant_id: owner.tenantId, destination_id, overlap_hours: 1 };
  const { secret } = await app.call(events.rollEventSecret, input, { token: owner.token });
  await drain();
  const signatures = (at: number): string[] =>
    (receiver.received.at(at)?.headers['webhook-signature'] ?? '').split(' ');
  const signed = (by: string | null, at: number): string => {
    const { headers, body } = receiver.received.at(at) ?? { headers: {}, body: '' };
    const sent = new Date(Number(headers['webhook-timestamp']) * second);
    return new Webhook(by ?? '').sign(headers['webhook-id'] ?? '', sent, body);
  };
  expect(signatures(-1)).toEqual([signed(secret, -1), signed(old, -1)]);
  app.clock.advance(hour);
  const again = await app.login(owner);
  await change(again, 'Later');
  await drain();
  expect(signatures(-1)).toEqual([signed(secret, -1)]);
});

it('keeps the order of what concerns one object, and lets a later event overtake after five minutes, marked', async () => {
  const owner = await app.owner();
  let refused = true;
  const receiver = await receiving(() => (response, { body }) => {
    const isFirst = body.includes('"workspace.created"') && body.includes('Stuck');
    response.writeHead(isFirst && refused ? 500 : 200).end();
  });
  await destinationAt(owner, receiver.url);
  const { slug } = await change(owner, 'Stuck');
  await rename(owner, slug, 'Renamed');
  await change(owner, 'Other');
  await drain();
  const arrived = () => receiver.received.map(({ body }) => JSON.parse(body));
  expect(arrived().map(({ type }) => type)).not.toContain('workspace.updated');
  expect(arrived().filter(({ data }) => data.target_label === 'Other')).toHaveLength(1);
  await letPass(eventLimits.orderMs + minute);
  const updated = arrived().find(({ type }) => type === 'workspace.updated');
  const created = arrived().find(({ data }) => data.target_label === 'Stuck');
  expect(updated.data.overtook).toBe(created.data.position);
  refused = false;
  await letPass(40 * minute);
  const last = arrived().at(-1);
  expect(last.data).toMatchObject({ target_label: 'Stuck', position: created.data.position });
  expect(last.data).not.toHaveProperty('overtook');
});

it('lets a destination that does not answer delay no one else, and sends it one attempt at a time', async () => {
  const owner = await app.owner();
  const hanging = await receiving(() => () => {});
  const working = await receiving();
  await destinationAt(owner, hanging.url);
  await destinationAt(owner, working.url);
  for (let count = 0; count < 6; count += 1) await change(owner, `Workspace ${count}`);
  const other = await app.owner();
  const elsewhere = await receiving();
  await destinationAt(other, elsewhere.url);
  await drain();
  const idsAt = ({ received }: EventReceiver) => new Set(received.map(({ headers }) => headers['webhook-id']));
  expect(idsAt(working).size).toBe(7);
  expect(idsAt(elsewhere).size).toBe(1);
  const before = hanging.received.length;
  // It is given time now.
  await drain();
  expect(hanging.received.length).toBe(before);
  await letPass(30 * second, 10 * second);
  expect(hanging.received.length - before).toBeLessThanOrEqual(3);
});

it('turns off what has taken nothing for three days, tells the owners, and loses nothing', async () => {
  const owner = await app.owner();
  let answer: Answer = (response) => void response.writeHead(503).end();
  const receiver = await receiving(() => answer);
  const { destination_id } = await destinationAt(owner, receiver.url);
  await change(owner, 'Waiting');
  await letPass(eventLimits.disabledAfterMs + 2 * hour, hour);
  expect(await stateOf(await app.login(owner), destination_id)).toMatchObject({ state: 'disabled', enabled: false });
  const count = receiver.received.length;
  await letPass(hour);
  const again = await app.login(owner);
  expect(receiver.received).toHaveLength(count);
  const mails = await tablesOf(app.service.context.db.read)
    .selectFrom('mails')
    .select(['recipient', 'created_at', 'params'])
    .where('kind', '=', 'event_destination_disabled')
    .execute();
  expect(mails.map(({ recipient }) => recipient)).toEqual([owner.email]);
  for (const { created_at, params } of mails) expect(JSON.parse(params)).toMatchObject({ at: toIso(created_at) });
  await change(again, 'While it was off');
  answer = ok;
  const input = { tenant_id: owner.tenantId, destination_id, enabled: true };
  await app.call(events.updateEventDestination, input, { token: again.token });
  await drain();
  const labels = receiver.received.slice(count).map(({ body }) => JSON.parse(body).data.target_label);
  expect(labels).toEqual(expect.arrayContaining(['Waiting', 'While it was off']));
  expect(await stateOf(again, destination_id)).toMatchObject({ state: 'working', waiting: 0 });
});

it('turns off what says that it is gone, at once', async () => {
  const owner = await app.owner();
  const receiver = await receiving(() => (response) => void response.writeHead(410).end());
  const { destination_id } = await destinationAt(owner, receiver.url);
  await drain();
  expect(await stateOf(owner, destination_id)).toMatchObject({ state: 'disabled' });
});

it('sends everything that waited as soon as the other side works again', async () => {
  const owner = await app.owner();
  const receiver = await receiving();
  await receiver.close();
  const { destination_id } = await destinationAt(owner, receiver.url);
  for (let count = 0; count < 5; count += 1) await change(owner, `Workspace ${count}`);
  await letPass(3 * hour, 5 * minute);
  const again = await app.login(owner);
  expect(await stateOf(again, destination_id)).toMatchObject({ state: 'failing' });
  const back = await receiving(undefined, receiver.port);
  await letPass(16 * minute);
  expect(new Set(back.received.map(({ headers }) => headers['webhook-id'])).size).toBeGreaterThanOrEqual(6);
  expect(await stateOf(again, destination_id)).toMatchObject({ state: 'working', waiting: 0, failing_since: null });
});

/** For how long the other side asks to be left alone, and for how long it is, in milliseconds. */
const pauses: readonly (readonly [string, () => string, number])[] = [
  ['for a number of seconds', () => '600', 10 * minute],
  ['until an instant', () => new Date(app.clock.now() + 10 * minute).toUTCString(), 10 * minute],
  ['for longer than an hour', () => '7200', 1 * hour],
];

it.each(pauses)('leaves alone who asks for that %s, for an hour at most', async (_, header, ms) => {
  const owner = await app.owner();
  let answer: Answer = (response) => void response.writeHead(429, { 'retry-after': header() }).end();
  const receiver = await receiving(() => answer);
  await destinationAt(owner, receiver.url);
  await drain();
  answer = ok;
  await letPass(ms - minute);
  expect(receiver.received).toHaveLength(1);
  await letPass(2 * minute);
  expect(receiver.received).toHaveLength(2);
});

it('forgets that the other side asked to be left alone once the destination is changed', async () => {
  const owner = await app.owner();
  let answer: Answer = (response) => void response.writeHead(429, { 'retry-after': '3600' }).end();
  const receiver = await receiving(() => answer);
  const { destination_id } = await destinationAt(owner, receiver.url);
  await drain();
  answer = ok;
  const renamed = { tenant_id: owner.tenantId, destination_id, name: 'Pipeline' };
  await app.call(events.updateEventDestination, renamed, { token: owner.token });
  // The first that is taken must not bring the old pause back.
  for (let count = 1; count < 4; count += 1) {
    await drain();
    const { waiting, state } = await stateOf(owner, destination_id);
    expect({ waiting, state }).toEqual({ waiting: 0, state: 'working' });
    await change(owner, `Workspace ${count}`);
  }
});

it('sends to no private network unless an owner allows it, and follows no redirect', async () => {
  const owner = await app.owner();
  const secret = await receiving();
  const { db, secretBox } = app.service.context;
  // What is entered is checked, too, but a name may lead elsewhere by then.
  const outcomeAt = async (url: string, allowPrivate: boolean) => {
    const { destination_id } = await destinationAt(owner, secret.url);
    const place = { id: destination_id, tenant_id: owner.tenantId };
    const sealed_url = secretBox.seal('event_destinations.sealed_url', place, url);
    await db.transaction({ tenant: owner.tenantId }, (tx) =>
      updateEventDestination(tx, owner.tenantId, destination_id, { sealed_url, allow_private: allowPrivate ? 1 : 0 }),
    );
    const input = { tenant_id: owner.tenantId, destination_id };
    return app.call(events.testEventDestination, input, { token: owner.token });
  };
  expect(await outcomeAt(secret.url, false)).toMatchObject({ outcome: 'address_refused', status_code: null });
  expect(await outcomeAt('http://169.254.169.254/latest', true)).toMatchObject({ outcome: 'address_refused' });
  // Unencrypted only where the network is private.
  expect(await outcomeAt('http://203.0.113.5/', true)).toMatchObject({ outcome: 'address_refused' });
  const redirecting = await receiving(() => (response) => void response.writeHead(307, { location: secret.url }).end());
  expect(await outcomeAt(redirecting.url, true)).toMatchObject({ outcome: 'redirected', status_code: 307 });
  expect(secret.received).toEqual([]);
});

it('tells the other destinations of a test, and not the one that was tested', async () => {
  const owner = await app.owner();
  const [tested, other] = [await receiving(), await receiving()];
  const { destination_id } = await destinationAt(owner, tested.url);
  await destinationAt(owner, other.url);
  await app.call(events.testEventDestination, { tenant_id: owner.tenantId, destination_id }, { token: owner.token });
  await drain();
  const tests = ({ received }: EventReceiver) => received.filter((sent) => typeOf(sent) === 'event_destination.tested');
  // The test itself is the only one.
  expect(tests(tested)).toHaveLength(1);
  expect(tests(other)).toHaveLength(1);
});

it('replays a delivery under the same id, signed anew', async () => {
  const owner = await app.owner();
  const receiver = await receiving();
  const { destination_id } = await destinationAt(owner, receiver.url);
  await drain();
  const { deliveries } = await deliveriesOf(owner, destination_id);
  const input = { tenant_id: owner.tenantId, destination_id, delivery_id: deliveries[0]?.delivery_id ?? '' };
  app.clock.advance(10 * second);
  await app.call(events.replayEventDelivery, input, { token: owner.token });
  await drain();
  const [first, again] = receiver.received.filter(({ body }) => typeOf({ body }) === 'event_destination.created');
  expect(again?.body).toBe(first?.body);
  expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(again?.headers['webhook-signature']).not.toBe(first?.headers['webhook-signature']);
});
