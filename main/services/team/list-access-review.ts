import type { contract } from '#shared/contract/index.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import { accessKinds } from '#shared/rules/access-kinds.ts';
import { isoOrNull } from '../../platform/clock.ts';
import { type AccessRow, countAccess, listAccess } from '../../storage/store/team/access-review.ts';
import type { Handler } from '../handler.ts';
import { presentPerson } from '../presenters.ts';
import { readPage } from '../read-page.ts';

type Access = OutputOf<typeof contract.team.listAccessReview>['access'][number];

const present = (row: AccessRow): Access => {
  const { workspace_id, workspace_slug, workspace_name, group_id, group_name, custom_role_id, custom_role_name } = row;
  return {
    holder: {
      kind: row.email === null ? 'service_account' : 'member',
      id: row.holder_id,
      name: row.holder_name,
      email: row.email,
      status: row.status,
      guest: row.guest === 1,
    },
    kind: accessKinds[row.kind] ?? 'role',
    role: row.role,
    workspace: workspace_id === null ? null : { workspace_id, slug: workspace_slug ?? '', name: workspace_name ?? '' },
    group: group_id === null ? null : { group_id, name: group_name ?? '' },
    custom_role: custom_role_id === null ? null : { role_id: custom_role_id, name: custom_role_name ?? '' },
    since: isoOrNull(row.since),
    given_by: presentPerson(row.given_by, row.giver_name),
  };
};

/** DECISION 0323: who has what, since when and by whom. */
export const listAccessReview: Handler<typeof contract.team.listAccessReview> = async ({ db }, input, { client }) => {
  const { tenant_id: tenantId, q, kind } = input;
  const filter = { tenantId, q, kind };
  const rows = await readPage(input, client, (page) => listAccess(db.read, filter, page));
  return { access: rows.map(present), total: await countAccess(db.read, filter) };
};
