import { afterEach, describe, expect, it, vi } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { invite } from '#e2e/support/team.ts';
import { type CallOptions, createTestService, type TestService, testPassword } from '#e2e/support/test-service.ts';
import type { SettingName } from '#main/config/settings.ts';
import { contract } from '#shared/contract/index.ts';
import { tablesOf } from '../../storage/database/tables.ts';

const { auth, team, welcome } = contract;

let app: TestService;
afterEach(() => app.close());

type Flags = Partial<Record<SettingName, string>>;
const published: Flags = { 'public-url': 'https://console.example' };
const open = async (flags: Flags = {}) => {
  app = await createTestService(flags);
};

let counter = 0;
const account = (email?: string) => {
  counter += 1;
  const address = email ?? `person${counter}@example.com`;
  return { email: address, name: 'Pat Person', password: testPassword, company_name: 'Acme' };
};
const signUp = (options: CallOptions & { setup_token?: string; email?: string } = {}) => {
  const { setup_token, email, ...rest } = options;
  return app.call(auth.signup, { ...account(email), ...(setup_token !== undefined && { setup_token }) }, rest);
};
const reasonOf = async (attempt: Promise<unknown>) => (await failsWith(attempt, 'SIGN_UPS_CLOSED')).reason;
const state = async (options?: CallOptions) => {
  const { sign_ups, setup_token_required } = await app.call(welcome.getWelcome, {}, options);
  return [sign_ups, setup_token_required];
};
const token = async () => (await app.service.context.setupToken.text()) ?? 'none';
/** The first owner of a published service, signed in. */
const firstOwner = async () => {
  const input = account();
  const { user_id, tenant_id } = await app.call(auth.signup, { ...input, setup_token: await token() });
  return app.login({ ...input, id: user_id, tenantId: tenant_id, token: '', refreshToken: '' });
};

describe('who may sign up without a setting', () => {
  it('is anyone, if only this computer can connect', async () => {
    await open();
    expect(await state()).toEqual(['open', false]);
    await signUp();
    expect(await state()).toEqual(['open', false]);
    await signUp();
    expect(await app.service.context.setupToken.text()).toBeUndefined();
  });

  it.each<Flags>([published, { host: '0.0.0.0' }, { host: '::' }, { host: 'castellan.example' }])(
    'is the first owner, and then only people with an invitation, if others can connect (%j)',
    async (flags) => {
      await open(flags);
      const from = { ip: '192.0.2.1' };
      expect(await state(from)).toEqual(['open', true]);
      await signUp({ ...from, setup_token: await token() });
      expect(await state(from)).toEqual(['invited', false]);
      expect(await state()).toEqual(['invited', false]);
      expect(await reasonOf(signUp())).toBe('invitation_required');
    },
  );

  it.each(['127.0.0.1', '::1', 'localhost', '127.1.2.3'])('takes %s for this computer', async (host) => {
    await open({ host });
    await signUp();
    await signUp();
  });
});

describe('the setup token', () => {
  it('is required of the first owner, whose address and password are not looked at without it', async () => {
    await open(published);
    expect(await reasonOf(signUp())).toBe('setup_token_required');
    expect(await reasonOf(signUp({ setup_token: '' }))).toBe('setup_token_required');
    const right = await token();
    for (const wrong of ['wrong', right.slice(1), `${right}x`]) {
      expect(await reasonOf(signUp({ setup_token: wrong }))).toBe('setup_token_wrong');
    }
    const weak = { ...account(), password: 'password' };
    expect(await reasonOf(app.call(auth.signup, weak))).toBe('setup_token_required');
    await signUp({ setup_token: ` ${await token()}\n` });
  });

  it('makes one owner, even if two people present it at once', async () => {
    await open(published);
    const setup_token = await token();
    const outcomes = await Promise.allSettled([signUp({ setup_token }), signUp({ setup_token })]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('dies with the first owner: if their team is gone, a restart prints another', async () => {
    await open(published);
    const setup_token = await token();
    await signUp({ setup_token });
    expect(await token()).toBe('none');
    await tablesOf(app.service.context.db.write).deleteFrom('tenants').execute();
    expect(await state()).toEqual(['open', true]);
    expect(await reasonOf(signUp({ setup_token }))).toBe('setup_token_wrong');
    await app.restart();
    expect(await token()).not.toBe(setup_token);
    await signUp({ setup_token: await token() });
    await app.restart();
    expect(await token()).toBe('none');
  });

  it('is kept if the account could not be created', async () => {
    await open(published);
    const setup_token = await token();
    await failsWith(app.call(auth.signup, { ...account(), password: 'with a nul \0', setup_token }), 'WEAK_PASSWORD');
    await signUp({ setup_token });
  });

  it('is not asked for on the computer itself, unless a public URL means that there is a proxy', async () => {
    await open({ host: '0.0.0.0' });
    expect(await state()).toEqual(['open', false]);
    expect(await state({ local: false })).toEqual(['open', true]);
    expect(await reasonOf(signUp({ local: false }))).toBe('setup_token_required');
    await signUp();
    await app.close();
    await open(published);
    expect(await state()).toEqual(['open', true]);
  });

  it('is asked for again once the password is hashed', async () => {
    await open({ ...published, 'sign-ups': 'invited' });
    const { passwords } = app.service.context;
    const setup_token = await token();
    const hash = passwords.hash.bind(passwords);
    vi.spyOn(passwords, 'hash').mockImplementationOnce(async (password, share) => {
      await signUp({ setup_token });
      return hash(password, share);
    });
    expect(await reasonOf(signUp({ setup_token }))).toBe('invitation_required');
    vi.restoreAllMocks();
  });
});

describe('the setting', () => {
  it('open lets everyone in after the first owner', async () => {
    await open({ ...published, 'sign-ups': 'open' });
    expect(await reasonOf(signUp())).toBe('setup_token_required');
    await firstOwner();
    expect(await state()).toEqual(['open', false]);
    await signUp();
  });

  it('invited closes a service that only this computer reaches, after the first owner', async () => {
    await open({ 'sign-ups': 'invited' });
    const owner = await app.owner();
    expect(await reasonOf(signUp())).toBe('invitation_required');
    await app.join(owner);
  });

  it('does not reveal whether an address has an account', async () => {
    await open({ 'sign-ups': 'invited' });
    const { email } = await app.owner();
    expect(await reasonOf(signUp({ email }))).toBe('invitation_required');
  });

  it('closed lets no one in: no sign-up, no invitation, no sample', async () => {
    await open();
    const owner = await app.owner();
    const { invitation_id } = await invite(app, owner, 'early@example.com');
    const secret = await app.mailedToken('early@example.com', 'invitation');
    const { config } = app.service.context;
    Object.assign(app.service.context, { config: { ...config, signUps: 'closed' } });
    expect(await state()).toEqual(['closed', false]);
    const as = { token: owner.token };
    const { tenantId: tenant_id } = owner;
    const attempts = [
      () => signUp(),
      () => app.call(team.acceptInvitation, { token: secret, name: 'Early', password: testPassword }),
      () => app.call(team.lookupInvitation, { token: secret }),
      () => invite(app, owner, 'late@example.com'),
      () => app.call(team.resendInvitation, { tenant_id, invitation_id }, as),
      () => app.call(team.copyInvitationLink, { tenant_id, invitation_id }, as),
    ];
    for (const attempt of attempts) expect(await reasonOf(attempt())).toBe('no_new_accounts');
    await app.login(owner);
    await app.call(team.revokeInvitation, { tenant_id, invitation_id }, as);
  });

  it('closed offers nothing on an empty installation either, and makes no token', async () => {
    await open({ ...published, 'sign-ups': 'closed' });
    expect(await token()).toBe('none');
    expect(await reasonOf(signUp())).toBe('no_new_accounts');
    await app.close();
    await open({ 'sign-ups': 'closed' });
    expect((await app.call(welcome.getWelcome, {})).sample_offered).toBe(false);
    await failsWith(app.call(welcome.createSampleTenant, {}), 'STATE_CONFLICT');
  });
});

describe('the allowed email domains', () => {
  it('limit sign-ups to themselves, without their subdomains, and leave invitations alone', async () => {
    await open({ 'sign-up-domains': 'Example.com, acme.test' });
    const owner = await app.owner();
    await signUp({ email: 'ann@ACME.test' });
    for (const email of ['a@evil.test', 'a@sub.acme.test', 'a@acme.test.evil.test', 'acme.test@evil.test']) {
      expect(await reasonOf(signUp({ email }))).toBe('email_domain');
    }
    await app.join(owner, 'member', 'guest@elsewhere.test');
  });
});
