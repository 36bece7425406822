import type { Selectable } from 'kysely';
import { nameOfHost } from '#shared/text-input/application-urls.ts';
import { readingKey } from '#shared/text-input/text-case.ts';
import { sortKey } from '#shared/text-input/text-keys.ts';
import type { ApplicationTable } from '../../database/oauth-schema.ts';
import type { Queries } from '../../database/schema.ts';
import { contains, includes } from '../../database/sql.ts';
import { tablesOf } from '../../database/tables.ts';
import { byText, type Listed, listPage, type Page } from '../paging.ts';
import { canBeId, changedOne, countOf, toInteger } from '../sql.ts';

export type ApplicationRow = Selectable<ApplicationTable>;

/** With who created it. */
export type SeenApplicationRow = ApplicationRow & { creator_name: string | null };

/** With how often people signed in to it since a day. */
export type ListedApplicationRow = ApplicationRow & { sign_ins: number };

export const insertApplication = (db: Queries, row: ApplicationRow) =>
  tablesOf(db).insertInto('applications').values(row).execute();

/** An application of an organization that isn't closed. */
export const findOpenApplication = async (db: Queries, id: string): Promise<ApplicationRow | undefined> =>
  canBeId(id)
    ? tablesOf(db)
        .selectFrom('applications')
        .innerJoin('tenants', 'tenants.id', 'applications.tenant_id')
        .selectAll('applications')
        .where('applications.id', '=', id)
        .where('tenants.delete_at', 'is', null)
        .executeTakeFirst()
    : undefined;

/** The redirect URIs of single-page applications that have one beginning like this, and maybe of others. */
export const listRedirectsAt = async (db: Queries, origin: string): Promise<string[]> =>
  (
    await tablesOf(db)
      .selectFrom('applications')
      .select('redirect_uris')
      .where('kind', '=', 'single_page')
      .where(({ ref }) => includes(ref('redirect_uris'), origin))
      .execute()
  ).map(({ redirect_uris }) => redirect_uris);

/** Whether there is any application at all. */
export const hasApplications = async (db: Queries): Promise<boolean> =>
  (await tablesOf(db).selectFrom('applications').select('id').limit(1).executeTakeFirst()) !== undefined;

const matching = (db: Queries, tenantId: string, q?: string) => {
  const query = tablesOf(db).selectFrom('applications').where('applications.tenant_id', '=', tenantId);
  return q ? query.where(({ ref }) => contains(ref('applications.name_key'), q)) : query;
};

/** A page of the applications of a tenant, by name, with their sign-ins from a day on. */
export const listApplications = async (
  db: Queries,
  tenantId: string,
  q: string | undefined,
  from: number,
  page: Page,
): Promise<Listed<ListedApplicationRow>> => {
  const query = matching(db, tenantId, q)
    .selectAll('applications')
    .select(({ selectFrom }) =>
      selectFrom('application_sign_ins')
        .whereRef('application_sign_ins.application_id', '=', 'applications.id')
        .where('application_sign_ins.day', '>=', from)
        .select(({ fn }) => fn.sum('application_sign_ins.sign_ins').as('sum'))
        .as('sign_ins'),
    );
  const { rows, end } = await listPage(query, [byText('applications', 'name_key'), byText('applications', 'id')], page);
  return { rows: rows.map((row) => ({ ...row, sign_ins: toInteger(row.sign_ins ?? 0) })), end };
};

export const countApplications = (db: Queries, tenantId: string, q?: string): Promise<number> =>
  countOf(matching(db, tenantId, q));

export const findApplication = (db: Queries, tenantId: string, id: string): Promise<SeenApplicationRow | undefined> =>
  matching(db, tenantId)
    .leftJoin('users as creator', 'creator.id', 'applications.created_by')
    .selectAll('applications')
    .select('creator.name as creator_name')
    .where('applications.id', '=', id)
    .executeTakeFirst();

/** Whether another application of the tenant has a name that reads the same. */
export const applicationNameTaken = async (
  db: Queries,
  tenantId: string,
  name: string,
  except?: string,
): Promise<boolean> => {
  const rows = await matching(db, tenantId, name).select(['applications.id', 'applications.name']).execute();
  return rows.some((row) => row.id !== except && readingKey(row.name) === readingKey(name));
};

/** The applications that protect a name, at whatever port, of whichever organization. */
export const listApplicationsAtName = async (
  db: Queries,
  name: string,
): Promise<Pick<ApplicationRow, 'id' | 'tenant_id' | 'host'>[]> => {
  const rows = await tablesOf(db)
    .selectFrom('applications')
    .select(['id', 'tenant_id', 'host'])
    .where(({ eb, or, ref }) => or([eb('host', '=', name), includes(ref('host').$castTo<string>(), `${name}:`)]))
    .execute();
  // Names that end with this one are others.
  return rows.filter(({ host }) => host !== null && nameOfHost(host) === name);
};

/** What is entered of an application, and not what it does. */
export type ApplicationChange = Omit<
  ApplicationRow,
  | 'id'
  | 'tenant_id'
  | 'name_key'
  | 'created_at'
  | 'created_by'
  | 'logout_delivered_at'
  | 'logout_failing_since'
  | 'logout_failure'
>;

/** False if the tenant has no such application. */
export const updateApplication = (
  db: Queries,
  tenantId: string,
  id: string,
  change: ApplicationChange,
): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .updateTable('applications')
      .set({ ...change, name_key: sortKey(change.name) })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id),
  );

/** Stores how it went to tell an application of the end of sessions. */
export const recordLogoutState = (
  db: Queries,
  id: string,
  state: Partial<Pick<ApplicationRow, 'logout_delivered_at' | 'logout_failing_since' | 'logout_failure'>>,
) => tablesOf(db).updateTable('applications').set(state).where('id', '=', id).execute();

/** With it goes everything that it was given. False if the tenant has no such application. */
export const deleteApplication = (db: Queries, tenantId: string, id: string): Promise<boolean> =>
  changedOne(tablesOf(db).deleteFrom('applications').where('tenant_id', '=', tenantId).where('id', '=', id));
