import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { auditRows, brokenAt, verifyAuditLog } from '#e2e/support/audit.ts';
import { perFile, perTest } from '#e2e/support/prepared.ts';
import { createWorkspace, invite } from '#e2e/support/team.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { tablesOf } from '../storage/database/tables.ts';
import { createAuditChain } from './audit-chain.ts';
import { verifyAuditChain } from './audit-verification.ts';
import { createKeyRing } from './keys.ts';

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));
const owner = perTest(() => app.owner());
let rowCount: number;
beforeEach(async () => {
  await invite(app, owner, 'invitee@example.com');
  for (let n = 1; n <= 6; n += 1) await createWorkspace(app, owner, `Workspace ${n}`);
  rowCount = (await rows()).length;
});

const rows = () => auditRows(app, owner.tenantId);
const verify = (tenantId = owner.tenantId) => verifyAuditLog(app, tenantId);
/** Writes to the database directly, like an attacker with access to its file. */
const tamper = (statement: ReturnType<typeof sql>) => statement.execute(tablesOf(app.service.context.db.write));
const tenant = () => owner.tenantId;
describe('a changed row is found', () => {
  const columns: [string, string | number | null][] = [
    ['at', 1],
    ['actor_id', 'user_somebody_else'],
    ['actor_name', 'Somebody else'],
    ['actor_name', null],
    ['ip_address', '203.0.113.9'],
    ['ip_address', null],
    ['device', 'Chrome on macOS'],
    ['device', null],
    ['request_id', 'req_other'],
    ['request_id', null],
    ['origin_digest', 'x'],
    ['origin_digest', null],
    ['actor_text', 'somebody else'],
    ['actor_digest', 'x'],
    ['actor_erased_for', 'user_nobody'],
    ['action', 'login'],
    ['target_kind', 'user'],
    ['target_id', 'ws_other'],
    ['target_label', 'Other'],
    ['target_label', null],
    ['details', '{}'],
    ['details', null],
    ['target_text', 'other'],
    ['target_digest', 'x'],
    ['target_erased_for', 'user_nobody'],
    ['previous_hash', 'x'],
    ['hash', 'x'],
  ];
  it.each(columns)('%s = %j', async (column, value) => {
    await tamper(
      sql`update audit_events set ${sql.ref(column)} = ${value} where tenant_id = ${tenant()} and sequence = 5`,
    );
    expect(await verify()).toEqual(brokenAt(5));
  });

  it('in every column except the two that identify the row', async () => {
    const [row] = await rows();
    const covered = new Set(columns.map(([column]) => column));
    expect(Object.keys(row ?? {}).filter((column) => !covered.has(column))).toEqual(['tenant_id', 'sequence']);
  });

  it('for any row', async () => {
    for (let sequence = 1; sequence <= rowCount; sequence += 1) {
      await tamper(sql`update audit_events set at = at + 1 where tenant_id = ${tenant()} and sequence = ${sequence}`);
      expect(await verify()).toEqual(brokenAt(sequence));
      await tamper(sql`update audit_events set at = at - 1 where tenant_id = ${tenant()} and sequence = ${sequence}`);
    }
    expect(await verify()).toEqual({ valid: true, checked: rowCount });
  });

  it('even if every hash was recomputed with another key', async () => {
    const { db, audit } = app.service.context;
    const kid = (await rows())[0]?.hash.split('.')[0] ?? '';
    const forger = createAuditChain(createKeyRing([{ kid, secret: randomBytes(32) }]));
    let previous = '';
    for (const row of await rows()) {
      const forged = forger.link({ ...row, at: row.at + 1 }, previous);
      previous = forged.hash;
      const { sequence, tenant_id, ...columnsOf } = { ...row, ...forged };
      await tablesOf(db.write)
        .updateTable('audit_events')
        .set(columnsOf)
        .where('tenant_id', '=', tenant_id)
        .where('sequence', '=', sequence)
        .execute();
    }
    await tablesOf(db.write)
      .updateTable('audit_heads')
      .set(forger.sealHead({ tenant_id: tenant(), sequence: rowCount, hash: previous }))
      .where('tenant_id', '=', tenant())
      .execute();
    expect(await verify()).toEqual(brokenAt(1));
    expect((await verifyAuditChain(db.read, forger, tenant())).valid).toBe(true);
    expect((await verifyAuditChain(db.read, audit, tenant())).valid).toBe(false);
  });
});

describe('a missing, moved or added row is found', () => {
  const cut = (condition: ReturnType<typeof sql>) =>
    tamper(sql`delete from audit_events where tenant_id = ${tenant()} and ${condition}`);

  it('if one in the middle is missing', async () => {
    await cut(sql`sequence = 4`);
    expect(await verify()).toEqual(brokenAt(4));
  });

  it('if one in the middle is missing and the others moved up', async () => {
    await cut(sql`sequence = 4`);
    for (let sequence = 5; sequence <= rowCount; sequence += 1) {
      await tamper(
        sql`update audit_events set sequence = ${sequence - 1} where tenant_id = ${tenant()} and sequence = ${sequence}`,
      );
    }
    expect(await verify()).toEqual(brokenAt(4));
  });

  it('if the first is missing', async () => {
    await cut(sql`sequence = 1`);
    expect(await verify()).toEqual(brokenAt(1));
  });

  it('if the last one or several are missing', async () => {
    await cut(sql`sequence = ${rowCount}`);
    expect(await verify()).toEqual(brokenAt(rowCount));
    await cut(sql`sequence > 3`);
    expect(await verify()).toEqual(brokenAt(4));
  });

  it('if the last is missing and the head was set back', async () => {
    const kept = (await rows()).at(-3);
    await cut(sql`sequence > ${kept?.sequence ?? 0}`);
    await tamper(
      sql`update audit_heads set sequence = ${kept?.sequence}, hash = ${kept?.hash} where tenant_id = ${tenant()}`,
    );
    expect(await verify()).toEqual(brokenAt(rowCount - 1));
    // Later events neither heal the break nor are blocked by it.
    await createWorkspace(app, owner, 'After the cut');
    await createWorkspace(app, owner, 'And after');
    expect(await verify()).toEqual(brokenAt(rowCount - 1));
  });

  it('if the head is missing', async () => {
    await tamper(sql`delete from audit_heads where tenant_id = ${tenant()}`);
    expect(await verify()).toEqual(brokenAt(rowCount + 1));
    await createWorkspace(app, owner, 'After the cut');
    expect(await verify()).toEqual(brokenAt(rowCount + 1));
  });

  it('if all are missing, including the head', async () => {
    await cut(sql`1 = 1`);
    await tamper(sql`delete from audit_heads where tenant_id = ${tenant()}`);
    expect(await verify()).toEqual(brokenAt(1));
    await createWorkspace(app, owner, 'After the cut');
    expect(await verify()).toEqual(brokenAt(1));
  });

  it('if two were swapped', async () => {
    const swap = async (a: number, b: number, by: number) => {
      await tamper(sql`update audit_events set sequence = -1 where tenant_id = ${tenant()} and sequence = ${a}`);
      await tamper(sql`update audit_events set sequence = ${a} where tenant_id = ${tenant()} and sequence = ${b}`);
      await tamper(sql`update audit_events set sequence = ${b} where tenant_id = ${tenant()} and sequence = -1`);
      expect(await verify()).toEqual(by === 0 ? { valid: true, checked: rowCount } : brokenAt(by));
    };
    await swap(5, 6, 5);
    await swap(5, 6, 0);
    await swap(2, rowCount, 2);
  });

  it('if one was added at the end, or copied from another tenant', async () => {
    const last = (await rows()).at(-1);
    if (!last) throw new Error('There is no row');
    const insert = (row: object) =>
      tablesOf(app.service.context.db.write)
        .insertInto('audit_events')
        .values({ ...last, ...row })
        .execute();
    await insert({ sequence: rowCount + 1, previous_hash: last.hash });
    expect(await verify()).toEqual(brokenAt(rowCount + 1));
    await cut(sql`sequence = ${rowCount + 1}`);
    const other = await app.owner();
    const [, foreign] = await auditRows(app, other.tenantId);
    await insert({ ...foreign, tenant_id: tenant(), sequence: rowCount + 1 });
    expect(await verify()).toEqual(brokenAt(rowCount + 1));
    expect(await verify(other.tenantId)).toEqual({ valid: true, checked: 2 });
  });
});
