import { beforeEach, describe, expect, it } from 'vitest';
import { auditRows, brokenAt, verifyAuditLog } from '#e2e/support/audit.ts';
import { addEntries } from '#e2e/support/audit-log.ts';
import { setPolicies } from '#e2e/support/policies.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { day } from '#shared/rules/limits.ts';
import { purge } from '../jobs/purge.ts';
import { tablesOf } from '../storage/database/tables.ts';
import {
  type AuditCheckpointRow,
  findAuditCheckpoint,
  saveAuditCheckpoint,
} from '../storage/store/audit/audit-checkpoints.ts';
import type { AuditEventRow } from '../storage/store/audit/audit-events.ts';
import { erasuresShape } from '../storage/store/stored-shapes.ts';
import { createVerification } from './audit-verification.ts';

/** A log whose first entries were removed, and an attacker who has the database, but not the keys. */
const app = perTest(() => createTestService());
const owner = perTest(() => app.owner());
let whole: AuditEventRow[];
let checkpoint: AuditCheckpointRow;
beforeEach(async () => {
  await setPolicies(app, owner, { audit_retention_days: 90 });
  await addEntries(app, owner, 4);
  app.clock.advance(50 * day);
  await addEntries(app, owner, 2);
  whole = await auditRows(app, owner.tenantId);
  app.clock.advance(41 * day);
  await purge(app.service.context);
  checkpoint = (await findAuditCheckpoint(db().read, owner.tenantId)) as AuditCheckpointRow;
});

const db = () => app.service.context.db;
const verify = () => verifyAuditLog(app, owner.tenantId);
const change = (columns: Partial<AuditCheckpointRow>) => saveAuditCheckpoint(db().write, { ...checkpoint, ...columns });
const remove = (sequence: number) =>
  tablesOf(db().write).deleteFrom('audit_events').where('sequence', '<=', sequence).execute();

it('holds as the service left it', async () => {
  expect(checkpoint.sequence).toBe(7);
  expect(await verify()).toEqual({ valid: true, checked: 3, removed: 7 });
});

describe('is found', () => {
  it('to be missing', async () => {
    await tablesOf(db().write).deleteFrom('audit_checkpoints').execute();
    expect(await verify()).toEqual(brokenAt(1));
  });

  it.each<[string, (row: AuditCheckpointRow) => Partial<AuditCheckpointRow>]>([
    ['number', ({ sequence }) => ({ sequence: sequence + 1 })],
    ['hash', () => ({ hash: whole[2]?.hash ?? '' })],
    ['policy', () => ({ retention_days: 100 })],
    ['time', ({ created_at }) => ({ created_at: created_at + 1 })],
    ['erasures', () => ({ erasures: erasuresShape.write({ user_x: { erased: 0, erased_digest: '' } }) })],
    ['seal', ({ seal }) => ({ seal: `${seal.slice(0, -1)}${seal.endsWith('A') ? 'B' : 'A'}` })],
  ])('to have another %s', async (_, columns) => {
    await change(columns(checkpoint));
    expect(await verify()).toEqual(brokenAt(1));
  });

  it('to be that of another team', async () => {
    const other = await app.owner();
    await change({ tenant_id: other.tenantId });
    expect(await verifyAuditLog(app, other.tenantId)).toEqual(brokenAt(1));
    expect(await verify()).toMatchObject({ valid: true });
  });

  it('to cover more entries than those that were removed', async () => {
    const { sequence, hash } = whole[7] as AuditEventRow;
    await change({ sequence, hash });
    await remove(sequence);
    expect(await verify()).toEqual(brokenAt(1));
  });

  it('to be an older one, with and without the entries that have gone since', async () => {
    app.clock.advance(50 * day);
    await purge(app.service.context);
    expect((await findAuditCheckpoint(db().read, owner.tenantId))?.sequence).toBe(9);
    await change({});
    expect(await verify()).toEqual({ valid: false, checked: 0, first_broken: 8, removed: 7 });
    await tablesOf(db().write).insertInto('audit_events').values(whole.slice(7)).execute();
    // The entry about the removal says more than the checkpoint.
    const [latest] = (await auditRows(app, owner.tenantId)).filter(
      ({ action, details }) => action === 'purgeAuditLog' && JSON.parse(details ?? '').last_entry === 9,
    );
    expect(await verify()).toMatchObject({ valid: false, first_broken: latest?.sequence });
  });

  it('to be missing though all entries were put back', async () => {
    await tablesOf(db().write).deleteFrom('audit_checkpoints').execute();
    await tablesOf(db().write).insertInto('audit_events').values(whole.slice(0, 7)).execute();
    expect(await verify()).toEqual({ valid: false, checked: 9, first_broken: 10 });
  });

  it('in a log that never lost an entry, where it would hide some', async () => {
    const other = await app.owner();
    const [first] = await auditRows(app, other.tenantId);
    await change({ tenant_id: other.tenantId, sequence: 1, hash: first?.hash ?? '' });
    expect(await verifyAuditLog(app, other.tenantId)).toEqual(brokenAt(1));
  });
});

it('may be moved by the purge while someone verifies the log', async () => {
  await addEntries(app, owner, 600);
  const { audit } = app.service.context;
  const verification = createVerification(db().read, audit, owner.tenantId);
  expect(await verification.step()).toBeUndefined();
  expect(verification.progress()).toEqual({ checked: 500, total: 603 });
  app.clock.advance(91 * day);
  await purge(app.service.context);
  const finish = async () => {
    for (;;) {
      const verdict = await verification.step();
      if (verdict) return verdict;
    }
  };
  expect(await finish()).toEqual({ valid: true, checked: 1, removed: 610 });
});
