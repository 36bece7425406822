import { testPassword } from '#e2e/support/test-service.ts';
import { holdMail } from '#main/storage/store/mail/mail-hold.ts';
import { markSample } from '#main/storage/store/team/sample-tenants.ts';
import { hostingRows } from './hosting-permission-rows.ts';
import { passkeyRows } from './passkey-rows.ts';
import {
  absent,
  apiKey,
  asAdminTenant,
  freshEmail,
  invitation,
  mail,
  member,
  newPassword,
  nothing,
  ofInvitation,
  ofMember,
  ofSecured,
  ofTenant,
  presentCode,
  secret,
  securedMember,
  session,
  tenant,
  withDisabledTarget,
  withMailServer,
  withSecondFactor,
} from './permission-inputs.ts';
import { callerKinds, type OperationId, type Row } from './permission-row.ts';
import { workspaceRows } from './workspace-permission-rows.ts';

/** One row per operation. A new operation without a row does not compile. */
export const rows: Record<OperationId, Row> = {
  signup: {
    input: () => ({ email: freshEmail(), name: 'Fresh', password: newPassword, company_name: 'Fresh' }),
  },
  login: {
    input: ({ own }) => ({ email: own.target.email, password: testPassword }),
    ids: { email: { missing: 'nobody@example.org', answer: 'INVALID_CREDENTIALS' } },
  },
  completeLogin: {
    input: ({ own }) => ({ second_factor_token: own.tokens.secondFactor, code: '000000' }),
    ids: { second_factor_token: secret('LINK_INVALID') },
    prepare: presentCode,
  },
  logout: { input: nothing },
  getMember: { input: ofMember, ids: { tenant_id: tenant, user_id: member } },
  getTenant: { input: ofTenant, ids: { tenant_id: tenant } },
  updateTenant: { input: ({ own }) => ({ tenant_id: own.id, name: 'Renamed' }), ids: { tenant_id: tenant } },
  refresh: {
    input: ({ own }) => ({ refresh_token: own.target.refreshToken }),
    ids: { refresh_token: secret('REFRESH_TOKEN_INVALID') },
  },
  verifyEmail: { input: ({ own }) => ({ token: own.tokens.verify }), ids: { token: secret('LINK_INVALID') } },
  resendVerification: { input: ({ own }) => ({ email: own.target.email }) },
  forgotPassword: { input: ({ own }) => ({ email: own.target.email }) },
  resetPassword: {
    input: ({ own }) => ({ token: own.tokens.reset, new_password: newPassword }),
    ids: { token: secret('LINK_INVALID') },
  },
  confirmSession: { input: () => ({ password: testPassword }) },
  changePassword: { input: () => ({ current_password: testPassword, new_password: newPassword }) },
  restoreAccount: {
    // From the tenant whose member has left. The other tenants' tokens are invalid, because no one there awaits
    // deletion.
    input: ({ own }) => ({ restore_token: own.tokens.restore }),
    ids: { restore_token: secret('LINK_INVALID') },
  },

  cancelEmailChange: { input: ({ own }) => ({ token: own.tokens.cancel }), ids: { token: secret('LINK_INVALID') } },
  changeEmail: { input: () => ({ new_email: freshEmail(), password: testPassword }) },
  deleteMe: { input: () => ({ confirmation: 'DELETE', password: testPassword }) },
  exportMe: { input: nothing },
  getMe: { input: nothing },
  updateMe: {
    input: ({ own }) => ({ name: 'Renamed', preferences: { default_workspace: own.workspace.id } }),
    ids: {
      preferences: {
        foreign: ({ foreign }) => ({ default_workspace: foreign.workspace.id }),
        missing: { default_workspace: `ws_${absent}` },
        answer: 'VALIDATION_FAILED',
      },
    },
    refuses: { outsider: 'VALIDATION_FAILED', stranger: 'VALIDATION_FAILED' },
  },

  ...passkeyRows,

  lookupUndo: { input: ({ own }) => ({ token: own.tokens.undo }), ids: { token: secret('LINK_INVALID') } },
  undoChange: { input: ({ own }) => ({ token: own.tokens.undo }), ids: { token: secret('LINK_INVALID') } },
  confirmSecondFactor: { input: () => ({ code: '000000' }), prepare: withSecondFactor('pending') },
  createApiKey: { input: () => ({ name: 'Tool', scopes: ['self', 'team.read'], password: testPassword }) },
  disableSecondFactor: {
    input: () => ({ password: testPassword, code: '000000' }),
    prepare: withSecondFactor('active'),
  },
  getMemberSecondFactor: { input: ofSecured, ids: { tenant_id: tenant, user_id: securedMember } },
  getSecondFactor: { input: nothing },
  listApiKeys: { input: nothing },
  regenerateRecoveryCodes: {
    input: () => ({ password: testPassword, code: '000000' }),
    prepare: withSecondFactor('active'),
  },
  resetMemberSecondFactor: { input: ofSecured, ids: { tenant_id: tenant, user_id: securedMember } },
  revokeApiKey: { input: (_, caller) => ({ key_id: caller.apiKey.id }), ids: { key_id: apiKey } },
  startSecondFactor: { input: () => ({ password: testPassword }) },

  acceptInvitation: {
    input: ({ own }) => ({ token: own.invitationToken, name: 'Invitee', password: newPassword }),
    ids: { token: secret('LINK_INVALID') },
  },
  changeRole: {
    input: (seed) => ({ ...ofMember(seed), role: 'admin' }),
    keys: { refused: 'API_KEY_REFUSED', accepted: { role: 'member' } },
    ids: { tenant_id: tenant, user_id: member },
  },
  changeRoles: {
    input: ({ own }) => ({ tenant_id: own.id, user_ids: [own.target.id], role: 'admin' }),
    ids: { tenant_id: tenant },
  },
  copyInvitationLink: { input: ofInvitation, ids: { tenant_id: tenant, invitation_id: invitation } },
  createMemberLink: {
    input: (seed) => ({ ...ofMember(seed), purpose: 'reset_password' }),
    ids: { tenant_id: tenant, user_id: member },
  },
  inviteMember: {
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
    input: ({ own }) => ({ tenant_id: own.id, emails: [freshEmail()], role: 'admin', workspaces: [own.workspace.id] }),
    ids: { tenant_id: tenant },
  },
  listInvitations: { input: ofTenant, ids: { tenant_id: tenant } },
  listMemberWorkspaces: { input: ofMember, ids: { tenant_id: tenant, user_id: member } },
  listMembers: { input: ofTenant, ids: { tenant_id: tenant } },
  lookupInvitation: { input: ({ own }) => ({ token: own.invitationToken }), ids: { token: secret('LINK_INVALID') } },
  previewRemoval: {
    input: ({ own }) => ({ tenant_id: own.id, user_ids: own.target.id }),
    ids: { tenant_id: tenant },
  },
  removeMember: { input: ofMember, ids: { tenant_id: tenant, user_id: member } },
  removeMembers: {
    input: ({ own }) => ({ tenant_id: own.id, user_ids: [own.target.id] }),
    ids: { tenant_id: tenant },
  },
  resendInvitation: { input: ofInvitation, ids: { tenant_id: tenant, invitation_id: invitation } },
  revokeInvitation: { input: ofInvitation, ids: { tenant_id: tenant, invitation_id: invitation } },
  transferOwnership: {
    input: (seed) => ({ ...ofMember(seed), password: testPassword }),
    ids: { tenant_id: tenant, user_id: member },
  },

  countSessions: { input: ofTenant, ids: { tenant_id: tenant } },
  getSession: { input: nothing },
  listMemberSessions: { input: ofMember, ids: { tenant_id: tenant, user_id: member } },
  listSessionHistory: { input: nothing },
  listSessions: { input: nothing },
  listTeamSessions: { input: ofTenant, ids: { tenant_id: tenant } },
  revokeMemberSessions: { input: ofMember, ids: { tenant_id: tenant, user_id: member } },
  disableMember: { input: ofMember, ids: { tenant_id: tenant, user_id: member } },
  enableMember: {
    input: ofMember,
    ids: { tenant_id: tenant, user_id: member },
    prepare: withDisabledTarget,
  },
  markEmailVerified: { input: ofMember, ids: { tenant_id: tenant, user_id: member } },
  listMemberApiKeys: { input: ofMember, ids: { tenant_id: tenant, user_id: member } },
  revokeMemberApiKey: {
    input: (seed) => ({ ...ofMember(seed), key_id: seed.own.target.apiKey.id }),
    ids: { tenant_id: tenant, user_id: member, key_id: apiKey },
  },
  getSecurityOverview: { input: ofTenant, ids: { tenant_id: tenant } },
  listMembersAtRisk: {
    input: (seed) => ({ ...ofTenant(seed), risk: 'no_second_factor' }),
    ids: { tenant_id: tenant },
  },
  revokeMemberSession: {
    input: (seed) => ({ ...ofMember(seed), session_id: seed.own.target.otherSessionId }),
    ids: { tenant_id: tenant, user_id: member, session_id: session },
  },
  revokeOtherSessions: { input: nothing },
  revokeSession: { input: (_, caller) => ({ session_id: caller.otherSessionId }), ids: { session_id: session } },

  ...workspaceRows,

  listAuditEvents: { input: ofTenant, ids: { tenant_id: tenant } },
  verifyAuditLog: { input: ofTenant, ids: { tenant_id: tenant } },

  getMail: {
    input: ({ own }) => ({ tenant_id: own.id, mail_id: own.mails.queued }),
    ids: { tenant_id: tenant, mail_id: mail },
  },
  getMailActivity: { input: ofTenant, ids: { tenant_id: tenant } },
  listMails: { input: ofTenant, ids: { tenant_id: tenant } },
  retryMail: {
    input: ({ own }) => ({ tenant_id: own.id, mail_id: own.mails.abandoned }),
    ids: { tenant_id: tenant, mail_id: { ...mail, foreign: ({ foreign }) => foreign.mails.abandoned } },
  },
  revealMailLink: {
    input: ({ own }) => ({ tenant_id: own.id, mail_id: own.mails.queued }),
    ids: { tenant_id: tenant, mail_id: mail },
  },

  ...hostingRows,
  // The matrix runs without a folder for backups. Its success is tested next to its handler.
  backUpNow: {
    input: nothing,
    prepare: asAdminTenant,
    refuses: { stranger: 'FORBIDDEN', owner: 'STATE_CONFLICT' },
  },
  getBackupStatus: { input: nothing },
  deleteMailSettings: {
    input: () => ({ password: testPassword }),
    prepare: withMailServer,
    refuses: { stranger: 'FORBIDDEN' },
  },
  getMailSettings: { input: nothing },
  getPolicies: { input: ofTenant, ids: { tenant_id: tenant } },
  updatePolicies: {
    input: ({ own }) => ({ tenant_id: own.id, session_idle_minutes: 10 }),
    ids: { tenant_id: tenant },
  },
  getInstallation: { input: () => ({}) },
  getOperatorAccess: { input: () => ({}) },
  listOrganizations: { input: () => ({}) },
  getServiceInfo: { input: nothing },
  releaseHeldMail: {
    input: () => ({ kept_mails: 'keep' }),
    prepare: async (context, caller, seed) => {
      await holdMail(context.db.write, { reason: 'restored', held_at: context.clock.now() });
      return asAdminTenant(context, caller, seed);
    },
    refuses: { stranger: 'FORBIDDEN' },
  },
  sendTestMail: { input: nothing, prepare: withMailServer, refuses: { stranger: 'FORBIDDEN' } },
  updateMailSettings: {
    input: () => ({
      host: '127.0.0.1',
      port: 1,
      security: 'none',
      username: '',
      sender_name: 'Castellan',
      sender_address: 'castellan@example.org',
      kept_mails: 'keep',
      password: testPassword,
    }),
    prepare: asAdminTenant,
    refuses: { stranger: 'FORBIDDEN' },
  },

  // Tenants exist already, so this is always refused. Its success is tested next to its handler.
  createSampleTenant: {
    input: nothing,
    refuses: Object.fromEntries(callerKinds.map((callerKind) => [callerKind, 'STATE_CONFLICT'])),
  },
  enterSampleTenant: {
    input: nothing,
    refuses: Object.fromEntries(callerKinds.map((callerKind) => [callerKind, 'STATE_CONFLICT'])),
  },
  getWelcome: { input: nothing },
  removeSampleTenant: {
    input: ofTenant,
    ids: { tenant_id: tenant },
    prepare: async ({ db }, { tenantId }) => {
      await markSample(db.write, tenantId);
      return {};
    },
  },
};
