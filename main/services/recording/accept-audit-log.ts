import type { AnchorFindings } from '../../security/audit-anchors.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import { findFirstTenant, findTenant, listTenantIds } from '../../storage/store/team/tenants.ts';
import type { AppContext } from '../context.ts';
import { operatorActor, recordEvent } from './record-event.ts';

/** Records in every log concerned that the operator accepted it as it is. Returns the tenants whose log got a row. */
export const recordAcceptance = async (
  context: AppContext,
  tx: WriteTransaction,
  { cut, doubt }: AnchorFindings,
): Promise<string[]> => {
  const present = await listTenantIds(tx);
  const concerned = doubt === undefined ? present.filter((id) => cut.has(id)) : present;
  for (const id of concerned) {
    const { name } = await findTenant(tx, id);
    const anchor = cut.get(id);
    await recordEvent(context, tx, {
      action: 'acceptAuditLog',
      actor: operatorActor(id),
      target: { kind: 'tenant', id, label: name },
      details: anchor ? { entries_before: anchor.sequence } : { audit_heads: doubt ?? null },
    });
  }
  // A log that is gone as a whole can't hold the row. The team that administers the server gets it.
  const first = await findFirstTenant(tx);
  for (const [id, { sequence }] of cut) {
    if (!first || present.includes(id)) continue;
    await recordEvent(context, tx, {
      action: 'acceptAuditLog',
      actor: operatorActor(first.id),
      target: { kind: 'tenant', id, label: null },
      details: { entries_before: sequence },
    });
  }
  return concerned;
};
