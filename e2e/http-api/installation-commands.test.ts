import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import bcrypt from 'bcryptjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandTarget, createCommandTarget, modes, ownerPassword } from '#e2e/support/command-target.ts';
import { send } from '#e2e/support/transports.ts';

/** One server for all tests of a mode: starting programs takes most of the time. */
describe.each(modes)('commands, %s', (mode) => {
  let operated: CommandTarget;
  beforeAll(async () => {
    operated = await createCommandTarget(mode, [
      '--mail-from',
      'Acme <acme@example.com>',
      '--metrics-token',
      's3cret-metrics-token',
    ]);
  });
  afterAll(() => operated.close());

  const tokenOf = async (email: string): Promise<string> => String((await operated.login(email)).body.access_token);
  const me = async (token: string) => send(await operated.address(), 'GET', '/api/v1/users/me', { token });
  /** In offline mode, stops the service that a test has used. */
  const settle = async () => {
    if (mode === 'offline') await operated.stop();
  };
  const file = async (name: string, text: string): Promise<string> => {
    const path = join(operated.folder, name);
    await writeFile(path, text);
    return path;
  };
  const last = async () => (await operated.lastEvents(1))[0];

  // One command of a group shows that the group works without the service: what each does is the same code in both modes.
  if (mode === 'online') {
    it('disables and enables an account: nothing of it works meanwhile, and all of it afterwards', async () => {
      const token = await tokenOf('ann@example.com');
      await operated.json('user', 'create', '--email', 'second@example.com', '--name', 'S', '--role', 'owner');
      const key = await send(await operated.address(), 'POST', '/api/v1/users/me/api-keys', {
        token,
        body: { name: 'k', scopes: ['self'], expires_in_days: 30, password: ownerPassword },
      });
      const { key: apiKey } = key.body as { key: string };
      expect([key.status, (await me(apiKey)).status]).toEqual([201, 200]);
      await settle();
      expect(await operated.json('user', 'disable', 'ann@example.com')).toEqual([
        { email: 'ann@example.com', ended_sessions: 1 },
      ]);
      expect(await last()).toEqual({ action: 'disableAccount', actor_id: 'operator', target_label: 'ann@example.com' });
      expect((await me(token)).body).toMatchObject({ code: 'SESSION_ENDED', reason: 'disabled' });
      expect((await me(apiKey)).status).toBe(401);
      expect(await operated.login('ann@example.com')).toMatchObject({
        status: 403,
        body: { code: 'ACCOUNT_DISABLED' },
      });
      expect((await operated.login('ann@example.com', 'wrong')).body).toMatchObject({ code: 'INVALID_CREDENTIALS' });
      await settle();
      const lastOwner = await operated.run(['user', 'disable', 'second@example.com']);
      expect([lastOwner.code, lastOwner.stderr]).toEqual([1, expect.stringContaining('is the last active owner')]);
      expect((await operated.json('user', 'list', '--status', 'disabled')).map(({ email }) => email)).toEqual([
        'ann@example.com',
      ]);
      expect((await operated.run(['user', 'reset-password', 'ann@example.com'])).stderr).toContain('is disabled');
      expect((await operated.run(['user', 'enable', 'ann@example.com'])).stdout).toBe('Enabled ann@example.com\n');
      expect((await operated.run(['user', 'enable', 'ann@example.com'])).code).toBe(1);
      expect((await operated.login('ann@example.com')).status).toBe(200);
      expect([(await me(apiKey)).status, (await me(token)).status]).toEqual([200, 401]);
      await settle();
    });
  }

  it('lists and ends sessions', async () => {
    const token = await tokenOf('ann@example.com');
    await settle();
    const sessions = await operated.json('session', 'list', '--user', 'ann@example.com');
    expect(sessions.length).toBeGreaterThan(0);
    expect(sessions[0]).toMatchObject({ email: 'ann@example.com', ip_address: '127.0.0.1' });
    expect(await operated.json('session', 'end', '--user', 'ann@example.com')).toEqual([
      { ended_sessions: sessions.length },
    ]);
    expect(await last()).toEqual({ action: 'endSessions', actor_id: 'operator', target_label: 'ann@example.com' });
    expect((await me(token)).body).toMatchObject({ code: 'SESSION_ENDED', reason: 'revoked' });
    const again = await tokenOf('ann@example.com');
    await settle();
    await operated.json('session', 'end', '--all');
    expect(await last()).toEqual({ action: 'endSessions', actor_id: 'operator', target_label: 'Acme' });
    expect((await me(again)).status).toBe(401);
    await settle();
    expect((await operated.run(['session', 'end'])).stderr).toContain('--user, --session or --all');
  });

  it('lists and deletes organizations', async () => {
    const owner = ['--email', 'eve@example.com', '--name', 'Eve', '--company', 'Evil Corp'];
    expect((await operated.run(['owner', 'create', ...owner])).code).toBe(0);
    const list = await operated.json('organization', 'list');
    expect(list.map(({ name, admin_team }) => `${name} ${admin_team}`).sort()).toEqual([
      'Acme true',
      'Evil Corp false',
    ]);
    const several = await operated.run(['user', 'create', '--email', 'n@example.com', '--name', 'N']);
    expect(several.stderr).toContain('There are several organizations. Name one with --organization');
    const dry = await operated.run(['organization', 'delete', 'Evil Corp', '--dry-run']);
    expect(dry.stdout).toMatch(/^Would be deleted with Evil Corp:\n {2}accounts: +1\n/);
    const unconfirmed = await operated.run(['organization', 'delete', 'Evil Corp']);
    expect([unconfirmed.code, unconfirmed.stderr]).toEqual([1, expect.stringContaining('run it again with --yes')]);
    const [closed] = await operated.json('organization', 'delete', 'Evil Corp', '--yes');
    expect(closed).toMatchObject({ organization: 'Evil Corp', scheduled_deletion: expect.any(String) });
    expect(await operated.json('organization', 'restore', 'Evil Corp')).toMatchObject([{ organization: 'Evil Corp' }]);
    expect(await last()).toEqual({ action: 'restoreTeam', actor_id: 'operator', target_label: 'Evil Corp' });
    const [deleted] = await operated.json('organization', 'delete', 'Evil Corp', '--yes', '--now');
    expect(deleted).toMatchObject({ scheduled_deletion: null, contents: { accounts: 1 } });
    expect(await last()).toEqual({ action: 'deleteTeam', actor_id: 'operator', target_label: 'Evil Corp' });
    expect((await operated.json('organization', 'list')).map(({ name }) => name)).toEqual(['Acme']);
    expect((await operated.run(['organization', 'delete', 'Evil Corp', '--yes'])).code).toBe(1);
  });

  it('adds, lists and removes operators', async () => {
    const [email, password] = ['otto@example.com', 'an older password 1'];
    const hash = await bcrypt.hash(password, 4);
    await operated.run(['user', 'import', await file('otto.csv', `email,password_hash\n${email},${hash}\n`)]);
    const token = String((await operated.login(email, password)).body.access_token);
    const isOperator = async (): Promise<unknown> => {
      const { body } = await send(await operated.address(), 'GET', '/api/v1/installation/access', { token });
      await settle();
      return body;
    };
    const operators = async () => (await operated.json('operator', 'list')).map((row) => row.email);
    expect(await isOperator()).toEqual({ operator: false });
    // Whoever set the server up.
    expect(await operators()).toEqual(['ann@example.com']);
    expect((await operated.run(['operator', 'add', 'nobody@example.com'])).code).toBe(1);
    expect(await operated.json('operator', 'add', email)).toEqual([{ email }]);
    expect(await last()).toEqual({ action: 'addOperator', actor_id: 'operator', target_label: email });
    const again = await operated.run(['operator', 'add', email]);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('is already an operator')]);
    expect([await operators(), await isOperator()]).toEqual([['ann@example.com', email], { operator: true }]);
    expect(await operated.json('operator', 'remove', email)).toEqual([{ email }]);
    expect(await last()).toEqual({ action: 'removeOperator', actor_id: 'operator', target_label: email });
    expect((await operated.run(['operator', 'remove', email])).stderr).toContain("isn't an operator");
    expect([await operators(), await isOperator()]).toEqual([['ann@example.com'], { operator: false }]);
  });

  it('verifies, exports and summarizes audit logs', async () => {
    const [log, summary] = await operated.json('audit', 'verify');
    expect([log, summary]).toMatchObject([
      { valid: true, removed: 0, first_broken: null },
      { verified: 1, broken: 0 },
    ]);
    const rows = await operated.json('audit', 'export');
    expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, index) => index + 1));
    expect(await operated.json('audit', 'head')).toEqual([
      { organization_id: log?.organization_id, rows: rows.length, removed: 0, hash: rows.at(-1)?.hash },
    ]);
  });

  it('holds, resumes and retries email', async () => {
    await operated.json('mail', 'hold');
    expect(await last()).toMatchObject({ action: 'holdMail', actor_id: 'operator' });
    expect((await operated.run(['mail', 'hold'])).stderr).toContain('Email is on hold since');
    await operated.json('user', 'reset-password', 'ann@example.com', '--mail');
    expect(await operated.json('mail', 'resume', '--keep-waiting')).toEqual([
      { waiting: expect.any(Number), sent: false },
    ]);
    expect(await last()).toMatchObject({ action: 'releaseHeldMail', actor_id: 'operator' });
    expect((await operated.run(['mail', 'resume'])).code).toBe(1);
    const [{ queued } = {}] = await operated.json('mail', 'retry');
    expect(queued).toBeGreaterThan(0);
    expect(await last()).toMatchObject({ action: 'retryMail', actor_id: 'operator' });
    expect(await operated.json('mail', 'retry')).toEqual([{ queued: 0 }]);
  });

  it('rotates and retires keys', async () => {
    // Something that the key protects.
    await operated.json('user', 'reset-password', 'ann@example.com', '--mail');
    const [first] = await operated.json('keys', 'list');
    expect(first).toMatchObject({ status: 'current', in_use: { audit_logs: 1 } });
    const [rotated] = await operated.json('keys', 'rotate');
    expect(rotated).toEqual({ key_id: expect.any(String), previous_key_id: first?.key_id });
    expect(await last()).toMatchObject({ action: 'rotateKeys', actor_id: 'operator' });
    const old = String(first?.key_id);
    await operated.json('session', 'end', '--all');
    const early = await operated.run(['keys', 'retire', old]);
    expect([early.code, early.stderr]).toEqual([1, expect.stringContaining(`Key ${old} is still in use:`)]);
    expect(await operated.json('keys', 'retire', old, '--reseal')).toEqual([
      { key_id: old, resealed: expect.any(Number) },
    ]);
    expect(await last()).toMatchObject({ action: 'retireKey', actor_id: 'operator' });
    expect((await operated.run(['keys', 'list'])).stdout).toContain('retired');
    expect((await operated.json('audit', 'verify')).at(-1)).toEqual({ verified: 1, broken: 0 });
    const token = await tokenOf('ann@example.com');
    expect((await me(token)).status).toBe(200);
    await settle();
  });

  it('purges what is due, and says before what that is', async () => {
    expect(await operated.json('purge', '--dry-run')).toEqual([{ accounts: 0, deleted: false }]);
    expect((await operated.run(['purge'])).stdout).toMatch(/Accounts deleted: 0\n$/);
  });

  it('shows every setting with its source, and no secret', async () => {
    const rows = await operated.json('config', 'show', '--metrics-token', 'another-secret-token');
    const shown = new Map(rows.map(({ setting, ...row }) => [setting, row]));
    expect(shown.get('metrics-token')).toEqual({ value: '********', source: '--metrics-token' });
    expect(shown.get('smtp-url')).toEqual({ value: null, source: 'default' });
    expect(shown.get('mail-from')).toEqual(
      mode === 'online'
        ? { value: 'Acme <acme@example.com>', source: '--mail-from' }
        : { value: 'Castellan <castellan@localhost>', source: 'default' },
    );
    expect(JSON.stringify(rows)).not.toContain('secret-token');
  });
});
