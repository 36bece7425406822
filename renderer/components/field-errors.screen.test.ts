import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Cast, screenTests } from '#e2e/support/screens/screen-test.ts';
import { contract, operations } from '#shared/contract/index.ts';
import english from '../languages/en.json' with { type: 'json' };

const screenTest = screenTests();

interface EmptyForm {
  by?: 'owner';
  at: (cast: Cast) => Promise<string>;
  /** What opens it, and then what sends it. */
  press: readonly (string | RegExp)[];
  says: readonly string[];
}

const invited = async ({ app, owner }: Cast): Promise<string> => {
  const email = 'empty@example.org';
  const input = { tenant_id: owner.tenantId, email, role: 'member' as const };
  await app.call(contract.team.inviteMember, input, { token: owner.token });
  return `/invite#token=${await app.mailedToken(email, 'invitation')}`;
};

const forms: Record<string, EmptyForm> = {
  'auth/signup-page': {
    at: async () => '/signup',
    press: ['Sign up'],
    says: [
      'Enter your name',
      'Enter a name for your organization',
      'Enter your email address',
      'Use at least 8 characters',
    ],
  },
  'auth/sign-in-card': {
    at: async () => '/login',
    press: ['Sign in'],
    says: ['Enter your email address', 'Enter your password'],
  },
  'auth/reset-page': { at: async () => '/reset#token=x', press: ['Set password'], says: ['Use at least 8 characters'] },
  'auth/invite-page': {
    at: invited,
    press: ['Accept invitation'],
    says: ['Enter your name', 'Use at least 8 characters'],
  },
  'profile/password-tab': {
    by: 'owner',
    at: async () => '/dashboard/profile?tab=password',
    press: ['Change password'],
    says: ['Enter your current password', 'Use at least 8 characters'],
  },
  'security/create-key-dialog': {
    by: 'owner',
    at: async () => '/dashboard/profile?tab=api-keys',
    press: ['Create key', 'Create key'],
    says: ['Enter a name', 'Choose at least one scope', 'Enter your password'],
  },
};

for (const [file, { by, at, press, says }] of Object.entries(forms)) {
  screenTest(file, [], 'says what to do at each field that is empty', async (cast) => {
    const page = await cast.open(by && cast.owner, await at(cast));
    for (const button of press) await page.press(button);
    for (const text of says) await page.see(text);
    expect(await page.shows('Required')).toBe(false);
  });
}

it('has such texts only for fields that forms have', () => {
  const fields = new Set(operations.flatMap(({ operation }) => Object.keys(operation.input.shape)));
  const called = globSync('renderer/features/**/*.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/called: \{([^}]*)\}/g)].flatMap(([, names = '']) =>
      [...names.matchAll(/'(\w+)'/g)].map(([, name = '']) => name),
    ),
  );
  const named = Object.values(english.components.fieldErrors).flatMap((texts) => Object.keys(texts));
  expect(named.filter((name) => !fields.has(name) && !called.includes(name))).toEqual([]);
  expect(called.length).toBeGreaterThan(1);
});
