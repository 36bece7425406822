import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EventReceiver, startReceiver } from '#e2e/support/event-receiver.ts';
import { queryDatabase } from '#e2e/support/postgres-cluster.ts';
import { type ProgramInstances, startProgramInstances } from '#e2e/support/program-instances.ts';
import type { SpawnedInstance } from '#e2e/support/test-app.ts';
import { send } from '#e2e/support/transports.ts';

const account = { email: 'ada@example.com', password: 'a long winding road 7' };
/** How long the receiver takes, so that two that send at a time would be seen. */
const answerMs = 30;

let open = 0;
let mostOpen = 0;
let receiver: EventReceiver;
let instances: ProgramInstances;
beforeAll(async () => {
  receiver = await startReceiver(() => (response) => {
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    response.once('close', () => {
      open -= 1;
    });
    void sleep(answerMs).then(() => response.writeHead(204).end());
  });
  instances = await startProgramInstances(2, { args: ['--audit-stream', receiver.url, '--rate-limits', 'off'] });
}, 60_000);
afterAll(async () => {
  await instances?.close();
  await receiver?.close();
});

const sequences = (): number[] =>
  receiver.received.flatMap(({ body }) =>
    body
      .split('\n')
      .slice(0, -1)
      .map((line): number => JSON.parse(line).sequence),
  );

it('is sent by one instance at a time, in order and complete, whichever of them is killed', async () => {
  const [first, second] = instances.servers as [SpawnedInstance, SpawnedInstance];
  const body = { ...account, name: 'Ada', company_name: 'Example' };
  const setup_token = /setup token for the first account: (\S+)/.exec(first.stdout())?.[1];
  const signedUp = await send(first.address, 'POST', '/api/v1/auth/signup', { body: { ...body, setup_token } });
  expect(signedUp.status, signedUp.text).toBe(201);
  const { body: session } = await send(first.address, 'POST', '/api/v1/auth/login', { body: account });
  const { access_token: token } = session as { access_token: string };
  let changes = 0;
  const change = async (at: readonly SpawnedInstance[], count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) {
      changes += 1;
      const { address } = at[index % at.length] as SpawnedInstance;
      const changed = await send(address, 'PUT', '/api/v1/users/me', { token, body: { name: `Ada ${changes}` } });
      expect(changed.status, changed.text).toBe(200);
    }
  };
  const last = async (): Promise<number> => {
    const [row] = await queryDatabase<{ last: string }>(
      instances.url,
      'select max(sequence) as last from audit_events',
    );
    return Number(row?.last);
  };
  const arrive = async () => {
    const end = await last();
    await expect.poll(() => Math.max(0, ...sequences()), { timeout: 30_000 }).toBeGreaterThanOrEqual(end);
  };
  await change([first, second], 20);
  await arrive();
  // One of them was sending: after both kills, that one was killed.
  await change([first, second], 20);
  await first.stop('SIGKILL');
  await change([second], 20);
  await arrive();
  const third = await instances.start(first.dataDir);
  await change([second, third], 20);
  await second.stop('SIGKILL');
  await change([third], 20);
  await arrive();

  let highest = 0;
  for (const sequence of sequences()) {
    // What was under way comes again, but nothing is skipped.
    expect(sequence).toBeLessThanOrEqual(highest + 1);
    highest = Math.max(highest, sequence);
  }
  expect(highest).toBe(await last());
  expect(highest).toBeGreaterThan(changes);
  expect(mostOpen).toBe(1);
}, 120_000);
