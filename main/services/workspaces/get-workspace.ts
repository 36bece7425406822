import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../handler.ts';
import { findSeenWorkspace } from '../identity/find-seen-workspace.ts';
import { presentWorkspace } from './present-workspace.ts';

export const getWorkspace: Handler<typeof contract.workspaces.getWorkspace> = async ({ db }, { slug }, { caller }) =>
  presentWorkspace(await findSeenWorkspace(db.read, caller, slug, 'workspaces.read'));
