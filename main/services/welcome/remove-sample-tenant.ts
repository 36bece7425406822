import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { deleteSampleTenant } from '../../store/team/sample-tenants.ts';
import { recordTenantDeletion } from '../audit-log/record-tenant-deletion.ts';
import type { Handler } from '../handler.ts';

/**
 * Deletes a sample tenant with everything in it, including its audit log, which records nothing that a person did.
 * Never deletes a real tenant.
 */
export const removeSampleTenant: Handler<typeof contract.welcome.removeSampleTenant> = async (
  context,
  { tenant_id },
  { transaction },
) => {
  await transaction(async (tx) => {
    if (!(await deleteSampleTenant(tx, tenant_id))) {
      throw new AppError('STATE_CONFLICT', { reason: 'not_sample_data' });
    }
    await recordTenantDeletion(context, tx, tenant_id);
  });
  return { success: true, message: 'Sample data removed.' };
};
