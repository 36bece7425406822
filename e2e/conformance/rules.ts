import { sharedOwner } from './callers.ts';
import type { Fields } from './client.ts';
import { type Account, password } from './installation.ts';
import { me, seeRefused, seeSignedOut } from './observations.ts';
import { notTried, type Statement } from './statement.ts';
import { same, see } from './verdict.ts';

const users = (owner: Account) => `/api/v1/tenants/${owner.tenantId}/users`;

const ownName = 'Ada Lovelace';
/** Passwords that meet the limit of 000 §8 and nothing else. */
const minimalPasswords = [
  ['the word password', 'password'],
  ["the account's own name", ownName],
] as const;

const passwordParts = ['uppercase letter', 'lowercase letter', 'digit'];

/** Business rules of seed 000 §1 to §8, and what no request can judge. */
export const rules: readonly Statement[] = [
  {
    section: '000 §1',
    text: 'tenant data is isolated per tenant',
    async check(installation) {
      const stranger = await installation.signUp();
      const owner = await sharedOwner(installation);
      await seeRefused(installation, 'GET', users(owner), { token: stranger.token });
    },
  },
  {
    section: '000 §4 #8',
    text: 'a wrong current password changes nothing',
    async check(installation) {
      const owner = await sharedOwner(installation);
      const body = { current_password: 'Wrong horse 1 battery', new_password: 'Another horse 2 battery' };
      await seeRefused(installation, 'POST', '/api/v1/auth/change-password', { token: owner.token, body });
      await installation.signIn(owner);
    },
  },
  {
    section: '000 §4 #11',
    text: 'the new address must be verified',
    async check(installation) {
      const account = await installation.signUp();
      const body = { new_email: installation.newEmail(), password };
      await installation.call('POST', '/api/v1/users/me/change-email', { token: account.token, body });
      same((await me(installation, account.token)).body.email, account.email, 'email before verification');
      const token = await installation.mailedToken(account, 'verification', body.new_email);
      await installation.call('GET', `/api/v1/auth/verify-email?token=${encodeURIComponent(token)}`);
      same((await me(installation, account.token)).body.email, body.new_email, 'email after verification');
    },
  },
  {
    section: '000 §4 #14',
    text: 'the role of a member changes',
    async check(installation) {
      const owner = await sharedOwner(installation);
      const member = await installation.join(owner);
      await installation.call('PUT', `${users(owner)}/${member.userId}`, {
        token: owner.token,
        body: { role: 'admin' },
      });
      same((await me(installation, member.token)).body.role, 'admin', 'role');
    },
  },
  {
    section: '000 §4 #15',
    text: 'the user is removed from the tenant and loses access',
    async check(installation) {
      const owner = await sharedOwner(installation);
      const member = await installation.join(owner);
      await installation.call('DELETE', `${users(owner)}/${member.userId}`, { token: owner.token });
      await seeSignedOut(installation, member.token);
      const { users: listed } = await installation.call('GET', users(owner), { token: owner.token });
      see(!(listed as Fields[]).some(({ user_id }) => user_id === member.userId), 'the member is still listed');
    },
  },
  ...['forgot-password', 'resend-verification'].map(
    (name): Statement => ({
      section: '000 §7 1',
      text: `${name} answers the same for every email`,
      async check(installation) {
        const { email } = await sharedOwner(installation);
        const path = `/api/v1/auth/${name}`;
        const known = await installation.call('POST', path, { body: { email } });
        const unknown = await installation.call('POST', path, { body: { email: installation.newEmail() } });
        same(JSON.stringify(unknown), JSON.stringify(known), 'the answer for an unknown address');
      },
    }),
  ),
  {
    section: '000 §8',
    text: 'password minimum length is 8 characters',
    async check(installation) {
      const body = { email: installation.newEmail(), name: 'Short', password: 'Aa1xyzq', company_name: 'Short' };
      await seeRefused(installation, 'POST', '/api/v1/auth/signup', { body });
    },
  },
  ...minimalPasswords.map(
    ([what, chosen]): Statement => ({
      section: '000 §8',
      text: `the minimum length is the only limit: ${what} is accepted`,
      async check(installation) {
        const email = installation.newEmail();
        const body = { email, name: ownName, password: chosen, company_name: 'Minimal' };
        await installation.call('POST', '/api/v1/auth/signup', { body });
        await installation.call('POST', '/api/v1/auth/login', { body: { email, password: chosen } });
      },
    }),
  ),
  ...passwordParts.map((name) =>
    notTried(
      '000 §2 Password requirements',
      `at least one ${name}`,
      'server-side enforcement is listed as not yet available (000 §1)',
    ),
  ),
  notTried('000 §5 1', 'credentials are validated by an identity provider', 'not visible from outside'),
  notTried('000 §5 6', 'IP addresses are logged for security monitoring', 'the log is not visible from outside'),
  notTried('000 §2 Workspace', 'its campaigns are isolated', 'no operation on campaigns: not shown'),
  notTried('000 §2 Workspace', 'its leads are isolated', 'no operation on leads: not shown'),
  notTried('000 §2 Workspace', 'its settings are isolated', 'their fields and operations: not shown'),
];
