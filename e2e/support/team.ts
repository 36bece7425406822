import { newMember } from '#main/services/identity/new-member.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { insertUser, type UserRow } from '#main/storage/store/identity/users.ts';
import { contract } from '#shared/contract/index.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import type { Role } from '#shared/rules/roles.ts';
import { storedOrder } from './engine.ts';
import type { Person, TestService } from './test-service.ts';

/** Invites an address to the tenant of an owner or admin. */
export const invite = (
  app: TestService,
  host: Person,
  email: string,
  role: Role = 'member',
  workspaces: string[] = [],
): Promise<OutputOf<typeof contract.team.inviteMember>> =>
  app.call(contract.team.inviteMember, { tenant_id: host.tenantId, email, role, workspaces }, { token: host.token });

export const createWorkspace = (
  app: TestService,
  host: Person,
  name: string,
): Promise<OutputOf<typeof contract.workspaces.createWorkspace>> =>
  app.call(contract.workspaces.createWorkspace, { tenant_id: host.tenantId, name }, { token: host.token });

/** The token in a link. */
export const secretIn = (url: string): string => new URLSearchParams(new URL(url).hash.slice(1)).get('token') ?? '';

/** Schedules the deletion of an account, as its owner would. */
export const scheduleDeletion = (
  app: TestService,
  { password, token }: Person,
): Promise<OutputOf<typeof contract.profile.deleteMe>> =>
  app.call(contract.profile.deleteMe, { confirmation: 'DELETE', password }, { token });

/** Sets columns of an account directly in the database. */
export const setUser = async (app: TestService, userId: string, change: Partial<UserRow>): Promise<void> => {
  await tablesOf(app.service.context.db.write).updateTable('users').set(change).where('id', '=', userId).execute();
};

export const storedInvitation = (app: TestService, invitationId: string) =>
  tablesOf(app.service.context.db.read)
    .selectFrom('invitations')
    .selectAll()
    .where('id', '=', invitationId)
    .executeTakeFirstOrThrow();

/** Tokens of an invitation, oldest first. */
export const tokensOf = (app: TestService, invitationId: string) =>
  tablesOf(app.service.context.db.read)
    .selectFrom('one_time_tokens')
    .selectAll()
    .where('invitation_id', '=', invitationId)
    .orderBy(storedOrder())
    .execute();

/** Emails queued for an address, oldest first. */
export const mailsTo = (app: TestService, email: string) =>
  tablesOf(app.service.context.db.read)
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', email)
    .orderBy(storedOrder())
    .execute();

export const activeOwners = (app: TestService, tenantId: string) =>
  tablesOf(app.service.context.db.read)
    .selectFrom('users')
    .select(['id', 'role', 'status'])
    .where('tenant_id', '=', tenantId)
    .where('role', '=', 'owner')
    .where('status', '=', 'active')
    .execute();

/** Adds a member who has never signed in, without the cost of hashing a password. */
export const addMember = async (
  app: TestService,
  tenantId: string,
  member: Partial<UserRow> & { id: string; name: string; email: string },
): Promise<void> => {
  const { name, email } = member;
  const created = newMember(app.service.context, {
    tenantId,
    name,
    email,
    role: 'member',
    passwordHash: '',
    verification: 'mailbox',
  });
  await insertUser(app.service.context.db.write, { ...created, ...member });
};
