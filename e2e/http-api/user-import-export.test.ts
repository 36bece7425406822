import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import bcrypt from 'bcryptjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandTarget, createCommandTarget, modes } from '#e2e/support/command-target.ts';
import { cheapHashes } from '#e2e/support/published-hashes.ts';

/** One server for all tests of a mode: starting programs takes most of the time. */
describe.each(modes)('commands that import and export accounts, %s', (mode) => {
  let operated: CommandTarget;
  beforeAll(async () => {
    operated = await createCommandTarget(mode);
  });
  afterAll(() => operated.close());

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

  it('imports accounts with hashes of another system, all or none', async () => {
    const hash = await bcrypt.hash('an older password 1', 4);
    const csv = [
      'email,name,role,email_verified,password_hash',
      `php@example.com,Petra Hill,admin,true,${hash.replace('$2b$', '$2y$')}`,
      `Old@Example.com,"Lee, Old",,,${hash.replace('$2b$', '$2a$')}`,
      `new@example.com,,member,0,${hash}`,
    ].join('\n');
    const bad = await file(
      'bad.csv',
      `${csv}\nnobody,No,,,\nphp@example.com,Twice,,,\nann@example.com,Ann,,,\nx@example.com,X,boss,,\ny@example.com,Y,,,{SHA}abc\n`,
    );
    const before = await operated.json('user', 'list');
    const refused = await operated.run(['user', 'import', bad, '--organization', 'Acme']);
    expect([refused.code, refused.stdout.trimEnd().split('\n')]).toEqual([
      1,
      [
        'Line 5 (nobody): email: Enter a valid email address',
        'Line 6 (php@example.com): Appears twice in the file',
        'Line 7 (ann@example.com): This email address already has an account',
        'Line 8 (x@example.com): role: Must be one of: member, admin, owner',
        'Line 9 (y@example.com): password_hash: Takes bcrypt ($2a$, $2b$ or $2y$, cost 4 to 15), $argon2id$, $scrypt$, $pbkdf2$ and pbkdf2_ hashes, and this is an LDAP hash. Leave it empty, and send the person a reset link',
      ],
    ]);
    expect(refused.stderr).toContain('Nothing was imported: 5 of 8 rows need fixing');
    expect(await operated.json('user', 'list')).toEqual(before);

    const skipping = await operated.run(['user', 'import', bad, '--skip-invalid', '--json']);
    expect(skipping.code).toBe(0);
    const printed = skipping.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(printed.filter(({ ok }) => ok).map(({ line, email }) => `${line} ${email}`)).toEqual([
      '2 php@example.com',
      '3 old@example.com',
      '4 new@example.com',
    ]);
    expect(printed.at(-1)).toEqual({ organization: 'Acme', imported: 3, skipped: 5 });
    expect(await last()).toMatchObject({ action: 'createAccount', actor_id: 'operator' });
    for (const name of ['php', 'old', 'new']) {
      expect((await operated.login(`${name}@example.com`, 'an older password 1')).status).toBe(200);
    }
    await settle();
    expect(await operated.json('user', 'show', 'new@example.com')).toMatchObject([
      { name: 'new@example.com', role: 'member', email_verified: false },
    ]);
    const lines = await file('more.jsonl', '{"email":"json@example.com","role":"member"}\nnot json\n');
    expect((await operated.run(['user', 'import', lines])).stdout).toMatch(/^Line 2 \(\): /);
  });

  // One command shows that the group works without the service: what each does is the same code in both modes.
  if (mode === 'offline') return;

  it('exports accounts for another system', async () => {
    const hash = await bcrypt.hash('an older password 1', 4);
    const accounts = `email,name,role,email_verified,password_hash\nexported@example.com,Petra Hill,admin,true,${hash}\n`;
    await operated.run(['user', 'import', await file('admin.csv', accounts)]);
    const { stdout } = await operated.run(['user', 'export', '--role', 'admin', '--hashes']);
    const [header, ...rows] = stdout.split('\n');
    // Spreadsheets need the mark in front to read it as UTF-8, as in exports of the console.
    expect(header).toBe('\ufeffemail,name,role,guest,email_verified,status,organization,created_at,password_hash');
    expect(rows).toContainEqual(
      expect.stringMatching(/^exported@example\.com,Petra Hill,admin,false,true,active,Acme,[^,]+,\$2[aby]\$/),
    );
    expect(rows.at(-1)).toBe('');
    expect(await last()).toEqual({ action: 'exportHashes', actor_id: 'operator', target_label: 'Acme' });
    await operated.run(['user', 'export', '--organization', 'Acme', '--hashes']);
    expect((await operated.lastEvents(2)).map(({ action }) => action)).toEqual(['exportHashes', 'exportHashes']);
    expect((await operated.run(['user', 'export'])).stdout).not.toContain('$2');
    expect((await operated.lastEvents(3)).filter(({ action }) => action === 'exportHashes')).toHaveLength(2);
    const nobody = await operated.run(['user', 'export', '--status', 'disabled', '--role', 'owner']);
    expect(nobody.stdout).toBe('\ufeffemail,name,role,guest,email_verified,status,organization,created_at\n');
  });

  it('imports what it exported', async () => {
    const hash = await bcrypt.hash('an older password 1', 4);
    const people: { email: string; name: string; role: string; status?: string; [field: string]: unknown }[] = [
      { email: 'formula@example.com', name: "=cmd|' /c calc'!A1", role: 'admin', email_verified: true },
      { email: 'quoted@example.com', name: `'=1 "x", y;`, role: 'member', status: 'disabled', password_hash: hash },
    ];
    const [[, , other = ''] = []] = cheapHashes;
    people.splice(1, 0, { email: 'other@example.com', name: 'Other', role: 'member', password_hash: other });
    const signs = ['+1', '-1', '@SUM(1)', '＝1'];
    people.push(...signs.map((name, n) => ({ email: `sign${n}@example.com`, name, role: 'member' })));
    const lines = people.map((person) => JSON.stringify({ ...person, organization: 'Acme' }));
    expect((await operated.run(['user', 'import', await file('people.jsonl', lines.join('\n'))])).code).toBe(0);
    const listed = async () =>
      (await operated.json('user', 'export', '--hashes', '--organization', 'Acme'))
        .filter(({ email }) => people.some((person) => person.email === email))
        .sort((a, b) => String(a.email).localeCompare(String(b.email)));
    const before = await listed();
    expect(before.map(({ name, status }) => [name, status])).toEqual(
      people.map(({ name, status = 'active' }) => [name, status]),
    );
    expect(before.find(({ email }) => email === 'other@example.com')).toMatchObject({ password_hash: other });
    const exports = {
      'exported.csv': (await operated.run(['user', 'export', '--hashes'])).stdout,
      'exported.jsonl': (await operated.run(['user', 'export', '--hashes', '--json'])).stdout,
    };
    for (const formula of ['=cmd|', ...signs]) expect(exports['exported.csv']).toContain(`,'${formula}`);
    for (const [name, text] of Object.entries(exports)) {
      for (const { email } of people) await operated.json('user', 'delete', email, '--now');
      const path = await file(name, text);
      const imported = await operated.run(['user', 'import', path, '--skip-invalid']);
      expect(imported).toMatchObject({
        code: 0,
        stdout: expect.stringContaining(`Imported into Acme: ${people.length}. Skipped:`),
      });
      const same = ({ user_id: _, created_at: __, last_login: ___, ...account }: Record<string, unknown>) => account;
      expect((await listed()).map(same)).toEqual(before.map(same));
    }
    for (const { email } of people) await operated.json('user', 'delete', email, '--now');
  });
});
