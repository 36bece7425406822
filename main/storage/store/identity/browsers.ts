import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';

/** A session that a browser had a cookie for. */
export interface FormerSession {
  readonly id: string;
  readonly user_id: string;
  readonly tenant_id: string;
}

/** From now on, the cookie of a browser stands for no session. Returns the one that it stood for, live or not. */
export const forgetBrowser = (db: Queries, browserHash: string): Promise<FormerSession | undefined> =>
  tablesOf(db)
    .updateTable('sessions')
    .set({ browser_hash: null })
    .where('browser_hash', '=', browserHash)
    // It may be of another organization.
    .returning(['id', 'user_id', 'tenant_id'])
    .executeTakeFirst();
