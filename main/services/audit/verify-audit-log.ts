import type { contract } from '#shared/contract/index.ts';
import { auditVerifying, second } from '#shared/rules/limits.ts';
import { findTenant } from '../../storage/store/team/tenants.ts';
import type { Handler } from '../handler.ts';
import { recordEvent } from '../recording/record-event.ts';

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
    const { name } = await findTenant(tx, tenant_id);
    await recordEvent(context, tx, {
      action: 'verifyAuditLog',
      actor: caller.user,
      client,
      target: { kind: 'tenant', id: tenant_id, label: name },
      details: { ...verdict },
    });
  });
  return { ...verdict, ...progress };
};
