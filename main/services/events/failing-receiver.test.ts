import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { expect, it } from 'vitest';
import { type Answer, ok, startReceiver } from '#e2e/support/event-receiver.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { accountActor, recordEvent } from '#main/services/recording/record-event.ts';
import { contract } from '#shared/contract/index.ts';
import { minute, second } from '#shared/rules/limits.ts';

const app = perTest(() => createTestService({}, { webhooks: { answerMs: 100 } }));
const { events } = contract;

/** Ten ways in which the other side doesn't take an event, or takes it and doesn't say so. */
const failures: readonly Answer[] = [
  (response) => void response.writeHead(500).end(),
  (response) => void response.writeHead(404).end('not here'),
  (response) => void response.writeHead(429, { 'retry-after': '2' }).end(),
  (response) => void response.writeHead(503, { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }).end(),
  (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  (_response, _received, request) => void request.socket.destroy(),
  (_response, _received, request) => void request.socket.resetAndDestroy(),
  (_response, _received, request) => void request.socket.end('This is not HTTP\r\n\r\n'),
  (_response, _received, request) => void request.socket.end('HTTP/1.1 200 OK\r\ncontent-le'),
  () => {},
];

/** CASTELLAN_TEST_EVENTS asks for more. */
const count = Number(process.env.CASTELLAN_TEST_EVENTS ?? 150);

it(`delivers ${count} events at least once to a receiver that fails in ten ways`, async () => {
  const owner = await app.owner();
  const { context, eventWorker } = app.service;
  let attempt = 0;
  const taken = new Set<string>();
  const receiver = await startReceiver(() => (response, received, request) => {
    attempt += 1;
    const fails = attempt % 7 === 0 ? failures[Math.floor(attempt / 7) % failures.length] : undefined;
    if (!fails) taken.add(received.headers['webhook-id'] ?? '');
    (fails ?? ok)(response, received, request);
  });
  const { tenantId: tenant_id, token } = owner;
  const place = { kind: 'webhook', name: 'CI', url: receiver.url, allow_private_addresses: true } as const;
  const { secret, destination_id, position } = await app.call(
    events.createEventDestination,
    { tenant_id, ...place },
    { token },
  );
  const actor = accountActor({ id: owner.id, name: owner.name, tenant_id });
  for (let written = 0; written < count; written += 50) {
    await context.db.transaction({ tenant: tenant_id }, async (tx) => {
      for (let index = written; index < written + 50; index += 1) {
        const target = { kind: 'workspace', id: `ws_${index % 40}`, label: `Workspace ${index}` } as const;
        await recordEvent(context, tx, { action: 'deleteWorkspace', actor, target, details: { slug: `w${index}` } });
      }
    });
  }
  const isDone = async (): Promise<boolean> => {
    await eventWorker.drain();
    const session = await app.login(owner);
    const destination = { tenant_id, destination_id };
    const { waiting, position: to } = await app.call(events.getEventDestination, destination, { token: session.token });
    return waiting === 0 && to >= position + count;
  };
  for (let minutes = 0; !(await isDone()); minutes += 10) {
    expect(minutes).toBeLessThan(4 * count);
    app.clock.advance(10 * minute);
  }
  await receiver.close();
  const positions = new Set(
    receiver.received
      .filter(({ headers }) => taken.has(headers['webhook-id'] ?? ''))
      .map(({ body }) => JSON.parse(body).data.position),
  );
  for (let index = 1; index <= count; index += 1) expect(positions.has(position + index)).toBe(true);
  for (const { headers, body } of receiver.received) {
    const sent = new Date(Number(headers['webhook-timestamp']) * second);
    for (const verifier of [new Webhook(secret ?? ''), new SvixWebhook(secret ?? '')]) {
      expect(verifier.sign(headers['webhook-id'] ?? '', sent, body)).toBe(headers['webhook-signature']);
    }
  }
});
