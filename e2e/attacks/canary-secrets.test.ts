import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { codeAt } from '#e2e/support/second-factor.ts';
import { createTestApp, type TestApp } from '#e2e/support/test-app.ts';
import { type Answer, callHttp, callTrpc } from '#e2e/support/transports.ts';
import { createLogger } from '#main/platform/logger.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { holdMail } from '#main/storage/store/mail/mail-hold.ts';
import { contract } from '#shared/contract/index.ts';
import type { OperationSpec } from '#shared/contract/operation.ts';

/** Distinctive secrets that are easy to recognize wherever they turn up. */
const seeded = {
  password: 'canary-PASSWORD-ein7Ohph',
  newPassword: 'canary-NEWPASS-quah4Ooz',
  resetPassword: 'canary-RESET-ahC5ieth',
  wrongPassword: 'canary-WRONG-Eeph8uch',
  guess: 'canary-GUESS-token-ohNg3aed',
  mailServer: 'canary-MAILSERVER-ieGh7ahx',
  providerKey: 'canary-PROVIDER-oK9xaeph',
};

const lines: string[] = [];
let server: TestApp;
/** Every secret that was sent or received, by its kind. */
const secrets = new Map<string, string>(Object.entries(seeded));
/** Answers about an account. They must not contain its secrets. */
const exported: string[] = [];
/** Bodies of errors. */
const refusals: string[] = [];

beforeAll(async () => {
  const log = createLogger('trace', {
    write: (line) => {
      lines.push(line);
    },
  });
  server = await createTestApp({}, log);
});
afterAll(() => server.close());

const remember = (what: string, secret: unknown): string => {
  if (typeof secret !== 'string' || secret.length < 16) throw new Error(`${what} is not a secret`);
  secrets.set(`${what} ${secrets.size}`, secret);
  return secret;
};

/** Calls an operation and records the secrets in its answer. */
const call = async (operation: OperationSpec, input: Record<string, unknown>, token?: string, transport = callHttp) => {
  const answer = await transport(server.address, operation, input, { token });
  if (answer.problem) {
    // These errors carry a secret for a caller who has just proved who they are.
    const { restore_token, second_factor_token, ...problem } = answer.problem;
    if (restore_token) remember('restore token', restore_token);
    if (second_factor_token) remember('second-factor token', second_factor_token);
    refusals.push(JSON.stringify(problem));
  }
  const { access_token, refresh_token } = (answer.body ?? {}) as Record<string, unknown>;
  if (access_token) remember('access token', access_token);
  if (refresh_token) remember('refresh token', refresh_token);
  return answer;
};

const fieldOf = ({ body }: Answer, name: string): string => String((body as Record<string, unknown>)[name]);

/** The token from the newest email to an address, as its mailbox receives it. */
const mailedSecret = async (
  recipient: string,
  kind: 'verification' | 'password_reset' | 'invitation' | 'email_changed',
) => {
  await server.app.service.mailWorker.drain();
  const { db, secretBox } = server.app.context;
  const mail = await tablesOf(db.read)
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', recipient)
    .where('kind', '=', kind)
    .where('sealed_secret', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return remember(`${kind} link`, secretBox.open('mails.sealed_secret', mail));
};

/** Uses the other ways to sign in: two-factor authentication and API keys. */
const secondFactorAndKeys = async (): Promise<void> => {
  const { auth, profile, security } = contract;
  const account = { email: 'secured@example.com', password: seeded.password };
  const { password } = account;
  await call(auth.signup, { ...account, name: 'Secured', company_name: 'Co' });
  const token = fieldOf(await call(auth.login, account), 'access_token');
  const started = await call(security.startSecondFactor, { password }, token);
  const secret = remember('second-factor secret', fieldOf(started, 'secret'));
  const confirmed = await call(security.confirmSecondFactor, { code: codeAt(secret, server.clock.now()) }, token);
  const { recovery_codes } = confirmed.body as { recovery_codes: string[] };
  for (const code of recovery_codes) remember('recovery code', code);
  const pending = await call(auth.login, account);
  const { second_factor_token } = pending.problem ?? {};
  await call(auth.completeLogin, { second_factor_token: seeded.guess, code: recovery_codes[0] });
  await call(auth.completeLogin, { second_factor_token, code: seeded.guess }, undefined, callTrpc);
  await call(auth.completeLogin, { second_factor_token, code: recovery_codes[0] });
  const created = await call(security.createApiKey, { name: 'Canary', scopes: ['self'], password }, token);
  const key = remember('API key', fieldOf(created, 'key'));
  await call(profile.getMe, {}, key);
  await call(profile.getMe, {}, `${key}x`);
  await call(security.listApiKeys, {}, key, callTrpc);
  const accountExport = await call(profile.exportMe, {}, token);
  const listed = await call(security.listApiKeys, {}, token);
  exported.push(accountExport.text, listed.text);
  await call(security.disableSecondFactor, { password, code: recovery_codes[1] }, token);
};

/** Sets a mail server with a password, then uses it with no one listening. */
const mailServer = async (token: string, password: string): Promise<void> => {
  const { mail } = contract;
  const given = {
    host: '127.0.0.1',
    port: 1,
    security: 'none',
    username: 'castellan',
    server_password: seeded.mailServer,
    sender_name: 'Castellan',
    sender_address: 'castellan@example.com',
    kept_mails: 'send',
    password,
  };
  await call(mail.updateMailSettings, { ...given, port: seeded.mailServer }, token, callTrpc);
  const set = await call(mail.updateMailSettings, given, token);
  const tried = await call(mail.sendTestMail, {}, token);
  expect(fieldOf(tried, 'outcome')).toBe('connection_refused');
  await server.app.service.mailWorker.drain();
  const read = await call(mail.getMailSettings, {}, token);
  exported.push(set.text, tried.text, read.text);
  await holdMail(server.app.context.db.write, { reason: 'restored', held_at: server.clock.now() });
  await call(mail.releaseHeldMail, { kept_mails: 'keep' }, token);
  await call(mail.deleteMailSettings, { password }, token);
};

/** Sets an API key for the hosting provider, then uses it with no one listening. */
const hostingProvider = async (token: string): Promise<void> => {
  const { hosting } = contract;
  const given = {
    mode: 'live',
    base_url: 'https://127.0.0.1:1/cloud/api.php',
    key: seeded.providerKey,
    allow_private_addresses: true,
  };
  await call(hosting.updateProviderSettings, { ...given, mode: seeded.providerKey }, token, callTrpc);
  const set = await call(hosting.updateProviderSettings, given, token);
  const tried = await call(hosting.testProviderConnection, {}, token);
  expect(tried.text).toContain('"reason":"network"');
  await call(hosting.syncServers, {}, token);
  await call(hosting.getPriceList, {}, token, callTrpc);
  const read = await call(hosting.getProviderSettings, {}, token);
  exported.push(set.text, tried.text, read.text);
};

/** Calls everything that handles a secret, correctly and incorrectly, on both transports. */
const journey = async (): Promise<void> => {
  const { auth, profile, team, mail, sessions } = contract;
  const email = 'journey@example.com';
  const { password, newPassword, wrongPassword, guess } = seeded;
  await call(auth.signup, { email, name: 'Journey', password, company_name: 'Co' });
  await call(auth.signup, { email, name: 'Journey', password, company_name: 'Co' });
  await call(auth.signup, { email: 'no', name: '', password, company_name: '', secret: guess });
  await call(auth.login, { email, password: wrongPassword });
  await call(auth.login, { email, password, extra: guess }, undefined, callTrpc);
  const login = await call(auth.login, { email, password });
  const token = fieldOf(login, 'access_token');
  const tenant_id = fieldOf(await call(profile.getMe, {}, token), 'tenant_id');
  await call(profile.getMe, {}, guess);
  await call(profile.getMe, {}, `${token}x`);
  await call(auth.verifyEmail, { token: guess });
  await call(auth.verifyEmail, { token: await mailedSecret(email, 'verification') });
  const refreshed = await call(auth.refresh, { refresh_token: fieldOf(login, 'refresh_token') });
  await call(auth.refresh, { refresh_token: guess }, undefined, callTrpc);
  await call(auth.refresh, { refresh_token: [fieldOf(refreshed, 'refresh_token')] });
  await call(profile.getMe, {}, fieldOf(refreshed, 'access_token'));
  await call(auth.changePassword, { current_password: wrongPassword, new_password: newPassword }, token);
  await call(auth.changePassword, { current_password: password, new_password: password }, token);
  await call(auth.changePassword, { current_password: password, new_password: newPassword }, token, callTrpc);
  await call(profile.changeEmail, { new_email: 'next@example.com', password: newPassword }, token);
  await mailedSecret(email, 'email_changed');
  await call(auth.verifyEmail, { token: await mailedSecret('next@example.com', 'verification') });
  await call(team.inviteMember, { tenant_id, email: 'guest@example.com', role: 'admin' }, token);
  const { body } = await call(mail.listMails, { tenant_id }, token);
  const [first] = (body as { mails: { mail_id: string }[] }).mails;
  const preview = await call(mail.getMail, { tenant_id, mail_id: first?.mail_id }, token);
  expect(preview.text).not.toContain('#token=');
  const invitation = await mailedSecret('guest@example.com', 'invitation');
  await call(team.lookupInvitation, { token: invitation });
  await call(team.acceptInvitation, { token: guess, name: 'Guest', password });
  const guest = await call(team.acceptInvitation, { token: invitation, name: 'Guest', password });
  await call(sessions.listSessions, {}, fieldOf(guest, 'access_token'));
  await call(auth.forgotPassword, { email: 'guest@example.com' });
  const reset = await mailedSecret('guest@example.com', 'password_reset');
  await call(auth.resetPassword, { token: reset, new_password: 'with a nul \0' });
  const again = await call(auth.resetPassword, { token: reset, new_password: seeded.resetPassword });
  await call(auth.resetPassword, { token: reset, new_password: seeded.resetPassword }, undefined, callTrpc);
  const guestToken = fieldOf(again, 'access_token');
  await call(profile.deleteMe, { confirmation: 'DELETE', password: wrongPassword }, guestToken);
  await call(profile.deleteMe, { confirmation: 'DELETE', password: seeded.resetPassword }, guestToken);
  const pending = await call(auth.login, { email: 'guest@example.com', password: seeded.resetPassword });
  await call(auth.restoreAccount, { restore_token: guess });
  await call(auth.restoreAccount, { restore_token: pending.problem?.restore_token });
  await mailServer(token, newPassword);
  await hostingProvider(token);
  await secondFactorAndKeys();
  // Reusing a spent refresh token ends its session and logs a warning.
  server.clock.advance(60_000);
  await call(auth.refresh, { refresh_token: fieldOf(login, 'refresh_token') });
  await call(auth.logout, {}, token);
  const failure = vi.spyOn(server.app.context.passwords, 'verify');
  failure.mockRejectedValue(new Error('the worker has died'));
  await call(auth.login, { email: 'next@example.com', password: newPassword });
  failure.mockRestore();
};

/** Which secrets a text contains, verbatim or in an equivalent encoding. */
const leakedIn = (text: string): string[] =>
  [...secrets]
    .filter(([, secret]) =>
      [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')].some((form) => text.includes(form)),
    )
    .map(([what]) => what);

describe('a journey with every secret, at the lowest log level', () => {
  beforeAll(async () => {
    await journey();
  });

  it('handles every kind of secret', () => {
    const kinds = new Set([...secrets.keys()].map((what) => what.replace(/ \d+$/, '')));
    expect([...kinds].sort()).toEqual(
      [
        ...Object.keys(seeded),
        'API key',
        'access token',
        'email_changed link',
        'invitation link',
        'password_reset link',
        'recovery code',
        'refresh token',
        'restore token',
        'second-factor secret',
        'second-factor token',
        'verification link',
      ].sort(),
    );
    expect(refusals.length).toBeGreaterThanOrEqual(15);
  });

  it('writes none to the log, and does write log entries', () => {
    const entries = lines.map((line) => JSON.parse(line) as { operation?: string; msg: string });
    for (const { operation } of [contract.auth.login, contract.auth.resetPassword, contract.profile.getMe].map(
      (one) => ({
        operation: one.id,
      }),
    )) {
      expect(entries.some((entry) => entry.operation === operation)).toBe(true);
    }
    expect(entries.some(({ msg }) => msg === 'failed')).toBe(true);
    expect(leakedIn(lines.join(''))).toEqual([]);
  });

  it('returns none in an error', () => {
    expect(leakedIn(refusals.join('\n'))).toEqual([]);
  });

  it('returns none in an account export, a list of API keys, or the settings of external services', () => {
    expect(exported).toHaveLength(8);
    expect(exported.join('\n')).toContain('castellan_');
    expect(leakedIn(exported.join('\n'))).toEqual([]);
  });

  it('stores none in plain text in the data folder', async () => {
    const entries = await readdir(server.dataDir, { withFileTypes: true });
    // The socket for commands stores nothing, and can't be read.
    const files = entries.filter((entry) => !entry.isSocket()).map(({ name }) => name);
    expect(files).toContain('castellan.db');
    for (const file of files) {
      const content = await readFile(join(server.dataDir, file), 'latin1');
      expect([file, ...leakedIn(content)]).toEqual([file]);
    }
  });

  it('finds a secret that is present (check of the search itself)', () => {
    expect(leakedIn(`{"note":"${seeded.password}"}`)).toEqual(['password']);
    expect(leakedIn(Buffer.from(seeded.guess).toString('base64'))).toEqual(['guess']);
  });
});
