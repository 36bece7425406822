import { beforeEach, describe, expect, it } from 'vitest';
import { auditRows, verifyAuditLog } from '#e2e/support/audit.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { createWorkspace } from '#e2e/support/team.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { day } from '#shared/rules/limits.ts';
import { purge } from '../jobs/purge.ts';
import type { Schema } from '../storage/database/schema.ts';
import { tablesOf } from '../storage/database/tables.ts';
import type { AuditEventRow } from '../storage/store/audit/audit-events.ts';
import { findAuditHead } from '../storage/store/audit/audit-heads.ts';

/** An attacker who keeps every column consistent that they can compute without the key, or puts back what was valid once. */
const app = perTest(() => createTestService());
const owner = perTest(() => app.owner());
let rows: AuditEventRow[];
beforeEach(async () => {
  await createWorkspace(app, owner, 'First');
  rows = await auditRows(app, owner.tenantId);
});

const verify = () => verifyAuditLog(app, owner.tenantId);
const change = (sequence: number, columns: Partial<AuditEventRow>) =>
  tablesOf(app.service.context.db.write)
    .updateTable('audit_events')
    .set(columns)
    .where('tenant_id', '=', owner.tenantId)
    .where('sequence', '=', sequence)
    .execute();
const setHead = (head: Partial<Schema['audit_heads']>) =>
  tablesOf(app.service.context.db.write)
    .updateTable('audit_heads')
    .set(head)
    .where('tenant_id', '=', owner.tenantId)
    .execute();
const broken = (sequence: number, checked = sequence - 1) => ({ valid: false, checked, first_broken: sequence });

describe('a text that was changed together with its search column is found', () => {
  it.each<[string, Partial<AuditEventRow>]>([
    ['the name', { actor_name: 'Scapegoat', actor_text: 'scapegoat\n127.0.0.1' }],
    ['the label', { target_label: 'Other', target_text: 'other' }],
  ])('in %s', async (_, columns) => {
    await change(3, columns);
    expect(await verify()).toEqual(broken(3));
  });

  it('in the IP address', async () => {
    const actor = rows[2]?.actor_name ?? '';
    await change(3, { ip_address: '203.0.113.9', actor_text: `${actor}\n203.0.113.9`.toLowerCase() });
    expect(await verify()).toEqual(broken(3));
  });
});

describe('a head that was valid is found', () => {
  it('if it is older than the rows', async () => {
    const head = await findAuditHead(app.service.context.db.read, owner.tenantId);
    await createWorkspace(app, owner, 'Second');
    await setHead(head ?? {});
    expect(await verify()).toEqual(broken(rows.length + 1, rows.length + 1));
  });

  it('if it belongs to another history of the same length', async () => {
    const sealed = app.service.context.audit.sealHead({
      tenant_id: owner.tenantId,
      sequence: rows.length,
      hash: rows[0]?.hash ?? '',
    });
    await setHead(sealed);
    expect(await verify()).toEqual(broken(rows.length, rows.length));
  });
});

it('an erasure that was moved to another row is found, though their number is right', async () => {
  const person = await app.join(owner, 'admin', 'leaver@example.com');
  await createWorkspace(app, person, 'By the leaver');
  const before = await auditRows(app, owner.tenantId);
  const input = { confirmation: 'DELETE', password: person.password };
  await app.call(contract.profile.deleteMe, input, { token: person.token });
  app.clock.advance(30 * day);
  await purge(app.service.context);
  const erased = await auditRows(app, owner.tenantId);
  expect(await verify()).toEqual({ valid: true, checked: erased.length });
  const known = before.find(({ action, actor_id }) => action === 'createWorkspace' && actor_id === person.id);
  const { actor_name, ip_address, actor_text, sequence } = known as AuditEventRow;
  await change(sequence, { actor_name, ip_address, actor_text, actor_erased_for: null });
  await change(2, { actor_name: null, ip_address: null, actor_text: '', actor_erased_for: person.id });
  expect(await verify()).toEqual(broken(erased.length));
});
