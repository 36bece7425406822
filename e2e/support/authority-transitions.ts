import { purge } from '#main/jobs/purge.ts';
import type { Transition } from '#main/services/identity/authority.ts';
import { recordRestore } from '#main/services/identity/record-restore.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { contract } from '#shared/contract/index.ts';
import { lifetimesMs } from '#shared/rules/limits.ts';
import { type Cast, operate } from './authority-cast.ts';
import { failsWith } from './fails-with.ts';
import { nextCode } from './second-factor.ts';
import { invite, setUser } from './team.ts';

const { auth, profile, sessions, team } = contract;
const newPassword = 'another winding road 9';

const asOwner = ({ owner }: Cast) => ({ token: owner.token });
const asSubject = ({ subject }: Cast) => ({ token: subject.token });
const memberOf = ({ owner, first }: Cast) => ({ tenant_id: owner.tenantId, user_id: first.id });

/** Sets a new password through the mailbox. */
const reset = async ({ app, subject }: Cast): Promise<void> => {
  app.clock.advance(1);
  await app.call(auth.forgotPassword, { email: subject.email });
  const token = await app.mailedToken(subject.email, 'password_reset');
  await failsWith(app.call(auth.resetPassword, { token, new_password: newPassword }), 'SECOND_FACTOR_REQUIRED');
  subject.password = newPassword;
};

const sessionOf = async ({ app, subject }: Cast): Promise<string> => {
  const list = await app.call(sessions.listSessions, {}, { token: subject.token });
  return list.sessions.find(({ current }) => current)?.session_id ?? '';
};

/** Makes it happen, as people and operators would. */
export const happen: Readonly<Record<Exclude<Transition, 'moved'>, (cast: Cast) => Promise<unknown>>> = {
  removed: (cast) => cast.app.call(team.removeMember, memberOf(cast), asOwner(cast)),
  left: ({ app, subject: { password, token } }) =>
    app.call(profile.deleteMe, { confirmation: 'DELETE', password }, { token }),
  erased: async (cast) => {
    await happen.left(cast);
    cast.app.clock.advance(lifetimesMs.deletionGrace);
    await purge(cast.app.service.context);
    Object.assign(cast.owner, await cast.app.login(cast.owner));
  },
  disabled: (cast) => cast.app.call(team.disableMember, memberOf(cast), asOwner(cast)),
  enabled: (cast) => cast.app.call(team.enableMember, memberOf(cast), asOwner(cast)),
  restored: async ({ app, subject: { email, password }, authenticator }) => {
    const { restore_token = '' } = await failsWith(
      app.call(auth.login, { email, password }),
      'ACCOUNT_PENDING_DELETION',
    );
    const restoring = app.call(auth.restoreAccount, { restore_token });
    const { second_factor_token = '' } = await failsWith(restoring, 'SECOND_FACTOR_REQUIRED');
    await app.call(auth.completeLogin, { second_factor_token, code: nextCode(app, authenticator.secret) });
  },
  joined_again: async (cast) => {
    await happen.removed(cast);
    cast.app.clock.advance(1);
    await invite(cast.app, cast.owner, cast.subject.email);
    const token = await cast.app.mailedToken(cast.subject.email, 'invitation');
    await cast.app.call(team.acceptInvitation, { token, name: 'Back again', password: newPassword });
    cast.subject.password = newPassword;
  },
  demoted: (cast) => cast.app.call(team.changeRole, { ...memberOf(cast), role: 'member' }, asOwner(cast)),
  promoted: (cast) => cast.app.call(team.changeRole, { ...memberOf(cast), role: 'owner' }, asOwner(cast)),
  password_changed: async (cast) => {
    const input = { current_password: cast.subject.password, new_password: newPassword };
    await cast.app.call(auth.changePassword, input, asSubject(cast));
    cast.subject.password = newPassword;
  },
  password_reset: reset,
  mailbox_proved: async (cast) => {
    await setUser(cast.app, cast.first.id, { email_verified: 0, email_verified_by: null });
    cast.app.clock.advance(1);
    await cast.app.call(auth.forgotPassword, { email: cast.subject.email });
    const token = await cast.app.mailedToken(cast.subject.email, 'password_reset');
    await cast.app.call(auth.resetPassword, { token, new_password: newPassword });
    cast.subject.password = newPassword;
  },
  address_change_requested: (cast) => {
    const input = { new_email: `newer-${cast.newAddress}`, password: cast.subject.password };
    return cast.app.call(profile.changeEmail, input, asSubject(cast));
  },
  address_changed: async (cast) => {
    // By the operator: verifying the same link again is answered as the first time.
    const email = `moved-${cast.newAddress}`;
    await operate(cast.app, 'user set-email', { user: cast.first.id, email, verified: true });
    cast.subject.email = email;
  },
  address_taken: async (cast) => {
    const email = `safe-${cast.subject.email}`;
    await operate(cast.app, 'user set-email', { user: cast.first.id, email, verified: true, 'no-notice': true });
    cast.subject.email = email;
  },
  address_change_undone: (cast) => {
    cast.app.clock.advance(1);
    return cast.app.call(profile.cancelEmailChange, { token: cast.links.cancel_email_change });
  },
  vouched_for: async (cast) => {
    await setUser(cast.app, cast.first.id, { email_verified: 0, email_verified_by: null });
    await operate(cast.app, 'user verify', { user: cast.first.id });
  },
  signed_out: (cast) => cast.app.call(auth.logout, {}, asSubject(cast)),
  session_revoked: async (cast) =>
    cast.app.call(sessions.revokeSession, { session_id: await sessionOf(cast) }, { token: cast.other.token }),
  other_sessions_revoked: (cast) => cast.app.call(sessions.revokeOtherSessions, {}, asSubject(cast)),
  signed_out_everywhere: (cast) => cast.app.call(sessions.revokeMemberSessions, memberOf(cast), asOwner(cast)),
  second_factor_reset: (cast) => operate(cast.app, 'user reset-second-factor', { user: cast.first.id }),
  organization_closed: (cast) =>
    operate(cast.app, 'organization delete', { organization: cast.owner.tenantId, yes: true }),
  organization_reopened: (cast) => operate(cast.app, 'organization restore', { organization: cast.owner.tenantId }),
  organization_deleted: (cast) =>
    operate(cast.app, 'organization delete', { organization: cast.owner.tenantId, yes: true, now: true }),
  backup_restored: async ({ app }) => {
    const { context } = app.service;
    const backup = { createdAt: '2026-01-01T00:00:00.000Z', version: '0.1.0' };
    await context.db.transaction({}, (tx) => recordRestore(context, tx, backup));
    await tablesOf(context.db.write).deleteFrom('mail_hold').execute();
  },
};
