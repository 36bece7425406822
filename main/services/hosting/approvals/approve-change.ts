import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { found } from '../../../platform/app-error.ts';
import { findApproval, recordApproval } from '../../../storage/store/hosting/approvals.ts';
import type { Handler } from '../../handler.ts';
import { isExpired, presentApproval } from '../approvals.ts';
import { findScope } from '../hosting-context.ts';
import { recordApprovalEvent } from './record-approval-event.ts';

/** Nothing is ordered or started by it: whoever asked goes on. */
export const approveChange: Handler<typeof contract.hosting.approveChange> = async (
  { clock, ...context },
  { approval_id },
  { client, transaction },
) =>
  transaction(async (tx, { user }) => {
    const scope = found(await findScope(tx, user.tenantId));
    const row = found(await findApproval(tx, scope, approval_id));
    if (isExpired(row, clock.now())) throw new AppError('NOT_FOUND');
    if (row.requested_by === user.id) throw new AppError('STATE_CONFLICT', { reason: 'own_request' });
    if (row.approved_by === null) {
      await recordApproval(tx, row, { approved_by: user.id, approved_at: clock.now() });
      await recordApprovalEvent({ ...context, clock }, tx, row, { action: 'approveChange', actor: user, client });
    }
    return presentApproval(found(await findApproval(tx, scope, approval_id)), user.id);
  });
