import type { contract } from '#shared/contract/index.ts';
import { toIso } from '../../platform/clock.ts';
import { countOrganizations, pageOfOrganizations } from '../../storage/store/team/organizations.ts';
import type { Handler } from '../handler.ts';
import { readPage } from '../read-page.ts';

/** Every organization of this installation, for its operators. */
export const listOrganizations: Handler<typeof contract.installation.listOrganizations> = async (
  { db },
  input,
  { client },
) => {
  const { q, sort, order } = input;
  const rows = await readPage(input, client, (page) => pageOfOrganizations(db.read, { ...page, q, sort, order }));
  return {
    organizations: rows.map((row) => ({
      organization_id: row.id,
      name: row.name,
      owners: row.owners === null ? [] : row.owners.split(','),
      members: row.members,
      created_at: toIso(row.created_at),
      last_active: row.last_active_at === null ? null : toIso(row.last_active_at),
      scheduled_deletion: row.delete_at === null ? null : toIso(row.delete_at),
      sample: row.is_sample,
    })),
    total: await countOrganizations(db.read, input.q),
  };
};
