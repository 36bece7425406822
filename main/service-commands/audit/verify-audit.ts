import { z } from 'zod';
import { verifyAuditLog } from '../../security/audit-verification.ts';
import { listTenantIds } from '../../storage/store/team/tenants.ts';
import { findOrganization } from '../find.ts';
import { type CommandCall, commandOperation } from '../operation.ts';

export const auditInput = z.strictObject({ organization: z.string().optional() });

export interface VerifiedLog {
  organization_id: string;
  valid: boolean;
  /** Valid rows from the first on. */
  rows: number;
  /** Rows before them that were deleted at the end of their retention period. */
  removed: number;
  first_broken: number | null;
}

/** Verifies the audit logs of all organizations, or of one, and that none has lost its end. */
export const verifyAudit = commandOperation({
  input: auditInput,
  async run(
    { db, audit, auditAnchors },
    { organization },
    { emit }: CommandCall<VerifiedLog>,
  ): Promise<{ verified: number; broken: number }> {
    const ids =
      organization === undefined ? await listTenantIds(db.read) : [(await findOrganization(db.read, organization)).id];
    let broken = 0;
    for (const id of ids) {
      const { valid, checked, removed = 0, first_broken } = await verifyAuditLog(db.read, audit, auditAnchors, id);
      if (!valid) broken += 1;
      await emit({ organization_id: id, valid, rows: checked, removed, first_broken: first_broken ?? null });
    }
    return { verified: ids.length, broken };
  },
});
