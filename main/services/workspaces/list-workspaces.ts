import type { contract } from '#shared/contract/index.ts';
import { countWorkspaces, listWorkspaces as listRows } from '../../storage/store/workspaces/workspaces.ts';
import type { Handler } from '../handler.ts';
import { seenBy } from '../identity/seen-workspaces.ts';
import { readPage } from '../read-page.ts';
import { presentWorkspace } from './present-workspace.ts';

/** The workspaces that the caller can see, by name. */
export const listWorkspaces: Handler<typeof contract.workspaces.listWorkspaces> = async (
  { db },
  input,
  { caller, client },
) => {
  const filter = { ...seenBy(caller), q: input.q };
  const rows = await readPage(input, client, (page) => listRows(db.read, filter, page));
  return { workspaces: rows.map(presentWorkspace), total: await countWorkspaces(db.read, filter) };
};
