import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type BundledChild, bundleChild } from '#e2e/support/bundled-child.ts';
import { type Received, startReceiver } from '#e2e/support/event-receiver.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { testConfig, testPassword, testPasswords } from '#e2e/support/test-service.ts';
import { writeAndKill } from '#e2e/support/write-and-kill.ts';
import { createService, type Service } from '#main/app/compose.ts';
import { createLogger } from '#main/platform/logger.ts';
import { lastAuditSequence } from '#main/storage/store/audit/audit-events.ts';
import { invoke } from '#main/transport/invoke.ts';
import { contract } from '#shared/contract/index.ts';
import type { OperationSpec, OutputOf, RequestOf } from '#shared/contract/operation.ts';

const rounds = Number(process.env.CASTELLAN_KILL_ROUNDS ?? 3);
/** Long enough for a few batches, the first of which begins with the service. */
const longestLifeMs = 1_500;

const dataDir = perFile(() => temporaryFolder('castellan-test-'));
let program: BundledChild;
beforeAll(async () => {
  program = await bundleChild(join(import.meta.dirname, 'durability-child.ts'));
});
afterAll(() => program.remove());

const call = async <Op extends OperationSpec>(
  { context }: Service,
  operation: Op,
  input: RequestOf<Op>,
): Promise<OutputOf<Op>> => {
  const client = { ip: '127.0.0.1', userAgent: 'streams', background: false, requestId: 'req_streams' };
  return (await invoke(context, operation, input, { authorization: undefined, client })) as OutputOf<Op>;
};

const sequencesIn = (lines: string): number[] =>
  lines
    .split('\n')
    .slice(0, -1)
    .map((line): { sequence: number } => JSON.parse(line))
    .map(({ sequence }) => sequence);

/** Whether numbers begin at 1 and leave none out; some may come again. */
const isGapless = (sequences: readonly number[]): boolean => {
  let last = 0;
  return sequences.every((sequence) => {
    const follows = sequence <= last + 1;
    last = Math.max(last, sequence);
    return follows;
  });
};

it(`streams every entry of a log whose service is killed ${rounds} times`, async () => {
  const received: Received[] = [];
  const receiver = await startReceiver(() => (response, message, request) => {
    received.push(message);
    // Now and then it has taken the entries, and no one hears of it.
    if (received.length % 3 === 0) request.socket.resetAndDestroy();
    else response.writeHead(204).end();
  });
  onTestFinished(receiver.close);
  const file = join(dataDir.path, 'audit.jsonl');
  const streams = `${pathToFileURL(file).href},${receiver.url}`;
  const open = (): Promise<Service> =>
    createService(testConfig(dataDir.path, { 'audit-stream': streams }), {
      log: createLogger('silent'),
      ...testPasswords(),
    });
  let service = await open();
  const account = { email: 'owner@example.com', password: testPassword };
  const { tenant_id } = await call(service, contract.auth.signup, {
    ...account,
    name: 'Owner',
    company_name: 'Company',
  });
  for (let round = 0; round < rounds; round += 1) {
    const { access_token } = await call(service, contract.auth.login, account);
    await service.stop();
    const args = [dataDir.path, access_token, tenant_id, `r${round}`];
    const written = await writeAndKill(program, args, longestLifeMs, { CASTELLAN_AUDIT_STREAM: streams });
    expect(written.length).toBeGreaterThan(0);
    service = await open();
  }
  const last = await lastAuditSequence(service.context.db.read, tenant_id);
  // The receiver may break off one attempt.
  for (let attempt = 0; attempt < 2; attempt += 1) await service.auditStreamWorker.drain();
  await service.stop();
  for (const lines of [await readFile(file, 'utf8'), received.map(({ body }) => body).join('')]) {
    const sequences = sequencesIn(lines);
    expect(isGapless(sequences)).toBe(true);
    expect(Math.max(...sequences)).toBe(last);
  }
});
