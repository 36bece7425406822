import { expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { tablesOf } from '../../storage/database/tables.ts';
import { findAuditHead, saveAuditHead } from '../../storage/store/audit/audit-heads.ts';
import { runOperation } from '../run-operation.ts';

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));

const verify = async (organization: string): Promise<unknown[]> => {
  const rows: unknown[] = [];
  const result = await runOperation(
    app.service.context,
    'audit verify',
    { organization },
    {
      emit: async (row) => void rows.push(row),
      body: (async function* () {})(),
    },
  );
  return [...rows, result];
};

it('finds a log whose end was cut off and whose earlier head was put back', async () => {
  const { db, auditAnchors } = app.service.context;
  const owner = await app.owner();
  const { tenantId } = owner;
  const head = await findAuditHead(db.read, tenantId);
  if (!head) throw new Error('The new organization has no audit log');
  await app.login(owner);
  await auditAnchors.advance();
  expect(await verify(tenantId)).toEqual([
    { organization_id: tenantId, valid: true, rows: expect.any(Number), removed: 0, first_broken: null },
    { verified: 1, broken: 0 },
  ]);
  await tablesOf(db.write)
    .deleteFrom('audit_events')
    .where('tenant_id', '=', tenantId)
    .where('sequence', '>', head.sequence)
    .execute();
  await saveAuditHead(db.write, head);
  expect(await verify(tenantId)).toEqual([
    { organization_id: tenantId, valid: false, rows: head.sequence, removed: 0, first_broken: head.sequence + 1 },
    { verified: 1, broken: 1 },
  ]);
});
