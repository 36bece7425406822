import type { contract } from '#shared/contract/index.ts';
import { may } from '#shared/rules/permissions.ts';
import { countWorkspaces, listWorkspaces as listRows } from '../../storage/store/workspaces/workspaces.ts';
import type { Handler } from '../handler.ts';
import { readPage } from '../read-page.ts';
import { presentWorkspace } from './present-workspace.ts';

/** The workspaces that the caller can see, by name. */
export const listWorkspaces: Handler<typeof contract.workspaces.listWorkspaces> = async (
  { db },
  input,
  { caller, client },
) => {
  const { user } = caller;
  const filter = {
    tenantId: user.tenantId,
    userId: user.id,
    ownOnly: !may(user.role, 'workspaces.read'),
    q: input.q,
  };
  const rows = await readPage(input, client, (page) => listRows(db.read, filter, page));
  return { workspaces: rows.map(presentWorkspace), total: await countWorkspaces(db.read, filter) };
};
