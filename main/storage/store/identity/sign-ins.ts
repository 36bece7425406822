import { sql } from 'kysely';
import type { SignInMethod } from '#shared/rules/sign-in-methods.ts';
import type { SignInStep } from '../../database/identity-schema.ts';
import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { byNumber, byText, type Listed, listPage, type Page } from '../paging.ts';
import { countOf } from '../sql.ts';

/** A sign-in that began a session, or those that failed from one address on one day. */
export interface SignInRow {
  /** Tells sign-ins at the same time apart. */
  key: string;
  at: number;
  /** Null if it succeeded. */
  step: SignInStep | null;
  attempts: number;
  address: string;
  device: string | null;
  method: SignInMethod | null;
  session: string | null;
  ended_at: number | null;
}

const signInsOf = (db: Queries, userId: string) =>
  tablesOf(db)
    .selectFrom('sessions')
    .select([
      'id as key',
      'created_at as at',
      sql<SignInStep | null>`cast(null as text)`.as('step'),
      sql<number>`1`.as('attempts'),
      'ip_address as address',
      sql<string | null>`device`.as('device'),
      'sign_in_method as method',
      sql<string | null>`id`.as('session'),
      'ended_at',
    ])
    .where('user_id', '=', userId)
    .unionAll(
      tablesOf(db)
        .selectFrom('failed_sign_ins')
        .select([
          sql<string>`cast(day as text) || step || address`.as('key'),
          'last_at as at',
          sql<SignInStep | null>`step`.as('step'),
          'failures as attempts',
          'address',
          sql<string | null>`cast(null as text)`.as('device'),
          sql<SignInMethod | null>`cast(null as text)`.as('method'),
          sql<string | null>`cast(null as text)`.as('session'),
          sql<number | null>`cast(null as bigint)`.as('ended_at'),
        ])
        .where('user_id', '=', userId),
    )
    .as('sign_ins');

const signIns = (db: Queries, userId: string) => tablesOf(db).selectFrom(signInsOf(db, userId));

/** The sign-ins to an account that are kept, the newest first. */
export const listSignIns = (db: Queries, userId: string, page: Page): Promise<Listed<SignInRow>> =>
  listPage(signIns(db, userId).selectAll(), [byNumber('sign_ins', 'at', 'desc'), byText('sign_ins', 'key')], page);

export const countSignIns = (db: Queries, userId: string): Promise<number> => countOf(signIns(db, userId));
