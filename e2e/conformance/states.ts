import { sharedOwner } from './callers.ts';
import type { Fields } from './client.ts';
import { password } from './installation.ts';
import { claimsOf, me, part, seeRefused, seeSignedOut } from './observations.ts';
import type { Statement } from './statement.ts';
import { same, see } from './verdict.ts';

const tokens: Statement[] = [
  {
    section: '000 §2 Tokens',
    text: 'the access token is a JWT, HS256',
    check: async (installation) => same(part((await sharedOwner(installation)).token, 0).alg, 'HS256', 'alg'),
  },
  {
    section: '000 §2 Tokens',
    text: 'claims are user_id, tenant_id, email, role, iat and exp',
    async check(installation) {
      const owner = await sharedOwner(installation);
      const claims = claimsOf(owner.token);
      same(claims.user_id, owner.userId, 'user_id');
      same(claims.tenant_id, owner.tenantId, 'tenant_id');
      same(claims.email, owner.email, 'email');
      same(claims.role, 'owner', 'role');
      same(Number(claims.exp) - Number(claims.iat), 3600, 'exp - iat');
    },
  },
  {
    section: '000 §4 #16',
    text: 'a new refresh token is issued on each refresh',
    async check(installation) {
      const { refreshToken } = await installation.signIn(await sharedOwner(installation));
      const answer = await installation.call('POST', '/api/v1/auth/refresh', { body: { refresh_token: refreshToken } });
      const isNew = Object.values(answer).some(
        (value) => typeof value === 'string' && value !== refreshToken && value !== answer.access_token,
      );
      see(isNew, `fields ${Object.keys(answer).join(', ')}`);
    },
  },
];

const transitions: Statement[] = [
  {
    section: '000 §3 logout',
    text: 'access token invalidated, refresh token revoked',
    async check(installation) {
      const session = await installation.signIn(await sharedOwner(installation));
      await installation.call('POST', '/api/v1/auth/logout', { token: session.token });
      await seeSignedOut(installation, session.token);
      await seeRefused(installation, 'POST', '/api/v1/auth/refresh', { body: { refresh_token: session.refreshToken } });
    },
  },
  {
    section: '000 §3 revocation',
    text: 'DELETE /api/v1/auth/sessions/{session_id} revokes the session',
    async check(installation) {
      const owner = await installation.signUp();
      const other = await installation.signIn(owner);
      const { sessions } = await installation.call('GET', '/api/v1/auth/sessions', { token: owner.token });
      const target = (sessions as Fields[]).find(({ current }) => current === false);
      await installation.call('DELETE', `/api/v1/auth/sessions/${target?.session_id}`, { token: owner.token });
      await seeSignedOut(installation, other.token);
    },
  },
  {
    section: '000 §3 verification',
    text: 'verify-email makes email_verified true',
    async check(installation) {
      const account = await installation.signUp();
      const token = await installation.mailedToken(account, 'verification', account.email);
      same((await me(installation, account.token)).body.email_verified, false, 'email_verified before');
      await installation.call('GET', `/api/v1/auth/verify-email?token=${encodeURIComponent(token)}`);
      same((await me(installation, account.token)).body.email_verified, true, 'email_verified after');
    },
  },
  {
    section: '000 §3 deletion',
    text: 'access revoked immediately',
    async check(installation) {
      const account = await installation.signUp();
      const body = { confirmation: 'DELETE', password };
      await installation.call('DELETE', '/api/v1/users/me', { token: account.token, body });
      await seeSignedOut(installation, account.token);
    },
  },
  {
    section: '000 §4 #19',
    text: 'confirmation is the literal word DELETE',
    async check(installation) {
      const { token } = await sharedOwner(installation);
      const body = { confirmation: 'delete', password };
      await seeRefused(installation, 'DELETE', '/api/v1/users/me', { token, body });
    },
  },
  {
    section: '000 §3 invitation',
    text: 'the email is sent on creation, also if the address of who invites is not verified',
    async check(installation) {
      const account = await installation.signUp();
      same((await me(installation, account.token)).body.email_verified, false, 'email_verified');
      const email = installation.newEmail();
      const path = `/api/v1/tenants/${account.tenantId}`;
      const body = { email, role: 'member', workspaces: [] };
      await installation.call('POST', `${path}/invitations`, { token: account.token, body });
      // Without a mail server, an email that is due stays in the outbox with no reason to wait.
      const { mails } = await installation.call('GET', `${path}/outbox`, { token: account.token });
      const sent = (mails as Fields[]).find(({ to }) => to === email);
      same(sent?.kind, 'invitation', 'the email to the invitee');
      same(sent?.last_error, null, 'why it waits');
    },
  },
  {
    section: '000 §3 invitation',
    text: 'accepting the link adds the invitee to the tenant with the role',
    async check(installation) {
      const owner = await sharedOwner(installation);
      const admin = await installation.join(owner, 'admin');
      same(admin.tenantId, owner.tenantId, 'tenant_id');
      same((await me(installation, admin.token)).body.role, 'admin', 'role');
    },
  },
  {
    section: '000 §3 invitation',
    text: 'accepting the link adds the invitee to the selected workspaces',
    async check(installation) {
      const owner = await sharedOwner(installation);
      const list = `/api/v1/tenants/${owner.tenantId}/workspaces`;
      const created = await installation.call('POST', list, { token: owner.token, body: { name: 'Client' } });
      const member = await installation.join(owner, 'member', [String(created.workspace_id)]);
      const seen = await installation.call('GET', list, { token: member.token });
      same((seen.workspaces as Fields[]).length, 1, 'the number of workspaces that the invitee sees');
    },
  },
];

/** Seed 000 §2 (tokens) and §3, apart from lifetimes. */
export const states: readonly Statement[] = [...tokens, ...transitions];
