import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { byNumber, listPage, type Page } from '../paging.ts';
import { countOf } from '../sql.ts';

const changesOf = (db: Queries, workspaceId: string) =>
  tablesOf(db).selectFrom('workspace_health').where('workspace_health.workspace_id', '=', workspaceId);

export const countHealthChanges = (db: Queries, workspaceId: string): Promise<number> =>
  countOf(changesOf(db, workspaceId));

/** Health scores with the names of those who set them, newest first. */
export const listHealthChanges = (db: Queries, workspaceId: string, page: Page) =>
  listPage(
    changesOf(db, workspaceId)
      .leftJoin('users', 'users.id', 'workspace_health.set_by')
      .select([
        'workspace_health.sequence',
        'workspace_health.at',
        'workspace_health.score',
        'workspace_health.set_by',
        'users.name',
      ]),
    [byNumber('workspace_health', 'sequence', 'desc')],
    page,
  );

/** Adds a health score to the history of a workspace. */
export const insertHealthChange = (
  db: Queries,
  workspaceId: string,
  change: { at: number; score: number; set_by: string | null },
) =>
  tablesOf(db)
    .insertInto('workspace_health')
    .values(({ selectFrom }) => ({
      ...change,
      workspace_id: workspaceId,
      sequence: selectFrom('workspace_health as earlier')
        .where('earlier.workspace_id', '=', workspaceId)
        .select(({ fn, eb }) => eb(fn.coalesce(fn.max('earlier.sequence'), eb.lit(0)), '+', eb.lit(1)).as('next')),
    }))
    .execute();
