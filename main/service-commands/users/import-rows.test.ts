import { describe, expect, it } from 'vitest';
import { type importFormats, readRows } from './import-rows.ts';

const read = async (format: (typeof importFormats)[number], ...pieces: string[]) => {
  const rows = [];
  const body = async function* () {
    for (const piece of pieces) yield new TextEncoder().encode(piece);
  };
  for await (const row of readRows(format, body())) rows.push(row);
  return rows;
};
const problems = async (format: (typeof importFormats)[number], text: string) =>
  (await read(format, text)).map((row) => ('problem' in row ? [row.line, row.problem] : [row.line]));

describe('rows of a CSV file', () => {
  it('are numbered by the line on which they begin, whatever lies between them', async () => {
    const text = 'Email,Name\n\na@example.com,"two\nlines"\n , \nb@example.com,"x\r\ny"\nnobody,N\n';
    const rows = await read('csv', text.slice(0, 20), text.slice(20));
    expect(rows.map(({ line, email }) => [line, email])).toEqual([
      [3, 'a@example.com'],
      [6, 'b@example.com'],
      [8, 'nobody'],
    ]);
  });

  it('name what is wrong by the header of the file', async () => {
    const text = ' EMAIL ,Role,Password_Hash\nx,member,\na@example.com,boss,\nb@example.com,member,md5\n';
    expect(await problems('csv', text)).toEqual([
      [2, 'EMAIL: Enter a valid email address'],
      [3, 'Role: Must be one of: member, admin, owner'],
      [4, expect.stringMatching(/^Password_Hash: Takes bcrypt hashes only .* and this is not a known hash\. Leave it/)],
    ]);
  });

  it('may end with an empty cell, and are refused with another one', async () => {
    expect(await problems('csv', 'email,name,\na@example.com,A,\nb@example.com,B,,\nc@example.com,C,,x\n')).toEqual([
      [2],
      [3],
      [4, expect.stringMatching(/^Unknown field "cell 4"\. Fields: email, name/)],
    ]);
  });

  it.each([
    [
      'E-Mail,Name\na@example.com,A',
      /^Unknown column "E-Mail" in the first row\. Columns: email, name, role, email_verified/,
    ],
    ['name,role\nA,member', /one of them is email/],
    ['email,Email\na,b', /"email" appears twice/],
  ])('are not read below a wrong header (%j)', async (text, message) => {
    await expect(read('csv', text)).rejects.toThrow(message);
  });

  it('lose the mark of an export, and nothing else', async () => {
    const rows = await read('csv', "email,name\na@example.com,'=1+1\nb@example.com,''=1\nc@example.com,'quoted'\n");
    expect(rows.map((row) => 'value' in row && row.value.name)).toEqual(['=1+1', "'=1", "'quoted'"]);
  });
});

describe('rows of JSON lines', () => {
  it('are numbered by their line, and name fields that are unknown', async () => {
    expect(
      await problems('jsonl', '\n{"email":"a@example.com"}\n\nnot json\n{"email":"b@example.com","mail":1}'),
    ).toEqual([
      [2],
      [4, expect.any(String)],
      [5, expect.stringMatching(/^Unknown field "mail"\. Fields: email, name/)],
    ]);
  });
});

describe('a password hash', () => {
  const bcrypt = `$2b$10$${'a'.repeat(53)}`;
  const problemOf = async (hash: string) =>
    (await problems('jsonl', JSON.stringify({ email: 'a@example.com', password_hash: hash })))[0]?.[1];

  it.each([bcrypt, bcrypt.replace('$2b', '$2a'), bcrypt.replace('$2b', '$2y'), ''])('is taken (%s)', async (hash) => {
    expect(await problemOf(hash)).toBeUndefined();
  });

  it.each([
    ['$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHQ$aGFzaA', 'an Argon2 hash'],
    ['$scrypt$ln=16,r=8,p=1$c2FsdA$aGFzaA', 'a scrypt hash'],
    ['scrypt:32768:8:1$salt$abc', 'a scrypt hash'],
    ['pbkdf2_sha256$600000$salt$hash', 'a PBKDF2 hash'],
    ['$pbkdf2-sha512$25000$salt$hash', 'a PBKDF2 hash'],
    ['{PBKDF2}x', 'a PBKDF2 hash'],
    ['$6$salt$hash', 'a hash of crypt'],
    ['{SSHA}abc', 'an LDAP hash'],
    [bcrypt.replace('$10$', '$16$'), 'a bcrypt hash of another kind or cost'],
    ['5f4dcc3b5aa765d61d8327deb882cf99', 'not a known hash'],
  ])('%s is refused with what is taken instead', async (hash, kind) => {
    expect(await problemOf(hash)).toBe(
      `password_hash: Takes bcrypt hashes only ($2a$, $2b$ or $2y$, cost 4 to 15), and this is ${kind}. Leave it empty, and send the person a reset link`,
    );
  });
});
