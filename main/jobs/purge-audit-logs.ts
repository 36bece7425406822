import { day } from '#shared/rules/limits.ts';
import { tryAgain } from '../platform/try-again.ts';
import { findLogStart } from '../security/audit-checkpoints.ts';
import { planRemoval } from '../security/audit-removal.ts';
import { verifyAuditLog } from '../security/audit-verification.ts';
import type { SystemContext } from '../services/context.ts';
import { recordRemoval } from '../services/recording/record-removal.ts';
import {
  auditTrailAfter,
  deleteRemovedEvents,
  findAuditCheckpoint,
  listTenantsWithAuditRetention,
  listTenantsWithRemovedEvents,
} from '../storage/store/audit/audit-checkpoints.ts';
import { findAuditHead } from '../storage/store/audit/audit-heads.ts';

/** Rows per transaction: few enough that other writes wait less than 50 ms. */
const pieceSize = 250;

/** Each removal verifies the whole log and adds an entry, so the same policy is applied once a day. */
const isAppliedToday = async ({ db, clock }: SystemContext, tenantId: string, days: number): Promise<boolean> => {
  const checkpoint = await findAuditCheckpoint(db.read, tenantId);
  if (checkpoint?.retention_days !== days) return false;
  const age = clock.now() - checkpoint.created_at;
  return age >= 0 && age < day;
};

/** Removes what is older than the policy from a log that is intact. @returns how many entries */
const removeOldEntries = async (
  context: SystemContext,
  tenantId: string,
  days: number,
  signal?: AbortSignal,
): Promise<number> => {
  const { db, audit, auditAnchors, auditThread, clock, log } = context;
  const now = clock.now();
  const cutoff = now - days * day;
  const start = await findLogStart(db.read, audit, tenantId);
  const [first] = await auditTrailAfter(db.read, tenantId, start?.sequence ?? 0, 1);
  if (first && first.at >= cutoff && first.at <= now) return 0;
  const verifiedFrom = (await findAuditHead(db.read, tenantId))?.sequence ?? 0;
  const verdict = await verifyAuditLog(db.read, audit, auditAnchors, tenantId, signal, auditThread);
  if (!start || !verdict.valid || verdict.end !== undefined) {
    log.error({ tenant_id: tenantId, ...verdict }, 'kept old audit log entries: the log may have been tampered with');
    return 0;
  }
  const removal = await planRemoval(db.read, tenantId, start, { cutoff, now }, signal);
  if (!removal) return 0;
  const record = () =>
    db.transaction({ tenant: tenantId }, (tx) =>
      recordRemoval(context, tx, { tenantId, days, start, removal, verifiedFrom }),
    );
  return tryAgain(record, signal);
};

/**
 * DECISION 0174: applies the retention periods of audit logs. A log that isn't intact keeps its entries, because they are
 * evidence. What an interrupted run left is deleted by the next one.
 */
export const purgeAuditLogs = async (context: SystemContext, signal?: AbortSignal): Promise<void> => {
  const { db, log } = context;
  for (const { id, days } of await listTenantsWithAuditRetention(db.read)) {
    if (signal?.aborted) return;
    if (await isAppliedToday(context, id, days)) continue;
    const entries = await removeOldEntries(context, id, days, signal).catch((error: unknown) => {
      if (signal?.aborted) return 0;
      throw error;
    });
    if (entries > 0) log.info({ tenant_id: id, entries, days }, 'old audit log entries deleted');
  }
  for (const tenant of await listTenantsWithRemovedEvents(db.read)) {
    const deletePiece = () => db.transaction({ tenant }, (tx) => deleteRemovedEvents(tx, tenant, pieceSize));
    while (!signal?.aborted && (await tryAgain(deletePiece, signal)) > 0);
  }
};
