import { z } from 'zod';
import { toIso } from '../../platform/clock.ts';
import { rowsAfter } from '../../platform/pages.ts';
import { listOrganizations as listRows } from '../../storage/store/team/organizations.ts';
import { findFirstTenant } from '../../storage/store/team/tenants.ts';
import { type CommandCall, commandOperation } from '../operation.ts';

const pageSize = 500;

export interface Organization {
  organization_id: string;
  name: string;
  members: number;
  /** Addresses of the active owners. */
  owners: string[];
  /** Whether it administers the server. */
  admin_team: boolean;
  sample: boolean;
  created_at: string;
  scheduled_deletion: string | null;
}

export const listOrganizations = commandOperation({
  input: z.strictObject({}),
  async run({ db }, _input, { emit }: CommandCall<Organization>): Promise<void> {
    const first = await findFirstTenant(db.read);
    const rows = rowsAfter(
      '',
      (after) => listRows(db.read, after, pageSize),
      ({ id }) => id,
    );
    for await (const row of rows) {
      await emit({
        organization_id: row.id,
        name: row.name,
        members: row.members,
        owners: row.owners === null ? [] : row.owners.split(','),
        admin_team: row.id === first?.id,
        sample: row.is_sample,
        created_at: toIso(row.created_at),
        scheduled_deletion: row.delete_at === null ? null : toIso(row.delete_at),
      });
    }
  },
});
