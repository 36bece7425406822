import type { Queries } from '../../database/schema.ts';
import { countOf, toInteger } from '../sql.ts';

/** How a tenant's accounts are protected. Only active members count: nobody else can sign in. */
const active = (db: Queries, tenantId: string) =>
  db.selectFrom('users').where('users.tenant_id', '=', tenantId).where('users.status', '=', 'active');

const shown = ['users.id', 'users.name', 'users.email', 'users.last_login_at'] as const;

/** Active members, and those of them with two-factor authentication. */
export const countActive = async (
  db: Queries,
  tenantId: string,
): Promise<{ active: number; second_factors: number }> => {
  const counted = await active(db, tenantId)
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select(({ fn }) => [fn.count('users.id').as('active'), fn.count('second_factors.confirmed_at').as('confirmed')])
    .executeTakeFirstOrThrow();
  return { active: toInteger(counted.active), second_factors: toInteger(counted.confirmed) };
};

const unverified = (db: Queries, tenantId: string) => active(db, tenantId).where('users.email_verified', '=', 0);

export const countUnverified = (db: Queries, tenantId: string): Promise<number> => countOf(unverified(db, tenantId));

export const listUnverified = (db: Queries, tenantId: string, limit: number) =>
  unverified(db, tenantId).select(shown).orderBy('users.name_key').orderBy('users.id').limit(limit).execute();

const dormant = (db: Queries, tenantId: string, since: number) =>
  active(db, tenantId).where('users.last_login_at', '<', since);

export const countDormant = (db: Queries, tenantId: string, since: number): Promise<number> =>
  countOf(dormant(db, tenantId, since));

/** Those who have been away longest first. */
export const listDormant = (db: Queries, tenantId: string, since: number, limit: number) =>
  dormant(db, tenantId, since).select(shown).orderBy('users.last_login_at').orderBy('users.id').limit(limit).execute();
