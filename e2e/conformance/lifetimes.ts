import { sharedOwner } from './callers.ts';
import { type Account, day, hour, type Installation, minute, password } from './installation.ts';
import { claimsOf, me, seeRefused, seeSignedOut } from './observations.ts';
import { notTried, type Statement } from './statement.ts';
import { same, see } from './verdict.ts';

const deletion = { confirmation: 'DELETE', password };

/** Deletes an account and moves the clock to `seconds` after the request. */
const deleteAndWait = async (installation: Installation, account: Account, seconds: number): Promise<void> => {
  await installation.call('DELETE', '/api/v1/users/me', { token: account.token, body: deletion });
  await installation.advance(seconds);
};

const verifyPath = (token: string) => `/api/v1/auth/verify-email?token=${encodeURIComponent(token)}`;

/** A reset token of the account, which must still be signed in to read its outbox. */
const resetToken = async (installation: Installation, account: Account): Promise<string> => {
  await installation.call('POST', '/api/v1/auth/forgot-password', { body: { email: account.email } });
  return installation.mailedToken(account, 'password_reset', account.email);
};

/** Seed 000 §8 and the lifetimes of §2, §3 and §5. Each check makes its own accounts, because it moves the clock. */
export const lifetimes: readonly Statement[] = [
  {
    section: '000 §8',
    text: 'account deletion grace period is 30 days: scheduled_deletion',
    async check(installation) {
      const account = await installation.signUp();
      const requestedAt = Number(claimsOf(account.token).iat);
      const answer = await installation.call('DELETE', '/api/v1/users/me', { token: account.token, body: deletion });
      const ahead = Date.parse(String(answer.scheduled_deletion)) / 1_000 - requestedAt;
      see(Math.abs(ahead - 30 * day) < 5 * minute, `scheduled_deletion is ${ahead} s ahead`);
    },
  },
  {
    section: '000 §8',
    text: 'inactivity logout after 30 minutes: not before',
    async check(installation) {
      const { token } = await installation.signUp();
      await installation.advance(29 * minute);
      same((await me(installation, token)).status, 200, 'the status after 29 minutes');
    },
  },
  {
    section: '000 §8',
    text: 'inactivity logout after 30 minutes',
    async check(installation) {
      const session = await installation.signUp();
      await installation.advance(31 * minute);
      await seeSignedOut(installation, session.token);
      await seeRefused(installation, 'POST', '/api/v1/auth/refresh', { body: { refresh_token: session.refreshToken } });
    },
  },
  {
    section: '000 §8',
    text: 'access token lifetime is 1 hour: of an active session, too',
    async check(installation) {
      const session = await installation.signUp();
      for (const minutes of [29, 29]) {
        await installation.advance(minutes * minute);
        same((await me(installation, session.token)).status, 200, 'the status within the hour');
      }
      await installation.advance(3 * minute);
      await seeSignedOut(installation, session.token);
      const body = { refresh_token: session.refreshToken };
      await installation.call('POST', '/api/v1/auth/refresh', { body });
    },
  },
  {
    section: '000 §8',
    text: 'verification link lifetime is 24 hours: not less',
    async check(installation) {
      const account = await installation.signUp();
      const token = await installation.mailedToken(account, 'verification', account.email);
      await installation.advance(24 * hour - 10 * minute);
      await installation.call('GET', verifyPath(token));
    },
  },
  {
    section: '000 §8',
    text: 'verification link lifetime is 24 hours',
    async check(installation) {
      const account = await installation.signUp();
      const token = await installation.mailedToken(account, 'verification', account.email);
      await installation.advance(24 * hour + minute);
      await seeRefused(installation, 'GET', verifyPath(token), {});
    },
  },
  {
    section: '000 §8',
    text: 'reset link lifetime is 1 hour: not less',
    async check(installation) {
      const token = await resetToken(installation, await installation.signUp());
      await installation.advance(55 * minute);
      const body = { token, new_password: 'Another horse 2 battery' };
      await installation.call('POST', '/api/v1/auth/reset-password', { body });
    },
  },
  {
    section: '000 §8',
    text: 'reset link lifetime is 1 hour',
    async check(installation) {
      const token = await resetToken(installation, await installation.signUp());
      await installation.advance(61 * minute);
      const body = { token, new_password: 'Another horse 2 battery' };
      await seeRefused(installation, 'POST', '/api/v1/auth/reset-password', { body });
    },
  },
  {
    section: '000 §2 Invitation',
    text: 'the invitation link works until expires_at, and not after',
    async check(installation) {
      const owner = await installation.signUp();
      const email = installation.newEmail();
      const created = await installation.call('POST', `/api/v1/tenants/${owner.tenantId}/invitations`, {
        token: owner.token,
        body: { email, role: 'member', workspaces: [] },
      });
      const token = await installation.mailedToken(owner, 'invitation', email);
      const left = Date.parse(String(created.expires_at)) / 1_000 - Number(claimsOf(owner.token).iat);
      await installation.advance(Math.ceil(left) + minute);
      const body = { token, name: 'Late', password };
      await seeRefused(installation, 'POST', '/api/v1/invitations/accept', { body });
    },
  },
  {
    section: '000 §3 deletion',
    text: 'pending deletion lasts 30 days: the account is not deleted before',
    async check(installation) {
      const account = await installation.signUp();
      await deleteAndWait(installation, account, 30 * day - hour);
      const body = { email: account.email, name: 'Again', password, company_name: 'Again' };
      await seeRefused(installation, 'POST', '/api/v1/auth/signup', { body });
    },
  },
  {
    section: '000 §3 deletion',
    text: '30 days elapse: permanently deleted, and its address is free',
    async check(installation) {
      const account = await installation.signUp();
      await deleteAndWait(installation, account, 30 * day + hour);
      await seeRefused(installation, 'POST', '/api/v1/auth/login', { body: { email: account.email, password } });
      const body = { email: account.email, name: 'Again', password, company_name: 'Again' };
      await installation.call('POST', '/api/v1/auth/signup', { body });
    },
  },
  {
    section: '000 §3 deletion',
    text: 'all data deleted: the team keeps nothing that names the member',
    async check(installation) {
      const owner = await installation.signUp();
      const member = await installation.join(owner);
      await deleteAndWait(installation, member, 30 * day + hour);
      const { token } = await installation.signIn(owner);
      for (const list of ['users', 'invitations', 'outbox', 'audit']) {
        const { text } = await installation.send('GET', `/api/v1/tenants/${owner.tenantId}/${list}`, { token });
        see(!text.includes(member.email), `${list} still has the address`);
      }
    },
  },
  notTried(
    '000 §8',
    'refresh token lifetime is 30 days',
    'a session without activity ends after 30 minutes, and each refresh replaces the token',
  ),
  {
    section: '000 §4 #16',
    text: 'an active session is refreshed for more than a day',
    async check(installation) {
      let { refreshToken } = await installation.signUp();
      for (let minutes = 0; minutes <= 25 * 60; minutes += 29) {
        await installation.advance(29 * minute);
        const body = { refresh_token: refreshToken };
        refreshToken = String((await installation.call('POST', '/api/v1/auth/refresh', { body })).refresh_token);
      }
    },
  },
  {
    section: '000 §2 Workspace',
    text: 'health score from 0 to 100',
    async check(installation) {
      const owner = await installation.signIn(await sharedOwner(installation));
      const path = `/api/v1/tenants/${owner.tenantId}/workspaces`;
      const created = await installation.call('POST', path, { token: owner.token, body: { name: 'Health' } });
      const score = Number(created.health_score);
      see(Number.isInteger(score) && score >= 0 && score <= 100, `health_score is ${created.health_score}`);
    },
  },
];
