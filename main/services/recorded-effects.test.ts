import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { ofSamples } from '#e2e/http-api/expected-audit-rows.ts';
import type { OperationId } from '#e2e/http-api/permission-row.ts';
import { rows } from '#e2e/http-api/permission-rows.ts';
import { backedUpService } from '#e2e/support/backed-up-service.ts';
import { effectTexts, linesOf } from '#e2e/support/effect-texts.ts';
import { createFixedIds } from '#e2e/support/fixed-ids.ts';
import { choicesOf } from '#e2e/support/input-choices.ts';
import { liveIn } from '#e2e/support/lived-in-team.ts';
import { createSeedData } from '#e2e/support/seed-data.ts';
import { type WrittenRow, watchWrites } from '#e2e/support/written-rows.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { contract } from '#shared/contract/index.ts';
import { isRead, type OperationSpec } from '#shared/contract/operation.ts';
import { minute } from '#shared/rules/limits.ts';
import type { AppError } from '#shared/texts/errors.ts';

/**
 * Runs each operation for an owner whose organization has been lived in, and compares its answer, the emails and every row that it
 * writes with what was recorded. Look at the difference, then accept it with `-u`.
 */
const ids = createFixedIds();
const app = backedUpService({ ids });
let written: () => Promise<WrittenRow[]>;
beforeAll(async () => {
  written = await watchWrites(app.service.context.db.write);
});

/** What they answer depends on the other organizations of the file, or on the computer. */
const ofServer: ReadonlySet<string> = new Set([
  'getServiceInfo',
  'getInstallation',
  'listOrganizations',
  'getBackupStatus',
  'backUpNow',
]);
/** They are about an address that isn't proved yet. */
const ofUnverified: ReadonlySet<string> = new Set(['markEmailVerified', 'resendVerification', 'verifyEmail']);
const recorded = (operation: OperationSpec) => !(operation.id in ofSamples) && !ofServer.has(operation.id);

const nameOf = (change: object): string =>
  Object.entries(change)
    .map(([name, value]) => `${name}: ${JSON.stringify(value) ?? 'left out'}`)
    .join() || 'again';

const effectsOf = async (operation: OperationSpec): Promise<string> => {
  const { context, mailWorker } = app.service;
  const id = operation.id as OperationId;
  ids.beginAgain(id);
  const seed = await createSeedData(context, app.passwordHash, 'same');
  await liveIn(context, seed.own, { verified: !ofUnverified.has(id) });
  // Those of all organizations wait in one queue.
  await tablesOf(context.db.write).deleteFrom('mails').where('tenant_id', '<>', seed.own.id).execute();
  const { owner, pending } = seed.own;
  if (id === 'restoreAccount') {
    await tablesOf(context.db.write)
      .updateTable('users')
      .set({ status: 'pending_deletion', delete_at: app.clock.now() + 1 })
      .where('id', '=', pending.id)
      .execute();
  }
  const row = rows[id];
  const prepared = await row.prepare?.(context, owner, seed);
  app.clock.advance(1 * minute);
  await mailWorker.drain();
  await written();
  const texts = effectTexts(seed, app.clock.now());
  const input = { ...row.input(seed, owner), ...prepared };
  const send = async (given: object): Promise<{ answer: string; writes: string[] }> => {
    const as = { ip: '203.0.113.77', ...(operation.auth !== 'none' && { token: owner.token }) };
    const answer = await app
      .call(operation, given as never, as)
      .catch((error: AppError) => `${error.key} ${JSON.stringify(error.details)}`);
    await mailWorker.drain();
    return { answer: texts.of(answer), writes: linesOf(await written(), texts) };
  };
  const first = await send(input);
  const lines = [`# ${id}`, `= ${first.answer}`, ...first.writes];
  // Then the same again, and with each choice that a field has.
  for (const change of [{}, ...choicesOf(operation, input)]) {
    const { answer, writes } = await send({ ...input, ...change });
    const isNew = answer !== first.answer || writes.length > 0;
    if (isNew)
      lines.push(`## ${nameOf(change)}`, `= ${isRead(operation) || !answer.startsWith('{') ? answer : '…'}`, ...writes);
  }
  return [...lines, ''].join('\n');
};

it.each(Object.entries(contract))('%s', async (feature, operations) => {
  const effects: string[] = [];
  for (const operation of Object.values<OperationSpec>(operations).filter(recorded))
    effects.push(await effectsOf(operation));
  const file = join(import.meta.dirname, `../../e2e/support/effects/${feature}.txt`);
  await expect(effects.join('\n')).toMatchFileSnapshot(file);
});
