import { appendFile, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { pathToFileURL } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type Answer, ok, startReceiver } from '#e2e/support/event-receiver.ts';
import { setPolicies } from '#e2e/support/policies.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { startSyslogReceiver } from '#e2e/support/syslog-receiver.ts';
import { testCertificate } from '#e2e/support/test-certificate.ts';
import { createTestService, type Person, type TestService } from '#e2e/support/test-service.ts';
import { checkAuditStreams } from '#main/service-commands/doctor/audit-streams.ts';
import { accountActor, recordEvent } from '#main/services/recording/record-event.ts';
import { findStreamLag } from '#main/storage/store/audit/audit-streams.ts';
import { holdMail, releaseMail } from '#main/storage/store/mail/mail-hold.ts';
import { contract } from '#shared/contract/index.ts';
import { day, minute, second } from '#shared/rules/limits.ts';
import { purge } from '../purge.ts';

const folder = perFile(async () => {
  const path = await mkdtemp(join(tmpdir(), 'castellan-stream-'));
  return { path, close: () => rm(path, { recursive: true }) };
});
const usual = tls.getCACertificates('default');
beforeAll(() => tls.setDefaultCACertificates([...usual, testCertificate.cert]));
afterAll(() => tls.setDefaultCACertificates(usual));

const streaming = async (streams: string, more: Parameters<typeof createTestService>[0] = {}): Promise<TestService> => {
  const app = await createTestService({ 'audit-stream': streams, ...more }, { webhooks: { answerMs: second } });
  onTestFinished(() => app.close());
  return app;
};

const change = async (app: TestService, owner: Person, count = 1): Promise<void> => {
  const { tenantId: tenant_id, token } = owner;
  for (let index = 0; index < count; index += 1) {
    await app.call(contract.workspaces.createWorkspace, { tenant_id, name: `Research ü ${index}` }, { token });
  }
};

/** Writes many entries at once. */
const addEntries = ({ service: { context } }: TestService, owner: Person, count: number): Promise<void> =>
  context.db.transaction({ tenant: owner.tenantId }, async (tx) => {
    const actor = accountActor({ id: owner.id, name: owner.name, tenant_id: owner.tenantId });
    for (let index = 0; index < count; index += 1) {
      const target = { kind: 'workspace', id: `ws_${index}`, label: `Research ü ${index}` } as const;
      await recordEvent(context, tx, { action: 'deleteWorkspace', actor, target, details: { slug: `w${index}` } });
    }
  });

/** What the log has, oldest first. */
const logged = async (app: TestService, owner: Person) => {
  const { token } = await app.login(owner);
  const input = { tenant_id: owner.tenantId, limit: 100 };
  const { events } = await app.call(contract.audit.listAuditEvents, input, { token });
  return events.reverse();
};

type Line = { id: string; tenant_id: string; sequence: number; type: string; details?: object };
const linesOf = (text: string): Line[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
const sequencesIn = (lines: readonly Line[], { tenantId }: Person): number[] =>
  lines.filter(({ tenant_id }) => tenant_id === tenantId).map(({ sequence }) => sequence);
const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

it('appends each entry of every log to a file that only its owner reads, once and in order', async () => {
  const path = join(folder.path, 'audit ä.jsonl');
  const app = await streaming(pathToFileURL(path).href);
  const [owner, other] = [await app.owner(), await app.owner()];
  await change(app, owner, 3);
  await app.service.auditStreamWorker.drain();
  await change(app, other);
  const events = await logged(app, owner);
  await app.service.auditStreamWorker.drain();
  await app.service.auditStreamWorker.drain();
  const lines = linesOf(await readFile(path, 'utf8'));
  // Reading them was a sign-in.
  const last = events.length;
  expect(sequencesIn(lines, owner)).toEqual(upTo(last));
  expect(sequencesIn(lines, other).length).toBeGreaterThan(1);
  const own = lines.filter(({ tenant_id }) => tenant_id === owner.tenantId);
  expect(own.map(({ id, type, tenant_id, ...event }) => event)).toEqual(events);
  expect(own.at(-1)).toMatchObject({ ip_address: '127.0.0.1', actor_id: owner.id, request_id: expect.any(String) });
  if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600);
});

it('writes to a new file once the old one is renamed, and cuts off a line that was never finished', async () => {
  const path = join(folder.path, 'rotated.jsonl');
  const app = await streaming(pathToFileURL(path).href);
  const owner = await app.owner();
  await app.service.auditStreamWorker.drain();
  await rename(path, `${path}.1`);
  await change(app, owner);
  await app.service.auditStreamWorker.drain();
  await appendFile(path, '{"id":"evt_cut off in the mid');
  await change(app, owner);
  await app.service.auditStreamWorker.drain();
  // What isn't ours stays.
  await appendFile(path, 'a note');
  await change(app, owner);
  await app.service.auditStreamWorker.drain();
  const [first, second] = [await readFile(`${path}.1`, 'utf8'), await readFile(path, 'utf8')];
  expect(second).toContain('\na note\n');
  const lines = linesOf(first + second.replace('a note\n', ''));
  expect(sequencesIn(lines, owner)).toEqual(upTo(lines.length));
});

it('sends messages of RFC 5424 over TLS, and again after the receiver has broken off', async () => {
  let breaks = 2;
  const receiver = await startSyslogReceiver((socket) => {
    if (breaks === 0) return;
    breaks -= 1;
    socket.destroy();
  });
  onTestFinished(receiver.close);
  const name = `syslog+tls://localhost:${receiver.port}`;
  const app = await streaming(name, { 'mail-hostname': 'castellan.example' });
  const owner = await app.owner();
  await addEntries(app, owner, 600);
  await app.service.auditStreamWorker.drain();
  await app.service.auditStreamWorker.drain();
  const { entries } = await findStreamLag(app.service.context.db.read, name);
  expect(entries).toBeGreaterThan(600);
  await expect(checkAuditStreams(app.service.context)).rejects.toThrow(/^syslog\+tls:\S+: \d+ entries wait since .*\(/);
  await app.service.auditStreamWorker.drain();
  expect(await checkAuditStreams(app.service.context)).toBe(`${name} has everything`);
  const header =
    /^<110>1 (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) castellan\.example castellan - (\w+) - (\{[ -~]*\})$/;
  const parsed = receiver.messages.map((message) => header.exec(message));
  expect(parsed).not.toContain(null);
  const lines = parsed.map((found) => JSON.parse(found?.[3] ?? ''));
  expect(lines.filter(({ action }) => action === 'deleteWorkspace').at(-1).target_label).toBe('Research ü 599');
  // Some arrive twice, none is missing, and the last round has them in order.
  expect([...new Set(sequencesIn(lines, owner))].sort((a, b) => a - b)).toEqual(upTo(entries));
  expect(sequencesIn(lines, owner).slice(-entries)).toEqual(upTo(entries));
});

it('posts lines that are signed, keeps what a receiver refuses, and lets email’s hold end first', async () => {
  let answer: Answer = (response) => void response.writeHead(503).end();
  const receiver = await startReceiver(() => answer);
  onTestFinished(receiver.close);
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const url = `http://user:pass%20word@127.0.0.1:${receiver.port}/audit?key=hidden`;
  const app = await streaming(url, { 'audit-stream-secret': secret });
  const { context, auditStreamWorker } = app.service;
  const owner = await app.owner();
  await auditStreamWorker.drain();
  await holdMail(context.db.write, { reason: 'operator', held_at: app.clock.now() });
  answer = ok;
  await auditStreamWorker.drain();
  expect(receiver.received).toHaveLength(1);
  expect(await checkAuditStreams(context)).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/audit is on hold with email/);
  await releaseMail(context.db.write);
  await auditStreamWorker.drain();
  const [refused, taken] = receiver.received;
  expect(taken?.body).toBe(refused?.body);
  expect(sequencesIn(linesOf(taken?.body ?? ''), owner)).toEqual(upTo(linesOf(taken?.body ?? '').length));
  expect(taken?.headers.authorization).toBe(`Basic ${Buffer.from('user:pass word').toString('base64')}`);
  const { 'webhook-id': id = '', 'webhook-timestamp': at = '', 'webhook-signature': signature } = taken?.headers ?? {};
  expect(new Webhook(secret).sign(id, new Date(Number(at) * second), taken?.body ?? '')).toBe(signature);
  app.clock.advance(10 * minute);
  await change(app, await app.login(owner));
  await auditStreamWorker.drain();
  expect(receiver.received).toHaveLength(3);
});

it('goes on where it was, after a restart and with another credential', async () => {
  const path = join(folder.path, 'restarted.jsonl');
  const app = await streaming(pathToFileURL(path).href);
  const owner = await app.owner();
  await app.service.auditStreamWorker.drain();
  await app.restart();
  await change(app, await app.login(owner));
  await app.service.auditStreamWorker.drain();
  const lines = linesOf(await readFile(path, 'utf8'));
  expect(sequencesIn(lines, owner)).toEqual(upTo(lines.length));
});

it('tells a receiver what retention has deleted before it was sent', async () => {
  const path = join(folder.path, 'retained.jsonl');
  const app = await streaming(pathToFileURL(path).href);
  const owner = await app.owner();
  await setPolicies(app, owner, { audit_retention_days: 90 });
  const head = (await logged(app, owner)).length;
  app.clock.advance(91 * day);
  await purge(app.service.context);
  await app.service.auditStreamWorker.drain();
  const [first] = linesOf(await readFile(path, 'utf8'));
  expect(first).toMatchObject({ action: 'purgeAuditLog', sequence: head + 1 });
  expect(first?.details).toMatchObject({ entries: head, last_entry: head });
});

it('sends less at a time after failures, and as much as before once something has arrived', async () => {
  let answer: Answer = (response) => void response.writeHead(503).end();
  const receiver = await startReceiver(() => answer);
  onTestFinished(receiver.close);
  const app = await streaming(receiver.url);
  const owner = await app.owner();
  const { auditStreamWorker: worker } = app.service;
  for (let failures = 0; failures < 4; failures += 1) await worker.drain();
  answer = ok;
  await addEntries(app, owner, 200);
  const before = receiver.received.length;
  await worker.drain();
  // 500 halved four times, and then all that is left.
  const sizes = receiver.received.slice(before).map(({ body }) => linesOf(body).length);
  expect(sizes[0]).toBe(31);
  expect(sizes).toHaveLength(2);
});
