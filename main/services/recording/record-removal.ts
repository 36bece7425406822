import { findLogStart, type LogStart, sealCheckpoint } from '../../security/audit-checkpoints.ts';
import type { Removal } from '../../security/audit-removal.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import { saveAuditCheckpoint } from '../../storage/store/audit/audit-checkpoints.ts';
import { auditEventHash, hasAuditActionAfter } from '../../storage/store/audit/audit-events.ts';
import { erasuresShape } from '../../storage/store/stored-shapes.ts';
import { findTenant } from '../../storage/store/team/tenants.ts';
import type { AppContext } from '../context.ts';
import { recordEvent, systemActor, tenantTarget } from './record-event.ts';

/** What was verified and planned, and what must still be so. */
export interface PlannedRemoval {
  tenantId: string;
  /** The policy in days. */
  days: number;
  start: LogStart;
  removal: Removal;
  /** The last entry when verification began. */
  verifiedFrom: number;
}

/**
 * DECISION 0174: moves the beginning of a log, and records how many that removes. After that, no one reads them, so
 * that they can be deleted in pieces.
 * @returns how many entries it removed: 0 if the policy, the beginning of the log or erased texts have changed meanwhile
 */
export const recordRemoval = async (
  context: Pick<AppContext, 'audit' | 'clock'>,
  tx: WriteTransaction,
  { tenantId, days, start, removal, verifiedFrom }: PlannedRemoval,
): Promise<number> => {
  const { audit, clock } = context;
  const { sequence, hash, erasures } = removal;
  const tenant = await findTenant(tx, tenantId);
  const isAsPlanned =
    tenant.audit_retention_days === days &&
    (await findLogStart(tx, audit, tenantId))?.version === start.version &&
    (await auditEventHash(tx, tenantId, sequence)) === hash &&
    !(await hasAuditActionAfter(tx, tenantId, 'purgeAccount', verifiedFrom));
  if (!isAsPlanned) return 0;
  const checkpoint = {
    tenant_id: tenantId,
    sequence,
    hash,
    retention_days: days,
    created_at: clock.now(),
    erasures: erasuresShape.write(erasures),
  };
  await saveAuditCheckpoint(tx, sealCheckpoint(audit, checkpoint));
  const entries = sequence - start.sequence;
  await recordEvent(context, tx, {
    action: 'purgeAuditLog',
    actor: systemActor(tenantId),
    target: tenantTarget(tenant),
    details: { entries, last_entry: sequence, audit_retention_days: days },
  });
  return entries;
};
