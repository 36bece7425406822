import { type AuditVerdict, verifyAuditChain } from '#main/security/audit-verification.ts';
import type { Queries } from '#main/storage/database/schema.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import type { AuditEventRow } from '#main/storage/store/audit/audit-events.ts';
import type { AuditAction } from '#shared/texts/audit.ts';
import type { TestService } from './test-service.ts';

/** What has audit logs. */
interface Audited {
  readonly service: { readonly context: { readonly db: { readonly read: Queries } } };
}

/** The stored rows of a tenant's audit log, oldest first. */
export const auditRows = (app: Audited, tenantId: string): Promise<AuditEventRow[]> =>
  tablesOf(app.service.context.db.read)
    .selectFrom('audit_events')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .orderBy('sequence')
    .execute();

export const auditActions = async (app: Audited, tenantId: string): Promise<AuditAction[]> =>
  (await auditRows(app, tenantId)).map(({ action }) => action);

/** Verifies a tenant's audit log. */
export const verifyAuditLog = (app: TestService, tenantId: string): Promise<AuditVerdict> =>
  verifyAuditChain(app.service.context.db.read, app.service.context.audit, tenantId);

/** The verdict on a log whose first broken row is this one. */
export const brokenAt = (sequence: number): AuditVerdict => ({
  valid: false,
  checked: sequence - 1,
  first_broken: sequence,
});
