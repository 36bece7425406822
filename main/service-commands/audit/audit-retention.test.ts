import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { verifyAuditLog } from '#e2e/support/audit.ts';
import { addEntries } from '#e2e/support/audit-log.ts';
import { isEmbedded } from '#e2e/support/engine.ts';
import { setPolicies } from '#e2e/support/policies.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { day, hour } from '#shared/rules/limits.ts';
import { createBackup } from '../../backup/create-backup.ts';
import { unpackBackup } from '../../backup/unpack-backup.ts';
import { dataFolder } from '../../platform/data-folder.ts';
import { databasePlace } from '../../storage/database/database-place.ts';
import { tablesOf } from '../../storage/database/tables.ts';
import { checkAuditHeads } from '../doctor/audit-heads.ts';
import type { InputOf, OperationName, ResultOf } from '../operations.ts';
import { runOperation } from '../run-operation.ts';

/** An organization whose log has lost 6 entries, and has 3. */
const app = perTest(() => createTestService());
const owner = perTest(() => app.owner('ann@example.com'));
beforeEach(async () => {
  await setPolicies(app, owner, { audit_retention_days: 90 });
  await addEntries(app, owner, 3);
  app.clock.advance(50 * day);
  await addEntries(app, owner, 2);
  await app.service.context.auditAnchors.advance();
  app.clock.advance(41 * day);
  await run('purge', {});
});

const run = async <Name extends OperationName>(
  name: Name,
  input: InputOf<Name>,
): Promise<{ rows: unknown[]; result: ResultOf<Name> }> => {
  const rows: unknown[] = [];
  const result = await runOperation(app.service.context, name, input, {
    emit: async (row) => void rows.push(row),
    body: (async function* () {})(),
  });
  return { rows, result: result as ResultOf<Name> };
};

it('shows in the commands: they begin with the first entry that is left', async () => {
  const { rows } = await run('audit export', { organization: owner.tenantId });
  expect(rows).toMatchObject([
    { sequence: 7, action: 'retryMail' },
    { sequence: 8, action: 'retryMail' },
    { sequence: 9, action: 'purgeAuditLog', details: { entries: 6, last_entry: 6, audit_retention_days: 90 } },
  ]);
  const { hash } = rows.at(-1) as { hash: string };
  expect((await run('audit head', {})).rows).toEqual([{ organization_id: owner.tenantId, rows: 3, removed: 6, hash }]);
  expect(await run('audit verify', {})).toEqual({
    rows: [{ organization_id: owner.tenantId, valid: true, rows: 3, removed: 6, first_broken: null }],
    result: { verified: 1, broken: 0 },
  });
});

it('survives a retirement of the key that sealed where the log begins', async () => {
  const { result } = await run('keys rotate', {});
  await run('session end', { all: true });
  app.clock.advance(2 * hour);
  const retire = (reseal: boolean) => run('keys retire', { key: result.previous_key_id, reseal });
  await expect(retire(false)).rejects.toThrow(/1 audit log/);
  await retire(true);
  expect(await verifyAuditLog(app, owner.tenantId)).toMatchObject({ valid: true, removed: 6 });
  await app.restart();
  expect(await verifyAuditLog(app, owner.tenantId)).toMatchObject({ valid: true, removed: 6 });
});

it.runIf(isEmbedded())('is true in a backup and for doctor, which find where it was tampered with', async () => {
  const { db, auditAnchors } = app.service.context;
  const folder = dataFolder(app.dataDir);
  const place = databasePlace(folder, undefined);
  const work = await mkdtemp(join(tmpdir(), 'castellan-retention-'));
  const passphrase = 'correct horse battery';
  const backUp = async (name: string) => {
    const target = join(work, `${name}.tar.gz`);
    await createBackup({ folder, target, passphrase, clock: app.clock });
    return unpackBackup(target, await mkdtemp(join(work, name)), { passphrase });
  };
  try {
    const { manifest } = await backUp('intact');
    expect(manifest.audit_heads).toMatchObject([{ tenant_id: owner.tenantId, sequence: 9 }]);
    expect(manifest.tables).toMatchObject({ audit_events: 3, audit_checkpoints: 1 });
    // The file still names an entry that is gone, as after a crash.
    expect(await checkAuditHeads(folder, place)).toBe('match 1 audit logs');
    await auditAnchors.advance();
    expect(await checkAuditHeads(folder, place)).toBe('match 1 audit logs');
    await tablesOf(db.write).updateTable('audit_checkpoints').set({ sequence: 5 }).execute();
    await expect(backUp('forged')).rejects.toThrow(/its keys don't fit the audit log of team/);
  } finally {
    await rm(work, { recursive: true });
  }
});
