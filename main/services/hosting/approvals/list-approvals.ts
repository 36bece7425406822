import type { contract } from '#shared/contract/index.ts';
import { approvalMs } from '#shared/flows/approval.ts';
import { countApprovalsSince, listApprovalsSince } from '../../../storage/store/hosting/approvals.ts';
import type { Handler } from '../../handler.ts';
import { readPage } from '../../read-page.ts';
import { presentApproval } from '../approvals.ts';
import { findScope } from '../hosting-context.ts';

/** What waits for an owner's agreement, and what was agreed to and may still be done. */
export const listApprovals: Handler<typeof contract.hosting.listApprovals> = async (
  { db, clock },
  input,
  { caller, client },
) => {
  const { id, tenantId } = caller.principal;
  const scope = await findScope(db.read, tenantId);
  if (!scope) return { approvals: [], total: 0 };
  const since = clock.now() - approvalMs;
  const rows = await readPage(input, client, (page) => listApprovalsSince(db.read, scope, since, page));
  return {
    approvals: rows.map((row) => presentApproval(row, id)),
    total: await countApprovalsSince(db.read, scope, since),
  };
};
