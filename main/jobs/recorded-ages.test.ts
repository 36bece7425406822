import { join } from 'node:path';
import { expect, it } from 'vitest';
import { effectTexts, linesOf } from '#e2e/support/effect-texts.ts';
import { createFixedIds } from '#e2e/support/fixed-ids.ts';
import { liveIn } from '#e2e/support/lived-in-team.ts';
import { closedAfterwards } from '#e2e/support/prepared.ts';
import { createSeedData, hashSeedPassword } from '#e2e/support/seed-data.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { watchWrites } from '#e2e/support/written-rows.ts';
import type { SealedText } from '#main/storage/database/sealed-text.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { insertIdempotencyKey } from '#main/storage/store/identity/idempotency-keys.ts';
import { day, hour, minute } from '#shared/rules/limits.ts';
import { purge } from './purge.ts';

/** Whatever ends or is deleted by age is that old: just before it, at it and just after it, each. */
const ages = [
  ...[1, 5, 10, 30].map((count) => count * minute),
  ...[1, 24].map((count) => count * hour),
  ...[2, 7, 8, 9, 14, 15, 30, 31, 32, 37, 38, 39, 60, 61, 90, 91, 120, 365, 366, 400].map((count) => count * day),
].flatMap((age) => [age - 1, age, age + 1]);

/** `7 days and 1 ms` */
const nameOf = (age: number): string => {
  const [unit, ms] = age >= 2 * day - 1 ? (['days', day] as const) : (['minutes', minute] as const);
  const count = Math.round(age / ms);
  const more = age - count * ms;
  return `${count} ${unit}${more === 0 ? '' : more > 0 ? ' and 1 ms' : ' less 1 ms'}`;
};

/** How many rows of a table were deleted, or changed in the same way. */
const counted = (lines: readonly string[]): string[] => {
  const alike = Map.groupBy(lines, (line) => (line.startsWith('+') ? line : line.replace(/ \{.*?\}/, '')));
  return [...alike].map(([line, { length }]) => (line.startsWith('+') ? line : `${line} (${length})`));
};

it('ends and deletes what is old enough, as it was recorded', async () => {
  const ids = createFixedIds();
  const app = await closedAfterwards(createTestService({ 'rate-limits': 'off' }, { ids }));
  const { context } = app.service;
  const seed = await createSeedData(context, await hashSeedPassword(context));
  await liveIn(context, seed.own, { verified: true });
  const { write } = context.db;
  const begun = app.clock.now();
  const { own } = seed;
  // What nobody uses ends by itself; the organization keeps the rest for as short as it may.
  await tablesOf(write)
    .updateTable('tenants')
    .set({ mail_retention_days: 7, audit_retention_days: 90, trusted_device_days: 30 })
    .where('id', '=', own.id)
    .execute();
  for (const table of ['api_keys', 'service_account_keys'] as const)
    await tablesOf(write)
      .updateTable(table)
      .set({ expires_at: begun + day })
      .execute();
  await tablesOf(write)
    .updateTable('users')
    .set({ status: 'pending_deletion', delete_at: begun + 30 * day })
    .where('id', '=', own.pending.id)
    .execute();
  context.failedSignIns.record({ id: own.target.id, tenant_id: own.id }, 'password', '198.51.100.7');
  await context.failedSignIns.flush();
  await insertIdempotencyKey(write, {
    ...{ id: 'once', user_id: own.owner.id, api_key_id: null, service_key_id: null },
    ...{ sealed_request: 'x' as SealedText<'idempotency_keys.sealed_request'>, sealed_answer: null, used_at: begun },
  });
  const written = await watchWrites(write);
  const lines: string[] = [];
  for (const age of ages.toSorted((a, b) => a - b)) {
    app.clock.set(begun + age);
    await purge(context);
    const done = counted(linesOf(await written(), effectTexts(seed, begun)));
    if (done.length > 0) lines.push(`# ${nameOf(age)}`, ...done, '');
  }
  await expect(lines.join('\n')).toMatchFileSnapshot(join(import.meta.dirname, '../../e2e/support/effects/ages.txt'));
});
