import type { AuthorityKind, Transition } from '#main/services/identity/authority.ts';
import { knownDeviceOf } from '#main/services/identity/lockout.ts';
import { readToken } from '#main/services/identity/one-time-tokens.ts';
import { trustHashOf, trustIn } from '#main/services/identity/trusted-devices.ts';
import { findApprovalOf } from '#main/storage/store/hosting/approvals.ts';
import { isTrustedDevice } from '#main/storage/store/identity/trusted-devices.ts';
import { findUser, type UserRow } from '#main/storage/store/identity/users.ts';
import { isTenantClosed } from '#main/storage/store/team/tenants.ts';
import { contract } from '#shared/contract/index.ts';
import { AppError, type ErrorKey } from '#shared/texts/errors.ts';
import type { Cast } from './authority-cast.ts';
import { isGranted } from './lasting-grants.ts';
import { signInProof } from './passkey-owner.ts';
import { isLetIn } from './protected-host.ts';
import { nextCode, wrongCode } from './second-factor.ts';
import type { TestService } from './test-service.ts';

const { auth, installation, profile, security, team, workspaces } = contract;

/** Answers by which the service says that it takes something no longer, or not now. */
const refusals: readonly ErrorKey[] = [
  'ACCOUNT_DISABLED',
  'ACCOUNT_PENDING_DELETION',
  'ALREADY_INVITED',
  'ALREADY_MEMBER',
  'FORBIDDEN',
  'INVALID_CREDENTIALS',
  'LINK_INVALID',
  'NOT_FOUND',
  'PASSKEY_INVALID',
  'REFRESH_TOKEN_INVALID',
  'SECOND_FACTOR_INVALID',
  'SESSION_ENDED',
  'TOKEN_INVALID',
];

/** Whether something is taken. `past` errors come only after it was. */
const isTaken = async (work: Promise<unknown>, past: readonly ErrorKey[] = []): Promise<boolean> => {
  try {
    await work;
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (past.includes(error.key)) return true;
    if (refusals.includes(error.key)) return false;
    throw error;
  }
};

/** An answer, or the error in its place. */
const answerOf = <Answer>(work: Promise<Answer>): Promise<Answer | AppError> =>
  work.catch((error: unknown) => {
    if (error instanceof AppError) return error;
    throw error;
  });

/** The token of a session, and whether its refresh token and its browser agree with it. */
const isOpen = async (
  app: TestService,
  session: { token: string; refreshToken: string; readonly browser?: string },
): Promise<boolean> => {
  const isAdmitted = await isTaken(app.call(profile.getMe, {}, { token: session.token }));
  const next = await answerOf(app.call(auth.refresh, { refresh_token: session.refreshToken }));
  const isRefreshed = !(next instanceof AppError);
  if (isAdmitted !== isRefreshed) throw new Error('The access token and the refresh token differ');
  if (isAdmitted !== (await app.isSignedIn(session.browser ?? '')))
    throw new Error('The session and its browser differ');
  if (isRefreshed) Object.assign(session, { token: next.access_token, refreshToken: next.refresh_token });
  return isAdmitted;
};

/** What the second step of a sign-in with the present password takes. */
const secondStep = async (
  { app, subject: { email, password } }: Cast,
  code: () => string,
): Promise<string | undefined> => {
  const first = await answerOf(app.call(auth.login, { email, password }));
  if (!(first instanceof AppError)) return undefined;
  const { second_factor_token } = first.details;
  if (second_factor_token === undefined) return undefined;
  const done = await answerOf(app.call(auth.completeLogin, { second_factor_token, code: code() }));
  return done instanceof AppError ? undefined : done.access_token;
};

/** Signs in with the present password alone. */
const signIn = async (cast: Cast): Promise<string | undefined> => {
  const { email, password } = cast.subject;
  const done = await answerOf(cast.app.call(auth.login, { email, password }));
  return done instanceof AppError ? undefined : done.access_token;
};

/** It is read as `restoreAccount` reads it, which would use it up. */
const isRestorable = async ({ app, links, first }: Cast) => {
  const { context } = app.service;
  const user = await findUser(context.db.read, first.id);
  const mayAct = user?.status === 'active' && !(await isTenantClosed(context.db.read, user.tenant_id));
  return (await isTaken(readToken(context, context.db.read, 'restore_account', links.restore_account))) && mayAct;
};

/** Without using it up. */
const opensByEmail = async ({ app: { service }, first, links }: Cast): Promise<boolean> => {
  const { context } = service;
  const user = await findUser(context.db.read, first.id);
  const mayAct = user?.status === 'active' && !(await isTenantClosed(context.db.read, user.tenant_id));
  return (await isTaken(readToken(context, context.db.read, 'sign_in_link', links.sign_in_link))) && mayAct;
};

/** As a change that they agreed to asks. */
const hasAgreed = async ({ app, first, owner }: Cast): Promise<boolean> => {
  const { read } = app.service.context.db;
  const scope = { tenantId: owner.tenantId, mode: 'live' } as const;
  const approval = await findApprovalOf(read, scope, { kind: 'limit', service_id: '' });
  const user = await findUser(read, first.id);
  const mayAct = user?.status === 'active' && !(await isTenantClosed(read, user.tenant_id));
  return approval?.approved_by === first.id && mayAct;
};

/** As a sign-in asks. */
const hasTrust = async ({ app, device }: Cast, user: UserRow | undefined): Promise<boolean> => {
  const { context } = app.service;
  if (user?.status !== 'active' || (await isTenantClosed(context.db.read, user.tenant_id))) return false;
  const trust = await trustIn(context, context.db.read, user.tenant_id);
  const nonce = context.knownDevices.read(device)?.nonce ?? '';
  return trust !== undefined && isTrustedDevice(context.db.read, user.id, trustHashOf(nonce), trust);
};

/** What the account can do with everything that it got before a transition, through the operations that take it. */
export const probe = async (cast: Cast, transition: Transition): Promise<Record<AuthorityKind, boolean>> => {
  const { app, first, links, owner } = cast;
  const at = { tenant_id: owner.tenantId };
  const wrong = wrongCode(app, cast.authenticator.secret);
  const lookup = (token: string) => isTaken(app.call(team.lookupInvitation, { token }));
  const undoes = (token: string) => isTaken(app.call(security.lookupUndo, { token }));
  const stored = {
    restore_account: await isRestorable(cast),
    sign_in_link: await opensByEmail(cast),
    undo_authenticator: await undoes(links.undo_authenticator),
    undo_passkey: await undoes(links.undo_passkey),
    undo_owner: await undoes(links.undo_owner),
    undo_api_key: await undoes(links.undo_api_key),
    undo_recovery_codes: await undoes(links.undo_recovery_codes),
  };
  const user = await findUser(app.service.context.db.read, first.id);
  const alone = {
    known_devices: knownDeviceOf(app.service.context, { device: cast.device }, user) !== undefined,
    trusted_devices: await hasTrust(cast, user),
    this_session: await isOpen(app, cast.subject),
    other_sessions: await isOpen(app, cast.other),
    grants_in_this_session: await isGranted(app, cast.granted.this),
    grants_in_other_sessions: await isGranted(app, cast.granted.other),
    visits_in_this_session: await isLetIn(app, cast.visits.this),
    visits_in_other_sessions: await isLetIn(app, cast.visits.other),
    given_approvals: await hasAgreed(cast),
    api_keys: await isTaken(app.call(profile.getMe, {}, { token: cast.apiKey })),
    sent_invitations: await lookup(cast.sentInvitation),
    shown_links: await lookup(cast.shown[transition === 'other_sessions_revoked' ? 'other' : 'this']),
    // Neither is used up: a rejected password or code leaves a link as it is.
    reset_password: await isTaken(
      app.call(auth.resetPassword, { token: links.reset_password, new_password: 'password' }),
      ['WEAK_PASSWORD'],
    ),
    second_factor: await isTaken(
      app.call(auth.completeLogin, { second_factor_token: links.second_factor, code: wrong }),
      ['SECOND_FACTOR_INVALID'],
    ),
    verify_email: await isTaken(app.call(auth.verifyEmail, { token: links.verify_email })),
    password: await isTaken(app.call(auth.login, { email: cast.subject.email, password: first.password }), [
      'SECOND_FACTOR_REQUIRED',
    ]),
  };
  if (transition === 'address_change_undone') {
    const token = await app.mailedToken(cast.subject.email, 'password_reset');
    cast.subject.password = 'a password for a mailbox';
    await answerOf(app.call(auth.resetPassword, { token, new_password: cast.subject.password }));
  }
  const passkeys = await isTaken(
    signInProof(app, cast.passkey).then((proof) => app.call(auth.loginWithPasskey, proof)),
  );
  const byRecoveryCode = await secondStep(cast, () => cast.authenticator.recoveryCodes[1] ?? '');
  const byAuthenticator = await secondStep(cast, () => nextCode(app, cast.authenticator.secret));
  const token = byAuthenticator ?? (await signIn(cast));
  const as = async (work: (token: string, id: string) => Promise<boolean>): Promise<boolean> => {
    if (token === undefined) return false;
    const { user_id } = await app.call(profile.getMe, {}, { token });
    const has = await answerOf(work(token, user_id));
    return has === true;
  };
  return {
    ...stored,
    ...alone,
    passkeys,
    recovery_codes: byRecoveryCode !== undefined,
    authenticator: byAuthenticator !== undefined,
    tenant_role: await as((token) => isTaken(app.call(team.listInvitations, at, { token }))),
    operator: await as((token) => isTaken(app.call(installation.getInstallation, {}, { token }))),
    workspace_roles: await as(async (token, id) => {
      const input = { ...at, slug: cast.joined };
      const { members } = await app.call(workspaces.listWorkspaceMembers, input, { token: token });
      return members.some(({ user_id }) => user_id === id);
    }),
    group_memberships: await as(async (token) => {
      const { my_role } = await app.call(workspaces.getWorkspace, { ...at, slug: cast.opened }, { token });
      return my_role !== null;
    }),
    custom_roles: await as(async (token) => {
      const { granted } = await app.call(profile.getMe, {}, { token });
      return granted.length > 0;
    }),
    owned_workspaces: await as(async (token, id) => {
      const { owner_id } = await app.call(workspaces.getWorkspace, { ...at, slug: cast.owned }, { token });
      return owner_id === id;
    }),
    idempotent_answers: await as((token) =>
      isTaken(
        cast.repeat(app, token).then((answer) => {
          if (JSON.stringify(answer) !== JSON.stringify(cast.firstAnswer)) throw new AppError('ALREADY_INVITED');
        }),
      ),
    ),
    // Last, because they change what the others depend on.
    change_email: await isTaken(app.call(auth.verifyEmail, { token: links.change_email })),
    cancel_email_change: await isTaken(app.call(profile.cancelEmailChange, { token: links.cancel_email_change })),
  };
};
