import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createKey } from '#e2e/fixtures/api-keys.ts';
import { failsWith } from '#e2e/fixtures/fails-with.ts';
import { enrol, nextCode, wrongCode } from '#e2e/fixtures/second-factor.ts';
import { mailsTo } from '#e2e/fixtures/team.ts';
import { createTestService, type Person, type TestService } from '#e2e/fixtures/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { mailThrottle } from '#shared/limits.ts';

const { createApiKey, disableSecondFactor, resetMemberSecondFactor } = contract.security;

let app: TestService;
let owner: Person;
let member: Person;
beforeEach(async () => {
  app = await createTestService();
  owner = await app.owner();
  member = await app.join(owner);
  // Even users who want no email are told about possible actions of a stranger.
  const preferences = { email_notifications: false };
  await app.call(contract.profile.updateMe, { preferences }, { token: member.token });
});
afterEach(() => app.close());

/** The kinds of emails to a user since they joined, oldest first. */
const kindsTo = async ({ email }: Person) =>
  (await mailsTo(app, email)).map(({ kind }) => kind).filter((kind) => kind !== 'invitation');
const textTo = async ({ email }: Person): Promise<string> => {
  const mail = (await mailsTo(app, email)).at(-1);
  if (!mail) throw new Error('No email');
  return app.service.context.outbox.render(mail, undefined).text;
};

describe('a security email notifies the user', () => {
  it('that two-factor authentication was turned on or off', async () => {
    const { secret } = await enrol(app, member);
    expect(await kindsTo(member)).toEqual(['second_factor_on']);
    expect(await textTo(member)).toContain('127.0.0.1');
    const { password, token } = member;
    const wrong = { password, code: wrongCode(app, secret) };
    await failsWith(app.call(disableSecondFactor, wrong, { token }), 'SECOND_FACTOR_INVALID');
    expect(await kindsTo(member)).toHaveLength(1);
    await app.call(disableSecondFactor, { password, code: nextCode(app, secret) }, { token, ip: '192.0.2.7' });
    expect(await kindsTo(member)).toEqual(['second_factor_on', 'second_factor_off']);
    expect(await textTo(member)).toContain('192.0.2.7');
  });

  it('that an owner reset two-factor authentication, by name', async () => {
    await enrol(app, member);
    const at = { tenant_id: owner.tenantId, user_id: member.id };
    await app.call(resetMemberSecondFactor, at, { token: owner.token });
    expect(await kindsTo(member)).toEqual(['second_factor_on', 'second_factor_reset']);
    expect(await textTo(member)).toContain(`${owner.name}, an owner of your team`);
    expect(await kindsTo(owner)).toEqual(['verification']);
  });

  it('that an API key was created, with its first characters, scopes and end, but never the key', async () => {
    const { key, api_key } = await createKey(app, member, { name: 'Nightly', expires_in_days: 30 });
    expect(await kindsTo(member)).toEqual(['api_key_created']);
    const text = await textTo(member);
    const ends = new Date(api_key.expires_at ?? 0).toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' });
    for (const part of ['Nightly', api_key.prefix, 'read and update your profile', ends]) expect(text).toContain(part);
    const stored = JSON.stringify(await mailsTo(app, member.email));
    expect(stored).not.toContain(key);
    await createKey(app, member);
    expect(await textTo(member)).toContain('Expires: never.');
  });

  it('each time, even beyond the limit of other emails, but not if nothing changed', async () => {
    for (let n = 0; n <= mailThrottle.limit; n += 1) await createKey(app, member);
    expect(await kindsTo(member)).toHaveLength(mailThrottle.limit + 1);
    const wrong = { name: 'No', scopes: ['self' as const], password: 'wrong' };
    await failsWith(app.call(createApiKey, wrong, { token: member.token }), 'CURRENT_PASSWORD_INVALID');
    expect(await kindsTo(member)).toHaveLength(mailThrottle.limit + 1);
  });
});
