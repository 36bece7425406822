import { describe, expect, it } from 'vitest';
import { createKey } from '#e2e/support/api-keys.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { addPasskey } from '#e2e/support/passkey-owner.ts';
import { siteOf } from '#e2e/support/passkeys.ts';
import { setPolicies } from '#e2e/support/policies.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { enrol, nextCode, seededSecret } from '#e2e/support/second-factor.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract, operations } from '#shared/contract/index.ts';
import { minute } from '#shared/rules/limits.ts';
import type { ErrorKey } from '#shared/texts/errors.ts';
import { hashSecret } from '../../security/refresh-tokens.ts';
import { tablesOf } from '../../storage/database/tables.ts';
import { issueToken } from '../identity/one-time-tokens.ts';

/** Everything to which a token of one purpose can be presented. */
const endpoints = {
  verify: { operation: contract.auth.verifyEmail, field: 'token', refusal: 'LINK_INVALID' },
  reset: { operation: contract.auth.resetPassword, field: 'token', refusal: 'LINK_INVALID' },
  signInLink: { operation: contract.auth.loginWithLink, field: 'token', refusal: 'LINK_INVALID' },
  lookup: { operation: contract.team.lookupInvitation, field: 'token', refusal: 'LINK_INVALID' },
  accept: { operation: contract.team.acceptInvitation, field: 'token', refusal: 'LINK_INVALID' },
  cancel: { operation: contract.profile.cancelEmailChange, field: 'token', refusal: 'LINK_INVALID' },
  lookupUndo: { operation: contract.security.lookupUndo, field: 'token', refusal: 'LINK_INVALID' },
  undo: { operation: contract.security.undoChange, field: 'token', refusal: 'LINK_INVALID' },
  restore: { operation: contract.auth.restoreAccount, field: 'restore_token', refusal: 'LINK_INVALID' },
  complete: { operation: contract.auth.completeLogin, field: 'second_factor_token', refusal: 'LINK_INVALID' },
  startPasskey: {
    operation: contract.auth.startPasskeySecondFactor,
    field: 'second_factor_token',
    refusal: 'LINK_INVALID',
  },
  refresh: { operation: contract.auth.refresh, field: 'refresh_token', refusal: 'REFRESH_TOKEN_INVALID' },
  access: { operation: contract.profile.getMe, field: undefined, refusal: 'TOKEN_INVALID' },
} as const satisfies Record<string, { operation: unknown; field: string | undefined; refusal: ErrorKey }>;
type Endpoint = keyof typeof endpoints;

/** The endpoints that accept a token. All others must reject it. */
const opens = {
  'verification link': ['verify'],
  'change-email link': ['verify'],
  'reset link': ['reset'],
  'sign-in link': ['signInLink'],
  'invitation link': ['lookup', 'accept'],
  'cancel-email-change link': ['cancel'],
  'undo link': ['lookupUndo', 'undo'],
  'restore token': ['restore'],
  'second-factor token': ['startPasskey', 'complete'],
  'refresh token': ['refresh'],
  'access token': ['access'],
  'API key': ['access'],
} as const satisfies Record<string, readonly Endpoint[]>;
type Secret = keyof typeof opens;

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));
let counter = 0;
/** The newest second factor. Without one, no code is correct. */
let authenticator = seededSecret;
/** Of the browser that asks for sign-in links. */
const browserToken = 'browser';

const askToChange = async (person: Person): Promise<string> => {
  counter += 1;
  const new_email = `purpose${counter}@example.com`;
  await app.call(contract.profile.changeEmail, { new_email, password: person.password }, { token: person.token });
  return new_email;
};

/** Creates a token for a new user. */
const make: Record<Secret, () => Promise<string>> = {
  'verification link': async () => app.mailedToken((await app.owner()).email, 'verification'),
  'change-email link': async () => app.mailedToken(await askToChange(await app.owner()), 'verification'),
  'reset link': async () => {
    const { email } = await app.owner();
    await app.call(contract.auth.forgotPassword, { email });
    return app.mailedToken(email, 'password_reset');
  },
  'sign-in link': async () => {
    const { context } = app.service;
    const owner = await app.owner();
    await setPolicies(app, owner, { email_sign_in: true });
    const issued = await context.db.transaction({ tenant: owner.tenantId }, (tx) =>
      issueToken(context, tx, {
        purpose: 'sign_in_link',
        subject: { userId: owner.id },
        email: owner.email,
        lifetimeMs: minute,
        boundTo: hashSecret(browserToken),
      }),
    );
    return issued.secret;
  },
  'invitation link': async () => {
    counter += 1;
    const email = `invitee${counter}@example.com`;
    const host = await app.owner();
    await app.call(
      contract.team.inviteMember,
      { tenant_id: host.tenantId, email, role: 'member' },
      { token: host.token },
    );
    return app.mailedToken(email, 'invitation');
  },
  'cancel-email-change link': async () => {
    const person = await app.owner();
    await askToChange(person);
    return app.mailedToken(person.email, 'email_changed');
  },
  'undo link': async () => {
    const person = await app.owner();
    await createKey(app, person);
    return app.mailedToken(person.email, 'api_key_created');
  },
  'restore token': async () => {
    const { email, password, token } = await app.owner();
    await app.call(contract.profile.deleteMe, { confirmation: 'DELETE', password }, { token });
    const details = await failsWith(app.call(contract.auth.login, { email, password }), 'ACCOUNT_PENDING_DELETION');
    return details.restore_token ?? '';
  },
  'second-factor token': async () => {
    const person = await app.owner();
    const enrolled = await enrol(app, person);
    authenticator = enrolled.secret;
    await addPasskey(app, person, { code: enrolled.recoveryCodes[0] ?? '' });
    const { email, password } = person;
    const details = await failsWith(app.call(contract.auth.login, { email, password }), 'SECOND_FACTOR_REQUIRED');
    return details.second_factor_token ?? '';
  },
  'refresh token': async () => (await app.owner()).refreshToken,
  'access token': async () => (await app.owner()).token,
  'API key': async () => (await createKey(app, await app.owner())).key,
};

const present = (endpoint: Endpoint, secret: string): Promise<unknown> => {
  const { operation, field } = endpoints[endpoint];
  if (field === undefined) return app.call(contract.profile.getMe, {}, { token: secret });
  const others: Partial<Record<Endpoint, () => object>> = {
    reset: () => ({ new_password: 'a fresh password' }),
    signInLink: () => ({ browser_token: browserToken }),
    startPasskey: () => ({ origin: siteOf(app.service.context).origin }),
    complete: () => ({ code: nextCode(app, authenticator) }),
    accept: () => ({ name: 'Somebody', password: 'a fresh password' }),
  };
  return app.call(operation as typeof contract.auth.verifyEmail, { [field]: secret, ...others[endpoint]?.() } as never);
};

describe('tokens of one purpose', () => {
  it('have an endpoint here for every operation that accepts one', () => {
    const fields = ['token', 'restore_token', 'second_factor_token', 'refresh_token'];
    const taking = operations
      .filter(({ operation }) => fields.some((field) => field in operation.input.shape))
      .map(({ name }) => name);
    const known = Object.values(endpoints).flatMap(({ operation, field }) => (field ? [operation.id as string] : []));
    // It uses up the same tokens as completeLogin: see passkey-login.test.ts.
    expect([...known, 'completeLoginWithPasskey'].sort()).toEqual(taking.sort());
  });

  it.each(Object.keys(opens) as Secret[])(
    'of the kind %s are accepted by their own endpoint after all others have rejected them',
    async (kind) => {
      const secret = await make[kind]();
      const own = opens[kind] as readonly Endpoint[];
      const shut = (Object.keys(endpoints) as Endpoint[]).filter((endpoint) => !own.includes(endpoint));
      expect(shut.length).toBeGreaterThanOrEqual(6);
      for (const endpoint of shut) await failsWith(present(endpoint, secret), endpoints[endpoint].refusal);
      for (const endpoint of own) await expect(present(endpoint, secret)).resolves.toBeDefined();
    },
  );

  it('are stored only as hashes', async () => {
    const secret = await make['reset link']();
    const rows = await tablesOf(app.service.context.db.read).selectFrom('one_time_tokens').selectAll().execute();
    const mails = await tablesOf(app.service.context.db.read).selectFrom('mails').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify([rows, mails])).not.toContain(secret);
  });
});
