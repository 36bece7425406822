import { expect } from 'vitest';
import type { SeedData } from '#e2e/support/seed-data.ts';
import { testPassword } from '#e2e/support/test-service.ts';
import {
  absent,
  apiKey,
  freshEmail,
  invitation,
  member,
  newPassword,
  nothing,
  ofInvitation,
  ofMember,
  ofTenant,
  secret,
  session,
  tenant,
  withDisabledTarget,
  withLockedTarget,
} from './permission-inputs.ts';
import type { Answered, OperationId, Row } from './permission-row.ts';

const joined = (_seed: SeedData, { user }: Answered) => (user as { id: string }).id;

/** The rows of members, invitations and what admins see of members. */
export const teamRows = {
  acceptInvitation: {
    requires: 'no credentials',
    actor: joined,
    target: joined,
    input: ({ own }) => ({ token: own.invitationToken, name: 'Invitee', password: newPassword }),
    ids: { token: secret('LINK_INVALID') },
  },
  changeRole: {
    requires: 'team.manage',
    confirms: 'ownership',
    input: (seed) => ({ ...ofMember(seed), role: 'admin' }),
    keys: { refused: 'API_KEY_REFUSED', accepted: { role: 'member' } },
    ids: { tenant_id: tenant, user_id: member },
  },
  changeRoles: {
    requires: 'team.manage',
    confirms: 'ownership',
    input: ({ own }) => ({ tenant_id: own.id, user_ids: [own.target.id], role: 'admin' }),
    ids: { tenant_id: tenant },
  },
  copyInvitationLink: {
    requires: 'team.manage',
    confirms: 'always',
    target: ({ own }) => own.invitationId,
    input: ofInvitation,
    ids: { tenant_id: tenant, invitation_id: invitation },
  },
  createMemberLink: {
    requires: 'team.manage',
    confirms: 'always',
    input: (seed) => ({ ...ofMember(seed), purpose: 'reset_password' }),
    ids: { tenant_id: tenant, user_id: member },
  },
  inviteMember: {
    requires: 'team.manage',
    confirms: 'ownership',
    target: (_, answer) => answer.invitation_id,
    input: (seed) => ({
      ...ofTenant(seed),
      email: freshEmail(),
      role: 'admin',
      workspaces: [seed.own.workspace.id],
    }),
    keys: { refused: 'API_KEY_REFUSED', accepted: { role: 'member' } },
    ids: {
      tenant_id: tenant,
      workspaces: {
        foreign: ({ foreign }) => [foreign.workspace.id],
        missing: [`ws_${absent}`],
        answer: 'WORKSPACE_NOT_FOUND',
      },
    },
  },
  inviteMembers: {
    requires: 'team.manage',
    confirms: 'ownership',
    target: () => expect.stringMatching(/^inv_/),
    input: ({ own }) => ({ tenant_id: own.id, emails: [freshEmail()], role: 'admin', workspaces: [own.workspace.id] }),
    ids: { tenant_id: tenant },
  },
  listInvitations: { requires: 'team.manage', input: ofTenant, ids: { tenant_id: tenant } },
  listMemberWorkspaces: { requires: 'workspaces.list', input: ofMember, ids: { tenant_id: tenant, user_id: member } },
  listMembers: { requires: 'team.read', input: ofTenant, ids: { tenant_id: tenant } },
  lookupInvitation: {
    requires: 'no credentials',
    input: ({ own }) => ({ token: own.invitationToken }),
    ids: { token: secret('LINK_INVALID') },
  },
  previewRemoval: {
    requires: 'team.manage',
    input: ({ own }) => ({ tenant_id: own.id, user_ids: own.target.id }),
    ids: { tenant_id: tenant },
  },
  removeMember: {
    requires: 'team.manage',
    confirms: 'ownership',
    input: ofMember,
    ids: { tenant_id: tenant, user_id: member },
  },
  removeMembers: {
    requires: 'team.manage',
    confirms: 'ownership',
    input: ({ own }) => ({ tenant_id: own.id, user_ids: [own.target.id] }),
    ids: { tenant_id: tenant },
  },
  resendInvitation: {
    requires: 'team.manage',
    confirms: 'ownership',
    target: ({ own }) => own.invitationId,
    input: ofInvitation,
    ids: { tenant_id: tenant, invitation_id: invitation },
  },
  revokeInvitation: {
    requires: 'team.manage',
    confirms: 'ownership',
    target: ({ own }) => own.invitationId,
    input: ofInvitation,
    ids: { tenant_id: tenant, invitation_id: invitation },
  },
  transferOwnership: {
    requires: 'ownership.transfer',
    confirms: 'always',
    input: (seed) => ({ ...ofMember(seed), password: testPassword }),
    ids: { tenant_id: tenant, user_id: member },
  },

  countSessions: { requires: 'sessions.manage', input: ofTenant, ids: { tenant_id: tenant } },
  getSession: { requires: 'self', input: nothing },
  listMemberSessions: { requires: 'sessions.manage', input: ofMember, ids: { tenant_id: tenant, user_id: member } },
  listSessionHistory: { requires: 'self', input: nothing },
  listSessions: { requires: 'self', input: nothing },
  listTeamSessions: { requires: 'sessions.manage', input: ofTenant, ids: { tenant_id: tenant } },
  revokeMemberSessions: {
    requires: 'sessions.manage',
    confirms: 'ownership',
    input: ofMember,
    ids: { tenant_id: tenant, user_id: member },
  },
  disableMember: {
    requires: 'team.manage',
    confirms: 'ownership',
    input: ofMember,
    ids: { tenant_id: tenant, user_id: member },
  },
  enableMember: {
    requires: 'team.manage',
    confirms: 'ownership',
    input: ofMember,
    ids: { tenant_id: tenant, user_id: member },
    prepare: withDisabledTarget,
  },
  getMemberAccess: { requires: 'sessions.manage', input: ofMember, ids: { tenant_id: tenant, user_id: member } },
  unlockMember: {
    requires: 'sessions.manage',
    confirms: 'ownership',
    input: ofMember,
    ids: { tenant_id: tenant, user_id: member },
    prepare: withLockedTarget,
  },
  markEmailVerified: {
    requires: 'team.manage',
    confirms: 'always',
    input: ofMember,
    ids: { tenant_id: tenant, user_id: member },
  },
  listMemberApiKeys: { requires: 'sessions.manage', input: ofMember, ids: { tenant_id: tenant, user_id: member } },
  revokeMemberApiKey: {
    requires: 'sessions.manage',
    confirms: 'ownership',
    input: (seed) => ({ ...ofMember(seed), key_id: seed.own.target.apiKey.id }),
    ids: { tenant_id: tenant, user_id: member, key_id: apiKey },
  },
  getSecurityOverview: { requires: 'sessions.manage', input: ofTenant, ids: { tenant_id: tenant } },
  listMembersAtRisk: {
    requires: 'sessions.manage',
    input: (seed) => ({ ...ofTenant(seed), risk: 'no_second_factor' }),
    ids: { tenant_id: tenant },
  },
  revokeMemberSession: {
    requires: 'sessions.manage',
    confirms: 'ownership',
    input: (seed) => ({ ...ofMember(seed), session_id: seed.own.target.otherSessionId }),
    ids: { tenant_id: tenant, user_id: member, session_id: session },
  },
  revokeOtherSessions: { requires: 'self', input: nothing },
  revokeSession: {
    requires: 'self',
    input: (_, caller) => ({ session_id: caller.otherSessionId }),
    ids: { session_id: session },
  },
} as const satisfies Partial<Record<OperationId, Row>>;
