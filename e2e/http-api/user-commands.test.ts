import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CommandTarget, createCommandTarget, modes, ownerPassword } from '#e2e/support/command-target.ts';
import { codeNow } from '#e2e/support/second-factor.ts';
import { send } from '#e2e/support/transports.ts';
import { tablesOf } from '#main/storage/database/tables.ts';

describe.each(modes)('commands about users, %s', (mode) => {
  let operated: CommandTarget;
  beforeEach(async () => {
    operated = await createCommandTarget(mode);
  });
  afterEach(() => operated.close());

  const create = (name: string, ...args: string[]) =>
    operated.json('user', 'create', '--email', `${name}@example.com`, '--name', name, ...args);
  const byOperator = (action: string, target_label: string | null) => ({ action, actor_id: 'operator', target_label });

  it('creates an account that can sign in, and lists and shows it', async () => {
    const [created] = await create('bob', '--role', 'admin', '--verified');
    expect(created).toMatchObject({ email: 'bob@example.com', organization: 'Acme' });
    expect(await operated.lastEvents(1)).toEqual([byOperator('createAccount', 'bob@example.com')]);
    const list = await operated.json('user', 'list');
    expect(list.map(({ email, role }) => `${email} ${role}`).sort()).toEqual([
      'ann@example.com owner',
      'bob@example.com admin',
    ]);
    expect(await operated.json('user', 'list', '--role', 'admin', '--organization', 'Acme')).toHaveLength(1);
    const [shown] = await operated.json('user', 'show', 'BOB@example.com');
    expect(shown).toMatchObject({ user_id: created?.user_id, status: 'active', email_verified: true, sessions: 0 });
    const { stdout } = await operated.run(['user', 'show', String(created?.user_id)]);
    expect(stdout).toContain('Organization        Acme (tnt_');
    expect((await operated.login('bob@example.com', String(created?.password))).status).toBe(200);
  });

  // One command shows that the group works without the service: what each does is the same code in both modes.
  if (mode === 'offline') return;

  it('refuses in one line with exit code 1, and bad options with 78', async () => {
    const taken = await operated.run(['user', 'create', '--email', 'ann@example.com', '--name', 'A']);
    expect(taken).toEqual({
      code: 1,
      stdout: '',
      stderr: 'castellan: This email address already has an account\n',
    });
    const weak = ['user', 'create', '--email', 'c@example.com', '--name', 'C', '--password-stdin'];
    expect(await operated.run(weak, 'with a nul \0\n')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/NUL character/),
    });
    expect(await operated.run(['user', 'show', 'nobody@example.com'])).toMatchObject({
      code: 1,
      stderr: 'castellan: There is no user nobody@example.com. See castellan user list\n',
    });
    expect(await operated.run(['user', 'verify'])).toMatchObject({
      code: 78,
      stderr: expect.stringMatching(/Usage: castellan user verify USER/),
    });
    expect(await operated.run(['user', 'list', '--status', 'happy'])).toMatchObject({
      code: 78,
      stderr: expect.stringMatching(/^castellan: --status: Must be one of: active/),
    });
    expect(await operated.run(['user', 'dance'])).toMatchObject({
      code: 78,
      stderr: expect.stringMatching(/Unknown command user dance/),
    });
    expect(await operated.query((db) => tablesOf(db).selectFrom('users').select('email').execute())).toHaveLength(1);
  });

  it('makes a reset link with which a locked-out owner sets a new password, without proving the mailbox', async () => {
    const { stdout } = await operated.run(['user', 'reset-password', 'ann@example.com']);
    expect(await operated.lastEvents(1)).toEqual([byOperator('createResetLink', 'ann@example.com')]);
    const [, token] = /\/reset#token=([\w-]{43})&email=\S+\n$/.exec(stdout) ?? [];
    const address = await operated.address();
    const body = { token, new_password: 'quite another road 8' };
    const reset = await send(address, 'POST', '/api/v1/auth/reset-password', { body });
    expect(reset.status).toBe(200);
    expect((await operated.login('ann@example.com', ownerPassword)).status).toBe(401);
    expect((await operated.login('ann@example.com', 'quite another road 8')).status).toBe(200);
    expect(await operated.json('user', 'show', 'ann@example.com')).toMatchObject([{ email_verified: false }]);
    expect((await send(address, 'POST', '/api/v1/auth/reset-password', { body })).status).toBe(400);
  });

  it('mails a reset link, and says that it is held without a mail server', async () => {
    const { code, stdout } = await operated.run(['user', 'reset-password', 'ann@example.com', '--mail']);
    expect([code, stdout]).toEqual([
      0,
      'No mail server is set up, so the reset link for ann@example.com is held in the outbox\n',
    ]);
    const mails = await operated.query((db) =>
      tablesOf(db).selectFrom('mails').select(['kind', 'recipient']).execute(),
    );
    expect(mails).toEqual([{ kind: 'password_reset', recipient: 'ann@example.com' }]);
  });

  it('verifies an address once', async () => {
    expect(await operated.run(['user', 'verify', 'ann@example.com'])).toMatchObject({
      code: 0,
      stdout: 'Verified ann@example.com\n',
    });
    expect(await operated.lastEvents(1)).toEqual([byOperator('verifyEmail', 'ann@example.com')]);
    expect((await operated.run(['user', 'verify', 'ann@example.com'])).code).toBe(1);
  });

  it('deletes a member later or now, but never the last owner', async () => {
    for (const name of ['bob', 'cem']) await create(name);
    expect(await operated.run(['user', 'delete', 'ann@example.com'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^castellan: ann@example.com is the last owner/),
    });
    await operated.json('user', 'delete', 'bob@example.com');
    expect(await operated.lastEvents(2)).toEqual([
      byOperator('removeMember', 'bob@example.com'),
      byOperator('deleteAccount', 'bob@example.com'),
    ]);
    expect((await operated.json('user', 'list', '--status', 'removed')).map(({ email }) => email)).toEqual([
      'bob@example.com',
    ]);
    expect(await operated.json('user', 'delete', 'cem@example.com', '--now')).toEqual([
      { email: 'cem@example.com', scheduled_deletion: null },
    ]);
    const left = await operated.query((db) =>
      tablesOf(db).selectFrom('users').select('email').orderBy('email').execute(),
    );
    expect(left.map(({ email }) => email)).toEqual(['ann@example.com', 'bob@example.com']);
    expect((await operated.lastEvents(1))[0]).toMatchObject({ action: 'purgeAccount', target_label: null });
  });

  it('sets roles and addresses, hands over the organization, and exports one person', async () => {
    await create('dan');
    const role = await operated.run(['user', 'set-role', 'dan@example.com', 'admin']);
    expect(role).toMatchObject({ code: 0, stdout: 'dan@example.com is admin. Before: member\n' });
    const email = await operated.run(['user', 'set-email', 'dan@example.com', 'Daniel@Example.com', '--verified']);
    expect(email.stdout).toMatch(/^Changed dan@example\.com to daniel@example\.com, verified\n/);
    const tried = await operated.run(['organization', 'transfer', 'Acme', 'daniel@example.com', '--dry-run']);
    expect(tried.stdout).toBe('daniel@example.com would own Acme\nann@example.com would become an admin\n');
    const transferred = await operated.run(['organization', 'transfer', 'Acme', 'daniel@example.com']);
    expect(transferred.stdout).toBe('daniel@example.com owns Acme\nann@example.com is now an admin\n');
    const rows = await operated.json('user', 'data', 'daniel@example.com');
    expect(rows[0]).toMatchObject({ kind: 'account', role: 'owner', former_emails: ['dan@example.com'] });
    expect(await operated.lastEvents(4)).toEqual([
      byOperator('changeRole', 'dan@example.com'),
      byOperator('setAccountEmail', 'dan@example.com'),
      byOperator('transferOwnership', 'daniel@example.com'),
      byOperator('exportAccount', 'daniel@example.com'),
    ]);
  });

  it('turns off two-factor authentication of a sole owner, and ends their sessions', async () => {
    const address = await operated.address();
    const { access_token: token } = (await operated.login('ann@example.com')).body as { access_token: string };
    const body = { password: ownerPassword };
    const started = await send(address, 'POST', '/api/v1/users/me/second-factor', { token, body });
    const { secret } = started.body as { secret: string };
    const code = codeNow(secret);
    await send(address, 'POST', '/api/v1/users/me/second-factor/confirm', { token, body: { code } });
    expect((await operated.login('ann@example.com')).status).toBe(403);
    expect(await operated.json('user', 'show', 'ann@example.com')).toMatchObject([{ second_factor: true }]);
    expect(await operated.json('user', 'reset-second-factor', 'ann@example.com')).toEqual([
      { email: 'ann@example.com', ended_sessions: 1 },
    ]);
    expect(await operated.lastEvents(1)).toEqual([byOperator('resetMemberSecondFactor', 'ann@example.com')]);
    expect((await operated.login('ann@example.com')).status).toBe(200);
    const old = await send(await operated.address(), 'GET', '/api/v1/users/me', { token });
    expect([old.status, old.body]).toMatchObject([401, { reason: 'second_factor_reset' }]);
    expect((await operated.run(['user', 'reset-second-factor', 'ann@example.com'])).code).toBe(1);
  });
});
