import { beforeAll, describe, expect, it } from 'vitest';
import { type Cast, createCast, operate } from '#e2e/support/authority-cast.ts';
import { probe } from '#e2e/support/authority-probes.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { invite, setUser } from '#e2e/support/team.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { lifetimesMs } from '#shared/rules/limits.ts';
import { purge } from '../../jobs/purge.ts';
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
import { recordRestore } from './record-restore.ts';

const { auth, profile, sessions, team } = contract;
const newPassword = 'another winding road 9';

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));
beforeAll(async () => {
  // Whoever founds the first organization is an operator.
  await app.owner();
});

const asOwner = ({ owner }: Cast) => ({ token: owner.token });
const asSubject = ({ subject }: Cast) => ({ token: subject.token });
const memberOf = ({ owner, first }: Cast) => ({ tenant_id: owner.tenantId, user_id: first.id });

/** Sets a new password through the mailbox. */
const reset = async ({ subject }: Cast): Promise<void> => {
  app.clock.advance(1);
  await app.call(auth.forgotPassword, { email: subject.email });
  const token = await app.mailedToken(subject.email, 'password_reset');
  await failsWith(app.call(auth.resetPassword, { token, new_password: newPassword }), 'SECOND_FACTOR_REQUIRED');
  subject.password = newPassword;
};

const sessionOf = async ({ subject }: Cast): Promise<string> => {
  const list = await app.call(sessions.listSessions, {}, { token: subject.token });
  return list.sessions.find(({ current }) => current)?.session_id ?? '';
};

/** Makes it happen. */
const happen: Readonly<Record<Exclude<Transition, 'moved'>, (cast: Cast) => Promise<unknown>>> = {
  removed: (cast) => app.call(team.removeMember, memberOf(cast), asOwner(cast)),
  left: ({ subject: { password, token } }) =>
    app.call(profile.deleteMe, { confirmation: 'DELETE', password }, { token }),
  erased: async (cast) => {
    await happen.left(cast);
    app.clock.advance(lifetimesMs.deletionGrace);
    await purge(app.service.context);
    Object.assign(cast.owner, await app.login(cast.owner));
  },
  disabled: (cast) => app.call(team.disableMember, memberOf(cast), asOwner(cast)),
  enabled: (cast) => app.call(team.enableMember, memberOf(cast), asOwner(cast)),
  restored: async ({ subject: { email, password } }) => {
    const { restore_token = '' } = await failsWith(
      app.call(auth.login, { email, password }),
      'ACCOUNT_PENDING_DELETION',
    );
    await failsWith(app.call(auth.restoreAccount, { restore_token }), 'SECOND_FACTOR_REQUIRED');
  },
  joined_again: async (cast) => {
    await happen.removed(cast);
    app.clock.advance(1);
    await invite(app, cast.owner, cast.subject.email);
    const token = await app.mailedToken(cast.subject.email, 'invitation');
    await app.call(team.acceptInvitation, { token, name: 'Back again', password: newPassword });
    cast.subject.password = newPassword;
  },
  demoted: (cast) => app.call(team.changeRole, { ...memberOf(cast), role: 'member' }, asOwner(cast)),
  promoted: (cast) => app.call(team.changeRole, { ...memberOf(cast), role: 'owner' }, asOwner(cast)),
  password_changed: async (cast) => {
    const input = { current_password: cast.subject.password, new_password: newPassword };
    await app.call(auth.changePassword, input, asSubject(cast));
    cast.subject.password = newPassword;
  },
  password_reset: reset,
  mailbox_proved: async (cast) => {
    await setUser(app, cast.first.id, { email_verified: 0, email_verified_by: null });
    app.clock.advance(1);
    await app.call(auth.forgotPassword, { email: cast.subject.email });
    const token = await app.mailedToken(cast.subject.email, 'password_reset');
    await app.call(auth.resetPassword, { token, new_password: newPassword });
    cast.subject.password = newPassword;
  },
  address_change_requested: (cast) => {
    const input = { new_email: `newer-${cast.newAddress}`, password: cast.subject.password };
    return app.call(profile.changeEmail, input, asSubject(cast));
  },
  address_changed: async (cast) => {
    // By the operator: verifying the same link again is answered as the first time.
    const email = `moved-${cast.newAddress}`;
    await operate(app, 'user set-email', { user: cast.first.id, email, verified: true });
    cast.subject.email = email;
  },
  address_taken: async (cast) => {
    const email = `safe-${cast.subject.email}`;
    await operate(app, 'user set-email', { user: cast.first.id, email, verified: true, 'no-notice': true });
    cast.subject.email = email;
  },
  address_change_undone: (cast) => {
    app.clock.advance(1);
    return app.call(profile.cancelEmailChange, { token: cast.links.cancel_email_change });
  },
  vouched_for: async (cast) => {
    await setUser(app, cast.first.id, { email_verified: 0, email_verified_by: null });
    await operate(app, 'user verify', { user: cast.first.id });
  },
  signed_out: (cast) => app.call(auth.logout, {}, asSubject(cast)),
  session_revoked: async (cast) =>
    app.call(sessions.revokeSession, { session_id: await sessionOf(cast) }, { token: cast.other.token }),
  other_sessions_revoked: (cast) => app.call(sessions.revokeOtherSessions, {}, asSubject(cast)),
  signed_out_everywhere: (cast) => app.call(sessions.revokeMemberSessions, memberOf(cast), asOwner(cast)),
  second_factor_reset: (cast) => operate(app, 'user reset-second-factor', { user: cast.first.id }),
  organization_closed: (cast) => operate(app, 'organization delete', { organization: cast.owner.tenantId, yes: true }),
  organization_reopened: (cast) => operate(app, 'organization restore', { organization: cast.owner.tenantId }),
  organization_deleted: (cast) =>
    operate(app, 'organization delete', { organization: cast.owner.tenantId, yes: true, now: true }),
  backup_restored: async () => {
    const { context } = app.service;
    const backup = { createdAt: '2026-01-01T00:00:00.000Z', version: '0.1.0' };
    await context.db.transaction({}, (tx) => recordRestore(context, tx, backup));
    await tablesOf(context.db.write).deleteFrom('mail_hold').execute();
  },
};

type Table = keyof typeof storedAuthority;
type AuthorityTable = { [Name in Table]: (typeof storedAuthority)[Name] extends 'record' ? never : Name }[Table];

/** What an account could still act by, in each table that stores such things. */
const remains: Readonly<Record<AuthorityTable, (db: Queries, id: string) => Promise<unknown[]>>> = {
  api_keys: (db, id) => tablesOf(db).selectFrom('api_keys').select('id').where('user_id', '=', id).execute(),
  idempotency_keys: (db, id) =>
    tablesOf(db).selectFrom('idempotency_keys').select('id').where('user_id', '=', id).execute(),
  invitations: (db, id) =>
    tablesOf(db)
      .selectFrom('invitations')
      .select('id')
      .where('invited_by', '=', id)
      .where('status', '=', 'pending')
      .execute(),
  one_time_tokens: (db, id) => openTokens(db).where('user_id', '=', id).execute(),
  operators: (db, id) => tablesOf(db).selectFrom('operators').select('user_id').where('user_id', '=', id).execute(),
  passkeys: (db, id) => tablesOf(db).selectFrom('passkeys').select('id').where('user_id', '=', id).execute(),
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
