import type { MemberRisk } from '#shared/contract/security/list-members-at-risk.ts';
import type { Queries } from '../../database/schema.ts';
import { contains } from '../../database/sql.ts';
import { tablesOf } from '../../database/tables.ts';
import { byNumber, byText, listPage, type Page } from '../paging.ts';
import { countOf } from '../sql.ts';

/** How a tenant's accounts are protected. Only active members count: no one else can sign in. */
const active = (db: Queries, tenantId: string) =>
  tablesOf(db).selectFrom('users').where('users.tenant_id', '=', tenantId).where('users.status', '=', 'active');

export const countActive = (db: Queries, tenantId: string): Promise<number> => countOf(active(db, tenantId));

export interface RiskFilter {
  tenantId: string;
  risk: MemberRisk;
  /** Who signed in last before this instant is dormant. */
  dormantSince: number;
  /** Part of the name or address. */
  q?: string | undefined;
}

const atRisk = (db: Queries, { tenantId, risk, dormantSince, q }: RiskFilter) => {
  let query = active(db, tenantId);
  if (q) query = query.where(({ ref }) => contains(ref('users.search_text'), q));
  if (risk === 'unverified') return query.where('users.email_verified', '=', 0);
  if (risk === 'dormant') return query.where('users.last_login_at', '<', dormantSince);
  // DECISION 0191: a passkey is a second factor.
  return query
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('second_factors')
            .select('second_factors.user_id')
            .whereRef('second_factors.user_id', '=', 'users.id')
            .where('second_factors.confirmed_at', 'is not', null),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('passkeys').select('passkeys.id').whereRef('passkeys.user_id', '=', 'users.id'))),
    );
};

export const countAtRisk = (db: Queries, filter: RiskFilter): Promise<number> => countOf(atRisk(db, filter));

/** A page of the members with a risk, by name; the dormant who have been away longest first. */
export const listAtRisk = (db: Queries, filter: RiskFilter, page: Page) =>
  listPage(
    atRisk(db, filter).select(['users.id', 'users.name', 'users.name_key', 'users.email', 'users.last_login_at']),
    [
      filter.risk === 'dormant' ? byNumber('users', 'last_login_at') : byText('users', 'name_key'),
      byText('users', 'id'),
    ],
    page,
  );
