import type { AuditDetails } from '#shared/contract/audit-details.ts';
import type { contract } from '#shared/contract/index.ts';
import { auditVerifying, second } from '#shared/rules/limits.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import { latestAuditEvents } from '../../storage/store/audit/audit-events.ts';
import { lockAuditHead } from '../../storage/store/audit/audit-heads.ts';
import { detailsShape } from '../../storage/store/stored-shapes.ts';
import { findTenant } from '../../storage/store/team/tenants.ts';
import type { Handler } from '../handler.ts';
import { recordEvent } from '../recording/record-event.ts';

type Verdict = AuditDetails<'verifyAuditLog'>;

/** Not how many entries were checked: that of the verification before is one more. */
const outcomes = ['valid', 'removed', 'first_broken', 'end'] as const satisfies readonly (keyof Verdict)[];

/** Whether the log ends with the entry of a verification that found the same, so that there is nothing new to record. */
const isRecorded = async (tx: WriteTransaction, tenantId: string, found: Verdict): Promise<boolean> => {
  // Others who verify at the same time wait here.
  await lockAuditHead(tx, tenantId);
  const [newest] = await latestAuditEvents(tx, { tenantId }, 1);
  if (newest?.action !== 'verifyAuditLog' || newest.details === null) return false;
  const before: Readonly<Record<string, unknown>> = detailsShape.readOr(newest.details, {});
  return outcomes.every((name) => before[name] === found[name]);
};

/** Logs the verification itself, so that the log shows when a break was first detected. */
export const verifyAuditLog: Handler<typeof contract.audit.verifyAuditLog> = async (
  context,
  { tenant_id, wait_seconds },
  { client, transaction },
) => {
  const { auditVerifications, log } = context;
  const waitMs = wait_seconds === undefined ? auditVerifying.answerMs : wait_seconds * second;
  const { verdict, ...progress } = await auditVerifications.verify(tenant_id, waitMs);
  if (!progress.complete) return { ...verdict, ...progress };
  if (!verdict.valid) log.error({ tenant_id, ...verdict }, 'audit log tampering detected');
  await transaction(async (tx, caller) => {
    if (await isRecorded(tx, tenant_id, verdict)) return;
    const { name } = await findTenant(tx, tenant_id);
    await recordEvent(context, tx, {
      action: 'verifyAuditLog',
      actor: caller.principal,
      client,
      target: { kind: 'tenant', id: tenant_id, label: name },
      details: { ...verdict },
    });
  });
  return { ...verdict, ...progress };
};
