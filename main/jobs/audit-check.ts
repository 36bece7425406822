import type { DataFolder } from '../platform/data-folder.ts';
import type { Logger } from '../platform/logger.ts';
import type { AnchorProblem, AuditAnchors } from '../security/audit-anchors.ts';
import { type AuditThread, verifyAuditLog } from '../security/audit-verification.ts';
import type { AppContext } from '../services/context.ts';
import type { Database } from '../storage/database/database.ts';
import { listTenantIds } from '../storage/store/team/tenants.ts';

/** Verifies every tenant's audit log in the background, and logs each break as an error. */
export const checkAuditLogs = async (
  {
    db,
    audit,
    auditAnchors,
    auditThread,
    log,
  }: Pick<AppContext, 'audit' | 'log'> & {
    db: Pick<Database, 'read'>;
    auditAnchors: Pick<AuditAnchors, 'of' | 'doubt'>;
    auditThread?: AuditThread | undefined;
  },
  signal?: AbortSignal,
  onChecked: (checked: number, tenants: number) => void = () => {},
): Promise<{ tenants: number; broken: string[] }> => {
  const tenants = await listTenantIds(db.read);
  const broken: string[] = [];
  let checked = 0;
  for (const tenantId of tenants) {
    if (signal?.aborted) break;
    const verdict = await verifyAuditLog(db.read, audit, auditAnchors, tenantId, signal, auditThread).catch(
      (error: unknown) => {
        if (signal?.aborted) return undefined;
        throw error;
      },
    );
    if (!verdict) break;
    checked += 1;
    onChecked(checked, tenants.length);
    if (verdict.valid) continue;
    broken.push(tenantId);
    log.error({ tenant_id: tenantId, ...verdict }, 'audit log tampering detected');
  }
  return { tenants: tenants.length, broken };
};

/** Says once per start that cut logs can't be recognized, and what to do. */
export const reportAnchorProblem = (
  doubt: AnchorProblem | undefined,
  { auditHeads }: DataFolder,
  log: Logger,
): void => {
  if (doubt === undefined) return;
  log.warn(
    { file: auditHeads, doubt },
    'audit-heads.json is missing or invalid, so entries may have been cut off the audit logs before; check them, stop Castellan, and run castellan accept-audit-log',
  );
};

/** Verifies all logs, and writes down outside of the data folder what their heads are. */
export const watchAuditLogs = async (
  context: AppContext,
  signal: AbortSignal,
): Promise<{ tenants: number; broken: string[] }> => {
  await context.auditAnchors.advance();
  context.log.info(context.auditAnchors.summary(), 'audit log heads');
  return checkAuditLogs(context, signal);
};

/** Before the database closes. A full disk must not keep it open: rows younger than the file are fine. */
export const writeLastHeads = async ({
  auditAnchors,
  log,
}: Pick<AppContext, 'auditAnchors' | 'log'>): Promise<void> => {
  try {
    await auditAnchors.advance();
    log.info(auditAnchors.summary(), 'audit log heads');
  } catch (error) {
    log.error({ err: error }, 'failed to write audit-heads.json; the next start will');
  }
};
