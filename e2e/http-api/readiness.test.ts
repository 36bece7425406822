import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestApp } from '#e2e/support/test-app.ts';
import { send } from '#e2e/support/transports.ts';
import { createLogger } from '#main/platform/logger.ts';
import { tablesOf } from '#main/storage/database/tables.ts';

const lines: string[] = [];
const server = perFile(() =>
  createTestApp({ 'rate-limits': 'off' }, createLogger('info', { write: (line) => void lines.push(line) })),
);

const readyMetric = async () => /^castellan_ready \d$/m.exec((await send(server.address, 'GET', '/metrics')).text)?.[0];
const pages = (count: number) =>
  sql.raw(`pragma max_page_count = ${count}`).execute(tablesOf(server.app.context.db.write));

it('/readyz and its metric fail once a write fails for lack of space, say why, and return with space', {
  timeout: 60_000,
}, async () => {
  const { address, app } = server;
  const ready = () => send(address, 'GET', '/readyz');
  expect((await ready()).status).toBe(200);
  expect(await readyMetric()).toBe('castellan_ready 1');
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(tablesOf(app.context.db.write));
  await pages(rows[0]?.page_count ?? 0);
  const signUp = (number: number) => {
    const body = { email: `a${number}@example.com`, name: 'A', password: 'a long winding road 7', company_name: 'C' };
    return send(address, 'POST', '/api/v1/auth/signup', { body });
  };
  let status = 201;
  for (let number = 0; status === 201; number += 1) ({ status } = await signUp(number));
  expect(status).toBe(503);
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ level: 50, msg: 'failed', code: 'STORAGE_FULL' }),
  );
  // Probes share an outcome for a second.
  const outcome = async () => {
    const { status, problem } = await ready();
    return [status, problem?.code, await readyMetric()];
  };
  await expect.poll(outcome, { timeout: 5_000 }).toEqual([503, 'STORAGE_FULL', 'castellan_ready 0']);
  expect((await send(address, 'GET', '/healthz')).status).toBe(200);
  await pages(1_073_741_823);
  await expect.poll(outcome, { timeout: 5_000 }).toEqual([200, undefined, 'castellan_ready 1']);
});

it('/metrics tells the free space of the disk', async () => {
  const { text } = await send(server.address, 'GET', '/metrics');
  expect(Number(/^castellan_disk_free_bytes (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(1_000_000);
});
