import type { contract } from '#shared/contract/index.ts';
import { setGroupRole } from '../../storage/store/groups/group-workspaces.ts';
import type { Handler } from '../handler.ts';
import { assertMayGrantInWorkspaces } from '../identity/assert-may-grant-in-workspaces.ts';
import { changeableGroup } from '../identity/changeable-group.ts';
import { findSeenWorkspace } from '../identity/find-seen-workspace.ts';
import { actingPerson } from '../identity/seen-workspaces.ts';
import { groupTarget, recordEvent } from '../recording/record-event.ts';
import { presentGroupWorkspace } from './present-group.ts';

/** Gives the members of a group a role in a workspace. It holds from their next request on. */
export const setGroupWorkspace: Handler<typeof contract.groups.setGroupWorkspace> = async (
  context,
  { group_id, slug, role },
  { client, transaction },
) =>
  transaction(async (tx, caller) => {
    const person = actingPerson(caller);
    const now = context.clock.now();
    assertMayGrantInWorkspaces(caller, role);
    const group = await changeableGroup(tx, caller, group_id);
    const workspace = await findSeenWorkspace(tx, caller, slug, 'workspaces.settings');
    await setGroupRole(tx, group.id, workspace.id, role, { by: person?.id ?? null, at: now });
    await recordEvent(context, tx, {
      action: 'setGroupWorkspace',
      actor: caller.principal,
      client,
      target: groupTarget(group),
      details: { workspace: workspace.name, workspace_id: workspace.id, role },
    });
    const { id, name } = workspace;
    const granted = { granted_at: now, granted_by: person?.id ?? null, granter_name: person?.name ?? null };
    return presentGroupWorkspace({ id, slug, name, role, ...granted });
  });
