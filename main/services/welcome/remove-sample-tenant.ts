import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { deleteSampleTenant } from '../../storage/store/team/sample-tenants.ts';
import type { Handler } from '../handler.ts';
import { recordTenantDeletion } from '../recording/record-tenant-deletion.ts';

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
