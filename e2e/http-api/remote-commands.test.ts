import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { codeAt, stepLength } from '#e2e/support/second-factor.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { createTestApp, programFile } from '#e2e/support/test-app.ts';
import { runWarm } from '#e2e/support/warm-program.ts';

const account = { email: 'ada@example.com', password: 'violet lighthouse on a rock' };

const folder = perFile(() => temporaryFolder('castellan-remote-'));
const server = perFile(() => createTestApp({ 'rate-limits': 'off' }));
const at = (name: string): string => join(folder.path, name);
const environment = (more: Record<string, string> = {}) => ({ XDG_CONFIG_HOME: folder.path, ...more });

/** Runs a command that works with the server. */
const run = (
  args: readonly string[],
  { stdin = '', more = {} }: { stdin?: string; more?: Record<string, string> } = {},
) => runWarm(['--url', server.address, ...args], environment(more), stdin);
/** What a command answers that has to succeed. */
const answer = async (...args: string[]) => {
  const { code, stdout, stderr } = await run(['api', ...args]);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
};

const confirmed = JSON.stringify({ password: account.password });

describe('on a server', () => {
  beforeAll(async () => {
    const { email, password } = account;
    const fields = ['--email', email, '--password', password, '--name', 'Ada', '--company-name', 'Harbour'];
    expect(await run(['api', 'signup', ...fields])).toMatchObject({
      code: 0,
      stderr:
        'castellan: other users of this computer can read --password while the command runs. Use --body - instead\n',
    });
    expect(await run(['login', account.email], { stdin: `${account.password}\n` })).toEqual({
      code: 0,
      stdout: `Signed in to ${server.address} as ${account.email}\n`,
      stderr: '',
    });
  });

  it('keeps the session in a file of its user, until they sign out', async () => {
    const sessions = at('castellan/sessions');
    const [file = ''] = readdirSync(sessions);
    expect(statSync(join(sessions, file)).mode & 0o777).toBe(0o600);
    expect(statSync(sessions).mode & 0o777).toBe(0o700);
    const { access_token } = JSON.parse(readFileSync(join(sessions, file), 'utf8')).session;
    expect(await run(['logout'])).toMatchObject({ code: 0, stdout: `Signed out of ${server.address}\n` });
    expect(await run(['api', 'getMe'])).toMatchObject({ code: 1, stderr: expect.stringMatching(/UNAUTHENTICATED/) });
    expect(await run(['api', 'getMe'], { more: { CASTELLAN_API_KEY: access_token } })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^castellan: [^\n]+ \(SESSION_ENDED, req_[\w-]+\)\. Check CASTELLAN_API_KEY\n$/),
    });
    // In the order in which they are asked for.
    expect(await run(['login'], { stdin: `${account.email}\n${account.password}\n` })).toMatchObject({ code: 0 });
  });

  it('creates, reads pages and prints in three ways, for the organization of whoever calls', async () => {
    for (const name of ['Billing', 'Design', 'Edge']) await answer('createWorkspace', '--name', name);
    expect(await answer('listWorkspaces', '--limit', '2')).toMatchObject({
      total: 3,
      workspaces: [{}, {}],
    });
    const names = (text: string) =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).name);
    const rows = async (...args: string[]) => (await run(['api', 'listWorkspaces', '--limit', '2', ...args])).stdout;
    expect(names(await rows('--output', 'ndjson'))).toEqual(['Billing', 'Design']);
    expect(names(await rows('--output', 'ndjson', '--all'))).toEqual(['Billing', 'Design', 'Edge']);
    expect(JSON.parse(await rows('--all'))).toHaveLength(3);
    const [heading, ...lines] = (await rows('--all', '--output', 'table')).trimEnd().split('\n');
    expect(heading).toMatch(/^workspace_id +slug +name/);
    expect(lines.map((line) => line.split(/ {2,}/)[2])).toEqual(['Billing', 'Design', 'Edge']);
  });

  it('takes fields as JSON, from the command line, a file or stdin, besides flags', async () => {
    writeFileSync(at('body.json'), '{"name": "By file", "description": "replaced"}');
    expect(await answer('createWorkspace', '--body', `@${at('body.json')}`, '--description', 'by flag')).toMatchObject({
      name: 'By file',
      description: 'by flag',
    });
    const { stdout } = await run(['api', 'createWorkspace', '--body', '-'], { stdin: '{"name": "By stdin"}' });
    expect(JSON.parse(stdout)).toMatchObject({ name: 'By stdin' });
    for (const body of ['{"secret', '[]', '"secret"']) {
      expect(await run(['api', 'createWorkspace', '--body', body])).toEqual({
        code: 78,
        stdout: '',
        stderr: 'castellan: --body: must be a JSON object, @FILE, or - to read it from stdin\n',
      });
    }
  });

  it('spells a field as the reference does, too, and takes lists', async () => {
    const { stdout } = await run([
      'api',
      'listEvents',
      '--after=0',
      '--types',
      'workspace.created',
      '--types=member.joined',
    ]);
    expect(JSON.parse(stdout).events[0].type).toBe('workspace.created');
    expect(await answer('listEvents', '--after', '0', '--types', 'workspace.created')).toMatchObject({
      removed: false,
    });
    expect(await run(['api', 'createWorkspace', '--tenant_id', 'tnt_none', '--name', 'x'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/NOT_FOUND/),
    });
  });

  it('prints the rows of what has no pages, too', async () => {
    const { stdout } = await run(['api', 'listEvents', '--after', '0', '--output', 'ndjson']);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).type),
    ).toContain('workspace.created');
    expect((await run(['api', 'listSessions', '--output', 'table'])).stdout).toContain('session_id');
  });

  it('says what else the answer has, and where --url goes', async () => {
    const { slug } = await answer('createWorkspace', '--name', 'Etag');
    const refused = await run(['api', 'updateWorkspace', '--slug', slug, '--name', 'Else', '--if-match', '"another"']);
    expect(refused.stderr).toMatch(/\(PRECONDITION_FAILED, req_[\w-]+\) \{"etag":"/);
    expect((await run(['api', 'getMe', '--url', 'x'])).stderr).toContain('--url goes in front of the command');
    expect(await run(['api', 'list'])).toMatchObject({ code: 0, stdout: expect.stringContaining('listMembers') });
  });

  it('signs in although the file with the last session is cut off', async () => {
    const sessions = at('castellan/sessions');
    for (const file of readdirSync(sessions)) writeFileSync(join(sessions, file), '{"session":{"acc');
    expect((await run(['api', 'getMe'])).stderr).toContain("can't be read. Sign in again");
    expect(await run(['login', account.email], { stdin: account.password })).toMatchObject({ code: 0 });
  });

  it('restores an account that is about to be deleted', async () => {
    const email = 'bob@example.com';
    const body = JSON.stringify({ email, password: account.password, name: 'Bob', company_name: 'Pier' });
    await answer('signup', '--body', body);
    expect(await run(['login', email], { stdin: account.password })).toMatchObject({ code: 0 });
    await answer('deleteMe', '--body', JSON.stringify({ password: account.password, confirmation: 'DELETE' }));
    expect((await run(['login', email], { stdin: account.password })).stderr).toContain('add --restore');
    expect(await run(['login', '--restore', email], { stdin: account.password })).toMatchObject({ code: 0 });
    expect(await run(['login', account.email], { stdin: account.password })).toMatchObject({ code: 0 });
  });

  it('calls as a key, whose organization it asks for', async () => {
    const scopes = ['self', 'workspaces.list'].flatMap((scope) => ['--scopes', scope]);
    const { key } = await answer('createApiKey', '--name', 'CLI', '--body', confirmed, ...scopes);
    const more = { CASTELLAN_API_KEY: key, CASTELLAN_URL: server.address };
    const listed = await runWarm(['api', 'listWorkspaces'], environment(more));
    expect([listed.code, JSON.parse(listed.stdout).total]).toEqual([0, expect.any(Number)]);
    const refused = await run(['api', 'listMembers'], { more });
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/\(SCOPE_REQUIRED, req_/) });
    expect(refused.stderr).not.toContain(key);
  });

  it('asks on a terminal, where the password does not appear', async () => {
    const command = `'${process.execPath}' '${programFile}' --url ${server.address} login`;
    const terminal = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
      env: { PATH: process.env.PATH ?? '', ...environment() },
    });
    let shown = '';
    const answers: [question: string, answer: string][] = [
      ['Email: ', account.email],
      ['Password: ', account.password],
    ];
    terminal.stdout.setEncoding('utf8').on('data', (part: string) => {
      shown += part;
      const [question, given] = answers[0] ?? [];
      if (question === undefined || !shown.endsWith(question)) return;
      answers.shift();
      terminal.stdin.write(`${given}\r`);
    });
    const [code] = await once(terminal, 'close');
    expect([code, answers]).toEqual([0, []]);
    expect(shown).toContain(`Signed in to ${server.address} as ${account.email}`);
    expect(shown).not.toContain(account.password);
  });

  it('asks for a code where the account needs one', async () => {
    const { secret } = await answer('startSecondFactor', '--body', confirmed);
    const code = (step: number) => codeAt(secret, server.clock.now() + step * stepLength);
    await answer('confirmSecondFactor', '--body', JSON.stringify({ code: code(0) }));
    expect(await run(['login', account.email], { stdin: account.password })).toMatchObject({
      code: 78,
      stderr: 'castellan: Two-factor code: a line of stdin is missing\n',
    });
    expect(await run(['login', account.email], { stdin: `${account.password}\n${code(1)}\n` })).toMatchObject({
      code: 0,
    });
    const wrong = await run(['login', account.email], { stdin: 'not the password\n' });
    expect(wrong).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^castellan: [^\n]+\(INVALID_CREDENTIALS, req_/),
    });
    expect(wrong.stderr).not.toContain('not the password');
  });
});

it.each([
  [
    'http://0.0.0.0:1',
    /^castellan: http:\/\/0\.0\.0\.0:1 is not encrypted, so others may read [^\n]+\ncastellan: No answer [^\n]+\n$/,
  ],
  ['http://localhost:1', /^castellan: No answer [^\n]+\n$/],
  ['http://[::1]:1', /^castellan: No answer [^\n]+\n$/],
])('says where keys would be sent in the clear: %s', async (url, message) => {
  const { code, stderr } = await runWarm(['--url', url, 'api', 'getMe'], environment());
  expect([code, stderr]).toEqual([74, expect.stringMatching(message)]);
});

describe('what is wrong', () => {
  it.each([
    [['api', 'getMe'], 78, /^castellan: Name the server: castellan --url URL …, or CASTELLAN_URL\n$/],
    [['--url', 'ftp://x', 'api', 'getMe'], 78, /^castellan: --url: must look like/],
    [['--url', 'https://ada:secret@x', 'api', 'getMe'], 78, /^castellan: --url: must look like[^\n]+\n$/],
    [['--url'], 78, /^castellan: --url needs a value/],
    [['--url', 'http://127.0.0.1:1', 'serve'], 78, /^castellan: castellan serve takes no --url\n$/],
    [['--url=http://127.0.0.1:1', 'api', 'getMe'], 74, /^castellan: No answer from http:\/\/127\.0\.0\.1:1: /],
    [
      ['--url', 'http://127.0.0.1:1', 'api', 'getNothing'],
      78,
      /^castellan: There is no operation getNothing\. See castellan api list\n$/,
    ],
    [['--url', 'http://127.0.0.1:1', 'api', 'getMe', '--all'], 78, /^castellan: --all: getMe has no pages\n$/],
    [['--url', 'http://127.0.0.1:1', 'api', 'getMe', '--output', 'xml'], 78, /^castellan: --output: Must be one of: /],
    [
      ['--url', 'http://127.0.0.1:1', 'api', 'getMe', '--names', 'x'],
      78,
      /^castellan: Unknown option --names\. See castellan api getMe --help\n$/,
    ],
    [
      ['--url', 'http://127.0.0.1:1', 'api', 'getInvoice'],
      78,
      /^castellan: invoice_id is missing: GET \/api\/v1\/hosting\/invoices\/\{invoice_id\}\n$/,
    ],
    [['completion', 'tcsh'], 78, /^castellan: SHELL: Must be one of: bash, zsh, fish\n$/],
  ])('%j is said in one line', async (args, code, message) => {
    const ended = await runWarm(args, environment());
    expect(ended).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(message) });
    expect(ended.stderr).not.toContain('secret');
  });
});
