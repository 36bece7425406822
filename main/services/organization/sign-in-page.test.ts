import { expect, it } from 'vitest';
import { auditRows } from '#e2e/support/audit.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { addPasskey, signInProof } from '#e2e/support/passkey-owner.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { throttles } from '#shared/rules/limits.ts';
import { closeTenant } from '../../storage/store/team/tenants.ts';

const { getSignInPage, getTenant, updateTenant } = contract.organization;
const { login, loginWithPasskey } = contract.auth;

const app = perTest(() => createTestService());
const owner = perTest(() => app.owner('owner@example.com'));

const choose = (sign_in_slug: string | null, person: Person = owner) =>
  app.call(updateTenant, { tenant_id: person.tenantId, sign_in_slug }, { token: person.token });
const page = (sign_in_slug: string, ip?: string) => app.call(getSignInPage, { sign_in_slug }, ip ? { ip } : {});
const signIn = ({ email, password }: Person, sign_in_slug: string) =>
  app.call(login, { email, password, sign_in_slug });

it('shows anyone the name, logo and color once its owners choose an address, and nothing before', async () => {
  await failsWith(page('acme'), 'NOT_FOUND');
  expect(await choose('acme')).toMatchObject({
    sign_in_slug: 'acme',
    sign_in_url: expect.stringMatching(/\/sign-in\/acme$/),
  });
  const { name } = await app.call(getTenant, { tenant_id: owner.tenantId }, { token: owner.token });
  expect(await page('acme')).toEqual({ name, logo: null, accent: null });
  expect((await auditRows(app, owner.tenantId)).at(-1)).toMatchObject({
    action: 'updateTenant',
    details: expect.stringContaining('"sign_in_slug":"acme"'),
  });
  await choose(null);
  await failsWith(page('acme'), 'NOT_FOUND');
});

it('belongs to one organization', async () => {
  await choose('acme');
  const other = await app.owner('other@example.com');
  await failsWith(choose('acme', other), 'SLUG_TAKEN');
  await choose('acme');
  await choose(null);
  await choose('acme', other);
});

it('signs in its members, and answers everyone else as it does to a wrong password', async () => {
  await choose('acme');
  const other = await app.owner('other@example.com');
  expect((await signIn(owner, 'acme')).user.id).toBe(owner.id);
  const wrong = await failsWith(app.call(login, { email: other.email, password: 'wrong' }), 'INVALID_CREDENTIALS');
  expect(await failsWith(signIn(other, 'acme'), 'INVALID_CREDENTIALS')).toEqual(wrong);
  const unknown = { ...other, email: 'nobody@example.com' };
  expect(await failsWith(signIn(unknown, 'acme'), 'INVALID_CREDENTIALS')).toEqual(wrong);
  // The page of everyone, and an address that no organization has.
  const { email, password } = other;
  expect((await app.call(login, { email, password })).user.id).toBe(other.id);
  expect((await signIn(other, 'nowhere')).user.id).toBe(other.id);
});

it('takes passkeys of its members alone', async () => {
  await choose('acme');
  const other = await app.owner('other@example.com');
  for (const [person, isMember] of [
    [owner, true],
    [other, false],
  ] as const) {
    const { soft } = await addPasskey(app, person);
    const answer = app.call(loginWithPasskey, { ...(await signInProof(app, soft)), sign_in_slug: 'acme' });
    if (isMember) expect((await answer).user.id).toBe(person.id);
    else expect(await failsWith(answer, 'PASSKEY_INVALID')).toMatchObject({ reason: 'passkey_unknown' });
  }
});

it('is that of everyone once the operator has closed the organization', async () => {
  await choose('acme');
  await closeTenant(app.service.context.db.write, owner.tenantId, app.clock.now() + 1);
  await failsWith(page('acme'), 'NOT_FOUND');
});

it('can’t be guessed without end', async () => {
  const ip = '198.51.100.7';
  for (let guess = 0; guess < throttles.slug_guess.limit; guess += 1)
    await failsWith(page(`guess-${guess}`, ip), 'NOT_FOUND');
  await failsWith(page('acme', ip), 'RATE_LIMITED');
});
