import type { WriteTransaction } from '../../storage/database/schema.ts';
import { insertDeletedTenant } from '../../storage/store/team/deleted-tenants.ts';
import type { AppContext } from '../context.ts';

/**
 * Notes that the service itself deleted a tenant, in the same transaction: otherwise its missing audit log would look
 * like a manipulation. Holds nothing but a random ID.
 */
export const recordTenantDeletion = ({ audit, clock }: AppContext, tx: WriteTransaction, tenantId: string) =>
  insertDeletedTenant(tx, {
    tenant_id: tenantId,
    deleted_at: clock.now(),
    seal: audit.seal('deletion', [tenantId]),
  });
