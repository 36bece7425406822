import { beforeAll, describe, expect, it } from 'vitest';
import { type Cast, createCast } from '#e2e/support/authority-cast.ts';
import { probe } from '#e2e/support/authority-probes.ts';
import { happen } from '#e2e/support/authority-transitions.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import type { Queries } from '../../storage/database/schema.ts';
import { tablesOf } from '../../storage/database/tables.ts';
import {
  type AuthorityEffect,
  type AuthorityKind,
  authority,
  effectOn,
  finalTransitions,
  type storedAuthority,
  type Transition,
  transitions,
} from './authority.ts';

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));
beforeAll(async () => {
  // Whoever founds the first organization is an operator.
  await app.owner();
});

type Table = keyof typeof storedAuthority;
type AuthorityTable = { [Name in Table]: (typeof storedAuthority)[Name] extends 'record' ? never : Name }[Table];

/** What an account could still act by, in each table that stores such things. */
const remains: Readonly<Record<AuthorityTable, (db: Queries, id: string) => Promise<unknown[]>>> = {
  api_keys: (db, id) => tablesOf(db).selectFrom('api_keys').select('id').where('user_id', '=', id).execute(),
  application_sessions: (db, id) =>
    tablesOf(db).selectFrom('application_sessions').select('sid').where('user_id', '=', id).execute(),
  custom_role_members: (db, id) =>
    tablesOf(db).selectFrom('custom_role_members').select('user_id').where('user_id', '=', id).execute(),
  group_members: (db, id) =>
    tablesOf(db).selectFrom('group_members').select('user_id').where('user_id', '=', id).execute(),
  hosting_approvals: (db, id) =>
    tablesOf(db).selectFrom('hosting_approvals').select('id').where('approved_by', '=', id).execute(),
  idempotency_keys: (db, id) =>
    tablesOf(db).selectFrom('idempotency_keys').select('id').where('user_id', '=', id).execute(),
  invitations: (db, id) =>
    tablesOf(db)
      .selectFrom('invitations')
      .select('id')
      .where('invited_by', '=', id)
      .where('status', '=', 'pending')
      .execute(),
  oauth_records: (db, id) =>
    tablesOf(db).selectFrom('oauth_records').select('id_hash').where('user_id', '=', id).execute(),
  one_time_tokens: (db, id) => openTokens(db).where('user_id', '=', id).execute(),
  operators: (db, id) => tablesOf(db).selectFrom('operators').select('user_id').where('user_id', '=', id).execute(),
  passkeys: (db, id) => tablesOf(db).selectFrom('passkeys').select('id').where('user_id', '=', id).execute(),
  // They are looked for only if the session in which they began is open.
  protected_sessions: (db, id) =>
    tablesOf(db)
      .selectFrom('protected_sessions')
      .innerJoin('sessions', 'sessions.id', 'protected_sessions.session_id')
      .select('protected_sessions.secret_hash')
      .where('protected_sessions.user_id', '=', id)
      .where('sessions.ended_at', 'is', null)
      .execute(),
  recovery_codes: (db, id) =>
    tablesOf(db).selectFrom('recovery_codes').select('user_id').where('user_id', '=', id).execute(),
  second_factors: (db, id) =>
    tablesOf(db).selectFrom('second_factors').select('user_id').where('user_id', '=', id).execute(),
  sessions: (db, id) =>
    tablesOf(db).selectFrom('sessions').select('id').where('user_id', '=', id).where('ended_at', 'is', null).execute(),
  token_disclosures: (db, id) =>
    openTokens(db)
      .innerJoin('token_disclosures', 'token_disclosures.token_id', 'one_time_tokens.id')
      .where('token_disclosures.user_id', '=', id)
      .execute(),
  trusted_devices: (db, id) =>
    tablesOf(db).selectFrom('trusted_devices').select('id').where('user_id', '=', id).execute(),
  workspace_members: (db, id) =>
    tablesOf(db).selectFrom('workspace_members').select('user_id').where('user_id', '=', id).execute(),
  workspaces: (db, id) => tablesOf(db).selectFrom('workspaces').select('id').where('owner_id', '=', id).execute(),
};
const openTokens = (db: Queries) =>
  tablesOf(db)
    .selectFrom('one_time_tokens')
    .select('one_time_tokens.id')
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null);
const tables = Object.keys(remains) as AuthorityTable[];
/** Those that still have rows of an account. */
const remainingOf = async ({ first }: Cast): Promise<string[]> => {
  const counts = await Promise.all(tables.map((table) => remains[table](app.service.context.db.read, first.id)));
  return tables.filter((_, index) => (counts[index] ?? []).length > 0);
};

const kinds = Object.keys(authority) as AuthorityKind[];
const effectsOf = (fate: (kind: AuthorityKind) => AuthorityEffect): Record<string, AuthorityEffect> =>
  Object.fromEntries(kinds.map((kind) => [kind, fate(kind)]));
/** What a probe found, in the words of the table: what is refused is whatever the table calls it, if it calls it refused. */
const found = (probed: Record<AuthorityKind, boolean>, transition: Transition): Record<string, AuthorityEffect> =>
  effectsOf((kind) => {
    const effect = effectOn(kind, transition);
    if (probed[kind]) return 'lives';
    return effect === 'lives' ? 'ends' : effect;
  });

/** What gives back what was suspended. */
const inverses = {
  disabled: 'enabled',
  left: 'restored',
  organization_closed: 'organization_reopened',
} as const satisfies Partial<Record<Transition, Transition>>;
const isInverse = (transition: Transition): boolean => Object.values<Transition>(inverses).includes(transition);

describe('what an account can do, once', () => {
  const alone = transitions.filter((transition) => transition !== 'moved' && !isInverse(transition));
  it.each(alone as Exclude<Transition, 'moved'>[])('%s, is what the table says', async (transition) => {
    const cast = await createCast(app);
    await happen[transition](cast);
    expect(found(await probe(cast, transition), transition)).toEqual(effectsOf((kind) => effectOn(kind, transition)));
  });

  it.each(finalTransitions)('%s, leaves nothing in the database', async (transition) => {
    const cast = await createCast(app);
    expect(await remainingOf(cast)).toEqual(tables);
    await happen[transition](cast);
    expect(await remainingOf(cast)).toEqual([]);
  });

  it.each(Object.entries(inverses) as [keyof typeof inverses, (typeof inverses)[keyof typeof inverses]][])(
    '%s and then %s, is what was only suspended',
    async (transition, inverse) => {
      const cast = await createCast(app);
      await happen[transition](cast);
      await happen[inverse](cast);
      const both = (kind: AuthorityKind): AuthorityEffect =>
        effectOn(kind, transition) === 'ends' || effectOn(kind, inverse) === 'ends' ? 'ends' : effectOn(kind, inverse);
      expect(found(await probe(cast, inverse), inverse)).toEqual(effectsOf(both));
    },
  );
});
