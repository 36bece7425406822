import type { contract } from '#shared/contract/index.ts';
import { toIso } from '../../platform/clock.ts';
import { countHealthChanges, listHealthChanges } from '../../storage/store/workspaces/workspace-health.ts';
import type { Handler } from '../handler.ts';
import { findSeenWorkspace } from '../identity/find-seen-workspace.ts';
import { presentPerson } from '../presenters.ts';
import { readPage } from '../read-page.ts';

/** The health scores of a workspace, for everyone who can see it (DECISION 0216). */
export const listWorkspaceHealth: Handler<typeof contract.workspaces.listWorkspaceHealth> = async (
  { db },
  input,
  { caller, client },
) => {
  const workspace = await findSeenWorkspace(db.read, caller, input.slug, 'workspaces.read');
  const rows = await readPage(input, client, (page) => listHealthChanges(db.read, workspace.id, page));
  return {
    changes: rows.map(({ sequence, at, score, set_by, name }) => ({
      sequence,
      at: toIso(at),
      score,
      set_by: presentPerson(set_by, name),
    })),
    total: await countHealthChanges(db.read, workspace.id),
  };
};
