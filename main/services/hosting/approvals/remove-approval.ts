import type { contract } from '#shared/contract/index.ts';
import { found } from '../../../platform/app-error.ts';
import { deleteApprovalOf, findApproval } from '../../../storage/store/hosting/approvals.ts';
import type { Handler } from '../../handler.ts';
import { findScope } from '../hosting-context.ts';
import { recordApprovalEvent } from './record-approval-event.ts';

/** Whoever asked withdraws it, and any other owner declines it, or takes back an agreement. */
export const removeApproval: Handler<typeof contract.hosting.removeApproval> = async (
  context,
  { approval_id },
  { client, transaction },
) => {
  await transaction(async (tx, { user }) => {
    const scope = found(await findScope(tx, user.tenantId));
    const row = found(await findApproval(tx, scope, approval_id));
    await deleteApprovalOf(tx, scope, row);
    await recordApprovalEvent(context, tx, row, { action: 'removeApproval', actor: user, client });
  });
  return { success: true, message: 'Request ended.' };
};
