import { beforeEach, describe, expect, it } from 'vitest';
import { createKey } from '#e2e/support/api-keys.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { enrol, nextCode, wrongCode } from '#e2e/support/second-factor.ts';
import { mailsTo, setUser } from '#e2e/support/team.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { mailThrottle, noticeThrottle, second } from '#shared/rules/limits.ts';

const { createApiKey, disableSecondFactor, resetMemberSecondFactor } = contract.security;

const app = perTest(() => createTestService());
const owner = perTest(() => app.owner());
const member = perTest(() => app.join(owner));
beforeEach(async () => {
  // Even users who want no email are told about possible actions of a stranger.
  const preferences = { email_notifications: false };
  await app.call(contract.profile.updateMe, { preferences }, { token: member.token });
});

/** The kinds of emails to a user since they joined, oldest first. */
const kindsTo = async ({ email }: Person) =>
  (await mailsTo(app, email)).map(({ kind }) => kind).filter((kind) => kind !== 'invitation');
const textTo = async ({ email }: Person): Promise<string> => {
  const mail = (await mailsTo(app, email)).at(-1);
  if (!mail) throw new Error('No email');
  return app.service.context.outbox.render(mail, undefined).text;
};

/** Changes a member's password some times. */
const changePassword = async (person: Person, times: number): Promise<void> => {
  let current_password = person.password;
  for (let time = 0; time < times; time += 1) {
    const new_password = `a password of its own ${time}`;
    await app.call(contract.auth.changePassword, { current_password, new_password }, { token: person.token });
    current_password = new_password;
  }
};

describe('an address gets notices', () => {
  it.each([
    [0, null, 0],
    [1, 'owner', mailThrottle.limit],
    [1, 'mailbox', mailThrottle.limit + 1],
  ] as const)('if it is verified (%i) by %s: %i of them', async (email_verified, email_verified_by, sent) => {
    await setUser(app, member.id, { email_verified, email_verified_by });
    await changePassword(member, mailThrottle.limit + 1);
    expect(await kindsTo(member)).toEqual(Array(sent).fill('password_changed'));
    await createKey(app, { ...member, password: `a password of its own ${mailThrottle.limit}` });
    expect((await kindsTo(member)).slice(sent)).toEqual(email_verified === 0 ? [] : ['api_key_created']);
  });
});

describe('a security email notifies the user', () => {
  it('that someone signed in on a device that is new', async () => {
    const signIn = (options: { ip?: string; userAgent?: string; device?: string }) => {
      let given: string | undefined;
      const { email, password } = member;
      return app
        .call(contract.auth.login, { email, password }, { ...options, onDevice: (token) => (given = token) })
        .then(() => given);
    };
    // Where they joined, and with the name of that device.
    await app.login(member);
    expect(await kindsTo(member)).toEqual([]);
    const device = await signIn({ ip: '203.0.113.7' });
    expect(await kindsTo(member)).toEqual(['new_sign_in']);
    expect(await textTo(member)).toContain('203.0.113.7');
    await signIn({ ip: '203.0.113.7' });
    await signIn({ ip: '203.0.113.8', ...(device && { device }) });
    expect(await kindsTo(member)).toEqual(['new_sign_in']);
    await signIn({ ip: '203.0.113.7', userAgent: 'another one' });
    expect(await kindsTo(member)).toEqual(['new_sign_in', 'new_sign_in']);
  });

  it('once, that someone is guessing the password', async () => {
    const fail = (wait: number) => {
      app.clock.advance(wait * second);
      const input = { email: member.email, password: 'wrong' };
      return failsWith(app.call(contract.auth.login, input, { ip: `198.51.100.${wait}` }), 'INVALID_CREDENTIALS');
    };
    for (const wait of [1, 1, 1, 1, 1]) await fail(wait);
    expect(await kindsTo(member)).toEqual([]);
    for (const wait of [1, 2, 4]) await fail(wait);
    expect(await kindsTo(member)).toEqual(['account_locked']);
    expect(await textTo(member)).toContain('198.51.100.1');
  });

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
    expect(await textTo(member)).toContain(`${owner.name}, an owner of your organization`);
    expect(await kindsTo(owner)).toEqual(['verification', 'invitation_accepted']);
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

  it('but not in a flood: an earlier link of the same session undoes what it did later, too', async () => {
    for (let n = 0; n < noticeThrottle.links + 5; n += 1) {
      const { api_key } = await createKey(app, member);
      await app.call(contract.security.revokeApiKey, { key_id: api_key.key_id }, { token: member.token });
    }
    expect(await kindsTo(member)).toHaveLength(noticeThrottle.links);
    // Another session is another matter, and so is the next one after the links were used.
    const again = await app.login(member);
    await createKey(app, again);
    expect(await kindsTo(member)).toHaveLength(noticeThrottle.links + 1);
    const link = await app.mailedToken(member.email, 'api_key_created');
    await app.call(contract.security.undoChange, { token: link });
    const reset = {
      token: await app.mailedToken(member.email, 'password_reset'),
      new_password: 'Another-passphrase-1',
    };
    const { access_token } = await app.call(contract.auth.resetPassword, reset);
    await createKey(app, { ...member, token: access_token, password: reset.new_password });
    expect((await kindsTo(member)).slice(-1)).toEqual(['api_key_created']);
  });

  it('of each new owner, no matter how many the same session made: their links leave one another alone', async () => {
    for (let n = 0; n <= noticeThrottle.links; n += 1) {
      app.clock.advance(1);
      const { id, email } = await app.join(owner);
      const promotion = { tenant_id: owner.tenantId, user_id: id, role: 'owner' } as const;
      await app.call(contract.team.changeRole, promotion, { token: owner.token });
      const link = await app.mailedToken(owner.email, 'owner_added');
      expect(await app.call(contract.security.lookupUndo, { token: link })).toMatchObject({ kind: 'owner', email });
    }
  });

  it('that someone toggles a change only some times a day, each person apart', async () => {
    const other = await app.join(owner, 'owner');
    const toggle = async ({ token }: Person) => {
      for (const operation of [contract.team.disableMember, contract.team.enableMember]) {
        await app.call(operation, { tenant_id: owner.tenantId, user_id: member.id }, { token });
      }
    };
    for (let n = 0; n < noticeThrottle.others + 2; n += 1) await toggle(owner);
    const disabled = async () => (await kindsTo(member)).filter((kind) => kind === 'account_disabled');
    expect(await disabled()).toHaveLength(noticeThrottle.others);
    await toggle(other);
    expect(await disabled()).toHaveLength(noticeThrottle.others + 1);
    app.clock.advance(mailThrottle.windowMs);
    await toggle(owner);
    expect(await disabled()).toHaveLength(noticeThrottle.others + 1);
    app.clock.advance(noticeThrottle.windowMs);
    const again = await app.login(owner);
    await toggle(again);
    expect(await disabled()).toHaveLength(noticeThrottle.others + 2);
  });
});

describe('other owners are told', () => {
  it('which policies were changed, by whom, but not those who did it', async () => {
    const other = await app.join(owner, 'owner');
    const change = { tenant_id: owner.tenantId, invitation_days: 3, password_min_length: 12 };
    await app.call(contract.organization.updatePolicies, change, { token: owner.token });
    await app.call(contract.organization.updatePolicies, change, { token: owner.token });
    expect((await kindsTo(other)).filter((kind) => kind === 'policies_changed')).toHaveLength(1);
    const text = await textTo(other);
    expect(text).toContain('were changed: how long invitations are valid; how long passwords must be.');
    for (const part of [`By: ${owner.name}`, 'IP address 127.0.0.1', '/dashboard/settings?tab=organization']) {
      expect(text).toContain(part);
    }
    for (const person of [owner, member]) expect(await kindsTo(person)).not.toContain('policies_changed');
  });

  it('that the mail server was set and removed', async () => {
    const other = await app.join(owner, 'owner');
    const { password } = owner;
    const server = {
      host: '127.0.0.1',
      port: 1,
      security: 'none',
      username: '',
      sender_name: 'Castellan',
      sender_address: 'castellan@example.com',
      kept_mails: 'keep',
      password,
    } as const;
    await app.call(contract.mail.updateMailSettings, server, { token: owner.token });
    await app.call(contract.mail.deleteMailSettings, { password }, { token: owner.token });
    expect((await kindsTo(other)).filter((kind) => kind === 'mail_settings_changed')).toHaveLength(2);
    expect(await textTo(other)).toContain('/dashboard/mail?tab=server');
    expect(await kindsTo(owner)).not.toContain('mail_settings_changed');
  });
});
