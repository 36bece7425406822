import type { AppContext } from '../context.ts';
import type { Database } from '../database/database.ts';
import { verifyAuditChain } from '../security/audit-verification.ts';
import { listTenantIds } from '../store/team/tenants.ts';

/** Verifies every tenant's audit log in the background, and logs each break as an error. */
export const checkAuditLogs = async (
  { db, audit, log }: Pick<AppContext, 'audit' | 'log'> & { db: Pick<Database, 'read'> },
  signal?: AbortSignal,
  onChecked: (checked: number, tenants: number) => void = () => {},
): Promise<{ tenants: number; broken: string[] }> => {
  const tenants = await listTenantIds(db.read);
  const broken: string[] = [];
  let checked = 0;
  for (const tenantId of tenants) {
    if (signal?.aborted) break;
    const verdict = await verifyAuditChain(db.read, audit, tenantId, signal).catch((error: unknown) => {
      if (signal?.aborted) return undefined;
      throw error;
    });
    if (!verdict) break;
    checked += 1;
    onChecked(checked, tenants.length);
    if (verdict.valid) continue;
    broken.push(tenantId);
    log.error({ tenant_id: tenantId, ...verdict }, 'audit log tampering detected');
  }
  return { tenants: tenants.length, broken };
};
