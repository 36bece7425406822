import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import type { Grant } from '../workspaces/workspace-members.ts';

/** Since when a member has their role; undefined if they have had it since version 0.1.0. */
export const roleSince = async (db: Queries, userId: string): Promise<number | undefined> =>
  (await tablesOf(db).selectFrom('given_roles').select('given_at').where('user_id', '=', userId).executeTakeFirst())
    ?.given_at;

/** Notes who gave a member the role that they have from now on. */
export const noteRole = (db: Queries, userId: string, { by, at }: Grant) =>
  tablesOf(db)
    .insertInto('given_roles')
    .values({ user_id: userId, given_at: at, given_by: by })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ given_at: at, given_by: by }))
    .execute();
