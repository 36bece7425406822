import type { contract } from '#shared/contract/index.ts';
import { found } from '../../../platform/app-error.ts';
import { findApproval } from '../../../storage/store/hosting/approvals.ts';
import type { Handler } from '../../handler.ts';
import { isExpired, presentApproval } from '../approvals.ts';
import { findScope } from '../hosting-context.ts';

/** What the list of approvals shows, too. */
export const getApproval: Handler<typeof contract.hosting.getApproval> = async (
  { db, clock },
  { approval_id },
  { caller },
) => {
  const { id, tenantId } = caller.principal;
  const scope = found(await findScope(db.read, tenantId));
  const row = found(await findApproval(db.read, scope, approval_id));
  return presentApproval(found(isExpired(row, clock.now()) ? undefined : row), id);
};
