import type { contract } from '#shared/contract/index.ts';
import { healthScore } from '#shared/rules/limits.ts';
import { slugOf } from '#shared/text-input/slug.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { Queries } from '../../storage/database/schema.ts';
import { insertHealthChange } from '../../storage/store/workspaces/workspace-health.ts';
import { setWorkspaceRole } from '../../storage/store/workspaces/workspace-members.ts';
import { insertWorkspace, listSlugsLike, slugTaken } from '../../storage/store/workspaces/workspaces.ts';
import type { Handler } from '../handler.ts';
import { recordEvent, workspaceTarget } from '../recording/record-event.ts';
import { presentWorkspace } from './present-workspace.ts';

/** A new workspace starts at full health; its creator becomes its owner and Admin. */
export const createWorkspace: Handler<typeof contract.workspaces.createWorkspace> = async (
  context,
  { tenant_id, name, description = '', slug },
  { client, transaction },
) => {
  const { clock, ids } = context;
  return transaction(async (tx, { user }) => {
    const now = clock.now();
    if (slug !== undefined && (await slugTaken(tx, tenant_id, slug))) throw new AppError('SLUG_TAKEN');
    const row = {
      id: ids.id('ws'),
      tenant_id,
      slug: slug ?? (await freeSlug(tx, tenant_id, slugOf(name))),
      name,
      description,
      health_score: healthScore.max,
      owner_id: user.id,
      created_at: now,
      created_by: user.id,
    };
    await insertWorkspace(tx, row);
    await insertHealthChange(tx, row.id, { at: now, score: row.health_score, set_by: user.id });
    await setWorkspaceRole(tx, row.id, user.id, 'Admin', { by: user.id, at: now });
    await recordEvent(context, tx, {
      action: 'createWorkspace',
      actor: user,
      client,
      target: workspaceTarget(row),
      details: { slug: row.slug },
    });
    return presentWorkspace({
      ...row,
      my_role: 'Admin',
      member_count: 1,
      creator_name: user.name,
      last_score: row.health_score,
      health_at: now,
      health_by: user.id,
      health_by_name: user.name,
    });
  });
};

/** The slug, or the first of slug-2, slug-3 … that is free. */
const freeSlug = async (tx: Queries, tenantId: string, slug: string): Promise<string> => {
  const stem = slug.slice(0, 58);
  const taken = new Set(await listSlugsLike(tx, tenantId, slug, stem));
  for (let n = 2, candidate = slug; ; n += 1) {
    if (!taken.has(candidate)) return candidate;
    candidate = `${stem}-${n}`;
  }
};
