import { testPassword } from '#e2e/support/test-service.ts';
import { markSample } from '#main/storage/store/team/sample-tenants.ts';
import { applicationRows } from './application-permission-rows.ts';
import { customRoleRows } from './custom-role-permission-rows.ts';
import { eventRows } from './event-permission-rows.ts';
import { groupRows } from './group-permission-rows.ts';
import { hostingRows } from './hosting-permission-rows.ts';
import { mailRows } from './mail-permission-rows.ts';
import { passkeyRows } from './passkey-rows.ts';
import {
  absent,
  apiKey,
  asAdminTenant,
  freshEmail,
  member,
  newPassword,
  nothing,
  ofMember,
  ofSecured,
  ofTenant,
  ofTenantItself,
  presentCode,
  secret,
  securedMember,
  signInLinkOf,
  tenant,
  withSecondFactor,
} from './permission-inputs.ts';
import { callerKinds, type OperationId, type Row } from './permission-row.ts';
import { serviceAccountRows } from './service-account-permission-rows.ts';
import { teamRows } from './team-permission-rows.ts';
import { workspaceRows } from './workspace-permission-rows.ts';

/** One row per operation. A new operation without a row does not compile. */
export const rows: Record<OperationId, Row> = {
  signup: {
    requires: 'no credentials',
    repeats: true,
    actor: (_seed, answer) => answer.user_id,
    target: (_seed, answer) => answer.tenant_id,
    input: () => ({ email: freshEmail(), name: 'Fresh', password: newPassword, company_name: 'Fresh' }),
  },
  login: {
    requires: 'no credentials',
    repeats: true,
    actor: ({ own }) => own.target.id,
    input: ({ own }) => ({ email: own.target.email, password: testPassword }),
    ids: { email: { missing: 'nobody@example.org', answer: 'INVALID_CREDENTIALS' } },
  },
  completeLogin: {
    requires: 'no credentials',
    actor: ({ own }) => own.secured.id,
    target: ({ own }) => own.secured.id,
    input: ({ own }) => ({ second_factor_token: own.tokens.secondFactor, code: '000000' }),
    ids: { second_factor_token: secret('LINK_INVALID') },
    prepare: presentCode,
  },
  logout: { requires: 'self', input: nothing },
  getMember: { requires: 'team.read', input: ofMember, ids: { tenant_id: tenant, user_id: member } },
  getTenant: { requires: 'team.read', input: ofTenant, ids: { tenant_id: tenant } },
  getSignInPage: {
    requires: 'no credentials',
    input: ({ own }) => ({ sign_in_slug: own.signInSlug }),
    ids: { sign_in_slug: { missing: 'nowhere', answer: 'NOT_FOUND' } },
  },
  updateTenant: {
    requires: 'policies.manage',
    target: ofTenantItself,
    input: ({ own }) => ({ tenant_id: own.id, name: 'Renamed' }),
    ids: { tenant_id: tenant },
  },
  refresh: {
    requires: 'no credentials',
    input: ({ own }) => ({ refresh_token: own.target.refreshToken }),
    ids: { refresh_token: secret('REFRESH_TOKEN_INVALID') },
  },
  verifyEmail: {
    requires: 'no credentials',
    actor: ({ own }) => own.target.id,
    input: ({ own }) => ({ token: own.tokens.verify }),
    ids: { token: secret('LINK_INVALID') },
  },
  resendVerification: {
    requires: 'no credentials',
    actor: () => 'unknown',
    input: ({ own }) => ({ email: own.target.email }),
  },
  forgotPassword: {
    requires: 'no credentials',
    actor: () => 'unknown',
    input: ({ own }) => ({ email: own.target.email }),
  },
  requestSignInLink: {
    requires: 'no credentials',
    actor: () => 'unknown',
    input: ({ own }) => ({ email: own.target.email }),
  },
  loginWithLink: {
    requires: 'no credentials',
    repeats: true,
    actor: ({ own }) => own.target.id,
    input: () => ({ token: 'none', browser_token: 'none' }),
    ids: { token: secret('LINK_INVALID'), browser_token: secret('LINK_INVALID') },
    prepare: (context, _caller, { own }) => signInLinkOf(context, own.id, own.target),
  },
  resetPassword: {
    requires: 'no credentials',
    actor: ({ own }) => own.target.id,
    input: ({ own }) => ({ token: own.tokens.reset, new_password: newPassword }),
    ids: { token: secret('LINK_INVALID') },
  },
  confirmSession: { requires: 'self', input: () => ({ password: testPassword }) },
  changePassword: {
    requires: 'self',
    confirms: 'always',
    input: () => ({ current_password: testPassword, new_password: newPassword }),
  },
  restoreAccount: {
    requires: 'no credentials',
    actor: ({ own }) => own.pending.id,
    target: ({ own }) => own.pending.id,
    // From the tenant whose member has left. The other tenants' tokens are invalid, because no one there awaits
    // deletion.
    input: ({ own }) => ({ restore_token: own.tokens.restore }),
    ids: { restore_token: secret('LINK_INVALID') },
  },

  cancelEmailChange: {
    requires: 'no credentials',
    actor: ({ own }) => own.target.id,
    input: ({ own }) => ({ token: own.tokens.cancel }),
    ids: { token: secret('LINK_INVALID') },
  },
  changeEmail: {
    requires: 'self',
    confirms: 'always',
    input: () => ({ new_email: freshEmail(), password: testPassword }),
  },
  deleteMe: {
    requires: 'self',
    confirms: 'always',
    input: () => ({ confirmation: 'DELETE', password: testPassword }),
  },
  exportMe: { requires: 'self', input: nothing },
  getMe: { requires: 'self', input: nothing },
  updateMe: {
    requires: 'self',
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

  lookupUndo: {
    requires: 'no credentials',
    input: ({ own }) => ({ token: own.tokens.undo }),
    ids: { token: secret('LINK_INVALID') },
  },
  undoChange: {
    requires: 'no credentials',
    actor: ({ own }) => own.target.id,
    input: ({ own }) => ({ token: own.tokens.undo }),
    ids: { token: secret('LINK_INVALID') },
  },
  confirmSecondFactor: {
    requires: 'self',
    confirms: 'always',
    input: () => ({ code: '000000' }),
    prepare: withSecondFactor('pending'),
  },
  whoAmI: { requires: 'self', input: nothing },
  createApiKey: {
    requires: 'self',
    confirms: 'always',
    input: () => ({ name: 'Tool', scopes: ['self', 'team.read'], password: testPassword }),
  },
  disableSecondFactor: {
    requires: 'self',
    confirms: 'always',
    input: () => ({ password: testPassword, code: '000000' }),
    prepare: withSecondFactor('active'),
  },
  getMemberSecondFactor: {
    requires: 'second_factor.reset',
    input: ofSecured,
    ids: { tenant_id: tenant, user_id: securedMember },
  },
  getSecondFactor: { requires: 'self', input: nothing },
  getApiKey: { requires: 'self', input: (_, caller) => ({ key_id: caller.apiKey.id }), ids: { key_id: apiKey } },
  listApiKeys: { requires: 'self', input: nothing },
  regenerateRecoveryCodes: {
    requires: 'self',
    confirms: 'always',
    input: () => ({ password: testPassword, code: '000000' }),
    prepare: withSecondFactor('active'),
  },
  resetMemberSecondFactor: {
    requires: 'second_factor.reset',
    confirms: 'always',
    target: ({ own }) => own.secured.id,
    input: ofSecured,
    ids: { tenant_id: tenant, user_id: securedMember },
  },
  rollApiKey: {
    requires: 'self',
    confirms: 'always',
    input: (_, caller) => ({ key_id: caller.apiKey.id, password: testPassword }),
    ids: { key_id: apiKey },
  },
  revokeApiKey: {
    requires: 'self',
    input: (_, caller) => ({ key_id: caller.apiKey.id }),
    ids: { key_id: apiKey },
  },
  startSecondFactor: { requires: 'self', confirms: 'always', input: () => ({ password: testPassword }) },

  ...teamRows,
  ...groupRows,
  ...customRoleRows,
  ...applicationRows,
  ...workspaceRows,
  ...serviceAccountRows,

  listAuditEvents: { requires: 'audit.read', input: ofTenant, ids: { tenant_id: tenant } },
  verifyAuditLog: { requires: 'audit.read', target: ofTenantItself, input: ofTenant, ids: { tenant_id: tenant } },

  ...eventRows,
  ...mailRows,
  ...hostingRows,
  // The matrix runs without a folder for backups. Its success is tested next to its handler.
  backUpNow: {
    requires: 'backups.manage',
    target: ofTenantItself,
    input: nothing,
    prepare: asAdminTenant,
    refuses: { stranger: 'FORBIDDEN', owner: 'STATE_CONFLICT' },
  },
  getBackupStatus: { requires: 'backups.manage', input: nothing },
  getPolicies: { requires: 'team.read', input: ofTenant, ids: { tenant_id: tenant } },
  updatePolicies: {
    requires: 'policies.manage',
    confirms: 'always',
    target: ofTenantItself,
    input: ({ own }) => ({ tenant_id: own.id, session_idle_minutes: 10 }),
    ids: { tenant_id: tenant },
  },
  getInstallation: { requires: 'operator', input: () => ({}) },
  getOperatorAccess: { requires: 'self', input: () => ({}) },
  listOrganizations: { requires: 'operator', input: () => ({}) },
  getServiceInfo: { requires: 'settings.read', input: nothing },

  // Tenants exist already, so this is always refused. Its success is tested next to its handler.
  createSampleTenant: {
    requires: 'no credentials',
    input: nothing,
    refuses: Object.fromEntries(callerKinds.map((callerKind) => [callerKind, 'STATE_CONFLICT'])),
  },
  enterSampleTenant: {
    requires: 'no credentials',
    input: nothing,
    refuses: Object.fromEntries(callerKinds.map((callerKind) => [callerKind, 'STATE_CONFLICT'])),
  },
  getWelcome: { requires: 'no credentials', input: nothing },
  removeSampleTenant: {
    requires: 'sample.remove',
    input: ofTenant,
    ids: { tenant_id: tenant },
    prepare: async ({ db }, { tenantId }) => {
      await markSample(db.write, tenantId);
      return {};
    },
  },
};
