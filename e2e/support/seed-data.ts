import type { SystemContext } from '#main/services/context.ts';
import { sendVerification } from '#main/services/identity/account-mails.ts';
import { newInvitation } from '#main/services/identity/new-invitation.ts';
import { sendNotice } from '#main/services/identity/notices.ts';
import { issueToken } from '#main/services/identity/one-time-tokens.ts';
import { accountActor, recordEvent } from '#main/services/recording/record-event.ts';
import { sendInvitation } from '#main/services/team/send-invitation.ts';
import type { WriteTransaction } from '#main/storage/database/schema.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import type { UserRow } from '#main/storage/store/identity/users.ts';
import { verifiedBy } from '#main/storage/store/identity/verified-addresses.ts';
import { updateMail } from '#main/storage/store/mail/mails.ts';
import { insertOperator } from '#main/storage/store/operators.ts';
import { insertInvitation } from '#main/storage/store/team/invitations.ts';
import { insertTenant } from '#main/storage/store/team/tenants.ts';
import { setWorkspaceRole } from '#main/storage/store/workspaces/workspace-members.ts';
import { insertWorkspace } from '#main/storage/store/workspaces/workspaces.ts';
import { defaultPreferences } from '#shared/contract/preferences.ts';
import { lifetimesMs } from '#shared/rules/limits.ts';
import type { Role } from '#shared/rules/roles.ts';
import { type SeededApplication, seedApplication } from './applications.ts';
import { seedCustomRole } from './custom-roles.ts';
import { seedGroup } from './groups.ts';
import { seedPasskey, siteOf } from './passkeys.ts';
import { seedSecondFactor, seedTrustedDevice } from './second-factor.ts';
import { type Actor, client, createActors, userRow } from './seed-actors.ts';
import { type SeededEvents, seedEvents } from './seed-events.ts';
import { type SeededHosting, seedHosting } from './seed-hosting.ts';
import { type SeededServiceAccount, seedServiceAccount } from './service-accounts.ts';
import { testPassword } from './test-service.ts';

/** A tenant with one of everything. */
export interface Team {
  id: string;
  owner: Actor;
  coOwner: Actor;
  admin: Actor;
  /** A viewer of the workspace. */
  member: Actor;
  /** A member of the tenant, and an admin of the workspace. */
  workspaceAdmin: Actor;
  /** A member of no workspace. */
  outsider: Actor;
  /** The member that others act on, and a member of the workspace. */
  target: Actor;
  /** A member with two-factor authentication, see seededSecret. */
  secured: Actor;
  /** Their passkey. */
  passkey: Awaited<ReturnType<typeof seedPasskey>>;
  /** A device that they trust. */
  trustedDeviceId: string;
  /** Members who are about to leave. */
  removed: Actor;
  pending: Actor;
  /** Of its own sign-in page. */
  signInSlug: string;
  workspace: { id: string; slug: string };
  /** Its member is the target, and it opens the workspace. */
  group: { id: string };
  /** The target has it. */
  customRole: { id: string };
  /** Its secret works, and the target lets it know who they are. */
  application: SeededApplication;
  /** With a key, limited to the workspace. */
  serviceAccount: SeededServiceAccount;
  invitationId: string;
  invitationToken: string;
  /** Tokens of open links. */
  tokens: { verify: string; reset: string; cancel: string; undo: string; restore: string; secondFactor: string };
  /** A queued email with a link, and one that failed. */
  mails: { queued: string; abandoned: string };
  /** A destination of its events. The stranger has none. */
  events: SeededEvents;
  /** The tenant's data in the hosting sandbox. The stranger has none. */
  hosting: SeededHosting;
}

/** Three separate tenants. */
export interface SeedData {
  own: Team;
  foreign: Team;
  stranger: Actor;
  /** Origin at which passkeys work. */
  origin: string;
}

let counter = 0;

/** The newest foreign tenant of each service. */
const foreignOf = new WeakMap<SystemContext, Team>();

/**
 * Writes the tenants as the operations would leave them, in one transaction and without hashing.
 * @param foreign `same` uses the foreign tenant of earlier seed data again, for tests that change nothing of it
 */
export const createSeedData = async (
  context: SystemContext,
  passwordHash: string,
  foreign: 'new' | 'same' = 'new',
): Promise<SeedData> => {
  counter += 1;
  const label = `w${counter}`;
  const known = foreign === 'same' ? foreignOf.get(context) : undefined;
  const seed = await context.db.transaction({}, async (tx) => ({
    own: await createTeam(context, tx, `${label}-own`, passwordHash),
    foreign: known ?? (await createTeam(context, tx, `${label}-foreign`, passwordHash)),
    stranger: await createStranger(context, tx, `${label}-stranger`, passwordHash),
    origin: siteOf(context).origin,
  }));
  foreignOf.set(context, seed.foreign);
  return seed;
};

/** The hash of the password that all seeded users share. */
export const hashSeedPassword = (context: SystemContext): Promise<string> =>
  context.passwords.hash(testPassword, { lane: 'sign-in', path: ['seed'] });

let founded = 0;

/** Each is a millisecond newer than the one before, so the first one is the oldest. */
const createTenant = async (context: SystemContext, tx: WriteTransaction, name: string): Promise<string> => {
  const id = context.ids.id('tnt');
  founded += 1;
  await insertTenant(tx, { id, name, sign_in_slug: name, created_at: context.clock.now() + founded });
  return id;
};

const createStranger = async (
  context: SystemContext,
  tx: WriteTransaction,
  label: string,
  passwordHash: string,
): Promise<Actor> => {
  const tenantId = await createTenant(context, tx, label);
  const row = userRow(context, tenantId, 'owner', label, passwordHash);
  const { stranger } = await createActors(context, tx, { stranger: row });
  await recordSignup(context, tx, stranger, label);
  return stranger;
};

/** The first row of a tenant's audit log. */
const recordSignup = (context: SystemContext, tx: WriteTransaction, owner: Actor, label: string): Promise<void> =>
  recordEvent(context, tx, {
    action: 'signup',
    actor: accountActor({ id: owner.id, name: label, tenant_id: owner.tenantId }),
    client,
    target: { kind: 'tenant', id: owner.tenantId, label },
  });

const createTeam = async (
  context: SystemContext,
  tx: WriteTransaction,
  label: string,
  passwordHash: string,
): Promise<Team> => {
  const id = await createTenant(context, tx, label);
  const person = (role: Role, name: string): UserRow =>
    userRow(context, id, role, `${name.toLowerCase()}.${label}`, passwordHash);
  const targetRow = person('member', 'target');
  const actors = await createActors(context, tx, {
    owner: person('owner', 'owner'),
    workspaceAdmin: person('member', 'workspaceAdmin'),
    member: person('member', 'member'),
    target: targetRow,
    pending: person('member', 'pending'),
    secured: person('member', 'secured'),
    coOwner: person('owner', 'coOwner'),
    admin: person('admin', 'admin'),
    outsider: person('member', 'outsider'),
    removed: person('member', 'removed'),
  });
  const { owner, workspaceAdmin, member, target, pending, secured } = actors;
  await recordSignup(context, tx, owner, label);
  const now = context.clock.now();
  await insertOperator(tx, { user_id: owner.id, granted_at: now, granted_by: null });
  const workspace = { id: context.ids.id('ws'), slug: `workspace-${label}` };
  await insertWorkspace(tx, {
    ...workspace,
    tenant_id: id,
    name: label,
    health_score: 100,
    owner_id: owner.id,
    created_at: now,
    created_by: owner.id,
  });
  const grant = { by: owner.id, at: now };
  await setWorkspaceRole(tx, workspace.id, member.id, 'Viewer', grant);
  await setWorkspaceRole(tx, workspace.id, target.id, 'Member', grant);
  await setWorkspaceRole(tx, workspace.id, workspaceAdmin.id, 'Admin', grant);
  const invitation = newInvitation(context, {
    tenantId: id,
    email: `invitee.${label}@example.com`,
    role: 'member',
    invitedBy: owner.id,
    lifetimeMs: lifetimesMs.invitation,
  });
  await insertInvitation(tx, invitation, [workspace.id]);
  const inviter = {
    id: owner.id,
    name: 'owner',
    email: owner.email,
    emailVerified: true,
    emailVerifiedBy: 'mailbox' as const,
    preferences: defaultPreferences,
  };
  await sendInvitation(context, tx, invitation, inviter);
  await sendVerification(context, tx, targetRow);
  await sendNotice(
    context,
    tx,
    { ...targetRow, ...verifiedBy('mailbox') },
    'password_changed',
    {
      by: targetRow,
      client,
    },
    {},
  );
  const [invitationMail] = await mailsTo(tx, invitation.email, 'invitation');
  const [queued] = await mailsTo(tx, target.email, 'verification');
  const [abandoned] = await mailsTo(tx, target.email, 'password_changed');
  if (!invitationMail?.sealed_secret || !queued?.sealed_secret || !abandoned) throw new Error('An email is missing');
  await updateMail(tx, abandoned.id, { status: 'abandoned' });
  const token = async (
    purpose: 'reset_password' | 'cancel_email_change' | 'restore_account' | 'second_factor' | 'undo_api_key',
    user: Actor,
  ) => {
    const previousEmail = `before.${user.email}`;
    const issued = await issueToken(context, tx, {
      purpose,
      subject: { userId: user.id },
      email: user.email,
      previousEmail,
      lifetimeMs: lifetimesMs.resetLink,
    });
    return issued.secret;
  };
  await seedSecondFactor(context, tx, secured.id);
  const passkey = await seedPasskey(context, tx, secured.id);
  return {
    id,
    signInSlug: label,
    ...actors,
    passkey,
    trustedDeviceId: await seedTrustedDevice(context, tx, secured.id),
    workspace,
    customRole: await seedCustomRole(context, tx, { tenantId: id, by: owner.id, userId: target.id }),
    group: await seedGroup(context, tx, {
      ...{ tenantId: id, by: owner.id, userId: target.id, workspaceId: workspace.id },
    }),
    application: await seedApplication(context, tx, { tenantId: id, userId: target.id }),
    serviceAccount: await seedServiceAccount(context, tx, {
      ...{ tenantId: id, createdBy: owner.id, workspaces: [workspace.id] },
    }),
    invitationId: invitation.id,
    invitationToken: context.secretBox.open('mails.sealed_secret', invitationMail),
    tokens: {
      verify: context.secretBox.open('mails.sealed_secret', queued),
      reset: await token('reset_password', target),
      cancel: await token('cancel_email_change', target),
      undo: await token('undo_api_key', target),
      restore: await token('restore_account', pending),
      secondFactor: await token('second_factor', secured),
    },
    mails: { queued: queued.id, abandoned: abandoned.id },
    events: await seedEvents(context, tx, id),
    hosting: await seedHosting(context, tx, id, owner.id),
  };
};

const mailsTo = (tx: WriteTransaction, recipient: string, kind: 'invitation' | 'verification' | 'password_changed') =>
  tablesOf(tx).selectFrom('mails').selectAll().where('recipient', '=', recipient).where('kind', '=', kind).execute();
