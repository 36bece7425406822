import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { insertHealthChange } from '../../storage/store/workspaces/workspace-health.ts';
import { slugTaken, updateWorkspace as updateRow } from '../../storage/store/workspaces/workspaces.ts';
import type { Handler } from '../handler.ts';
import { findSeenWorkspace } from '../identity/find-seen-workspace.ts';
import { actingPerson } from '../identity/seen-workspaces.ts';
import { recordEvent, workspaceTarget } from '../recording/record-event.ts';
import { presentWorkspace } from './present-workspace.ts';

/** Changes a workspace's name, description, slug or health score. An audit row lists the fields that changed. */
export const updateWorkspace: Handler<typeof contract.workspaces.updateWorkspace> = async (
  context,
  { tenant_id, slug, name, description, new_slug, health_score },
  { client, transaction },
) =>
  transaction(async (tx, caller) => {
    const isOnlyRated =
      health_score !== undefined && [name, description, new_slug].every((field) => field === undefined);
    const permission = isOnlyRated ? 'workspaces.health' : 'workspaces.settings';
    const workspace = await findSeenWorkspace(tx, caller, slug, permission);
    const moved = new_slug !== undefined && new_slug !== slug;
    if (moved && (await slugTaken(tx, tenant_id, new_slug))) throw new AppError('SLUG_TAKEN');
    const change = {
      name: name ?? workspace.name,
      description: description ?? workspace.description,
      slug: new_slug ?? workspace.slug,
      health_score: health_score ?? workspace.health_score,
    };
    await updateRow(tx, workspace.id, change);
    const changed = (['name', 'description', 'slug', 'health_score'] as const).filter(
      (key) => change[key] !== workspace[key],
    );
    if (changed.includes('health_score')) {
      const rating = { at: context.clock.now(), score: change.health_score, set_by: actingPerson(caller)?.id ?? null };
      await insertHealthChange(tx, workspace.id, rating);
    }
    if (changed.length > 0) {
      await recordEvent(context, tx, {
        action: 'updateWorkspace',
        actor: caller.principal,
        client,
        target: workspaceTarget(workspace),
        details: Object.fromEntries(changed.map((key) => [key, change[key]])),
      });
    }
    return presentWorkspace(await findSeenWorkspace(tx, caller, change.slug, 'workspaces.read'));
  });
