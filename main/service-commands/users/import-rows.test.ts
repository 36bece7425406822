import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as field from '#shared/contract/fields.ts';
import { toCsv } from '#shared/text-input/csv.ts';
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

  it('are separated by what separates the header, as spreadsheets of each country write it', async () => {
    for (const separator of [',', ';', '\t']) {
      const table = [
        ['E-Mail', '"Name"'],
        ['a@example.com', '"A, B; C"'],
      ];
      const text = table.map((row) => `${row.join(separator)}\r\n`).join('');
      expect(await read('csv', text), separator).toMatchObject([{ line: 2, value: { name: 'A, B; C' } }]);
      expect(await read('csv', `\ufeff${text.slice(0, 3)}`, text.slice(3)), separator).toMatchObject([{ line: 2 }]);
    }
  });

  it('name what is wrong by the header of the file', async () => {
    const text = ' EMAIL ,Role,Password_Hash\nx,member,\na@example.com,boss,\nb@example.com,member,md5\n';
    expect(await problems('csv', text)).toEqual([
      [2, 'email (column "EMAIL"): Enter a valid email address'],
      [3, 'role (column "Role"): Must be one of: member, admin, owner'],
      [
        4,
        expect.stringMatching(
          /^password_hash \(column "Password_Hash"\): Takes bcrypt .* and this is not a known hash\. Leave it/,
        ),
      ],
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
      'email,Shoe size\na@example.com,44',
      /^Unknown column "Shoe size" in the first row\. Columns: email, name, role, guest, email_verified/,
    ],
    ['name,role\nA,member', /one of them is email/],
    ['email,E-Mail\na,b', /"email" appears twice/],
  ])('are not read below a wrong header (%j)', async (text, message) => {
    await expect(read('csv', text)).rejects.toThrow(message);
  });

  it('lose the mark of an export, and nothing else', async () => {
    const rows = await read('csv', "email,name\na@example.com,'=1+1\nb@example.com,''=1\nc@example.com,'quoted'\n");
    expect(rows.map((row) => 'value' in row && row.value.name)).toEqual(['=1+1', "'=1", "'quoted'"]);
  });
});

const bytesOf = async (...pieces: Uint8Array[]) => {
  const rows = [];
  const body = async function* () {
    yield* pieces;
  };
  for await (const row of readRows('csv', body())) rows.push(row);
  return rows.map((row) => ('value' in row ? row.value : row.problem));
};
const utf8 = (text: string) => new TextEncoder().encode(text);
/** As Excel saves plain CSV: one byte per character. */
const ansi = (text: string) => Uint8Array.from(text, (char) => (char === '€' ? 0x80 : char.charCodeAt(0)));
const utf16 = (text: string, bigEndian: boolean) => {
  const bytes = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at += 1) bytes.setUint16(at * 2, text.charCodeAt(at), !bigEndian);
  return new Uint8Array(bytes.buffer);
};

describe('a file that a spreadsheet saved', () => {
  const text =
    'E-Mail;Name;Rolle;Email verified\r\ng@example.com;Jürgen Groß €;Admin;WAHR\r\nh@example.com;Zoë;MEMBER;FALSCH\r\n';
  const right = [
    { email: 'g@example.com', name: 'Jürgen Groß €', role: 'admin', email_verified: true },
    { email: 'h@example.com', name: 'Zoë', role: 'member', email_verified: false },
  ];

  it.each([
    ['UTF-8', utf8(text)],
    ['UTF-8 with a mark', utf8(`\ufeff${text}`)],
    ['windows-1252', ansi(text)],
    ['UTF-16, little end first', utf16(`\ufeff${text}`, false)],
    ['UTF-16, big end first', utf16(`\ufeff${text}`, true)],
    ['UTF-16 without a mark', utf16(text, false)],
    ['UTF-8 below its separator', utf8(`sep=;\r\n${text}`)],
    ['UTF-16 below its separator', utf16(`\ufeffsep=;\r\n${text}`, false)],
    ['commas at the end of each line', utf8(text.replaceAll(';', ',').replaceAll('\r\n', ',\r\n'))],
    ['tabs', utf8(text.replaceAll(';', '\t'))],
    ['lines that end with a line feed', utf8(text.replaceAll('\r\n', '\n'))],
    ['no end of the last line', utf8(text.trimEnd())],
  ])('is read in %s, however it is cut', async (_, bytes) => {
    expect(await bytesOf(bytes)).toEqual(right);
    for (const size of [1, 7]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (__, n) =>
        bytes.slice(n * size, n * size + size),
      );
      expect(await bytesOf(...pieces)).toEqual(right);
    }
  });

  it('says on which line below its separator something is wrong', async () => {
    expect(await problems('csv', 'sep=;\nemail;name\nx;A\n')).toEqual([[3, 'email: Enter a valid email address']]);
  });

  it('is refused if its lines have several encodings', async () => {
    const mixed = [utf8('email,name\na@example.com,Zoë\n'), ansi('b@example.com,Groß\n')];
    await expect(bytesOf(...mixed)).rejects.toThrow('The file mixes encodings. Save it as UTF-8');
  });

  it.each(['TRUE', 'wahr', 'Ja', ' yes ', '1', 'FALSE', 'Falsch', 'nein', 'No', '0', ''])(
    'may say %j',
    async (cell) => {
      expect(await problems('csv', `email,email_verified\na@example.com,${cell}\n`)).toEqual([[2]]);
    },
  );

  it('is told which word is no yes and no', async () => {
    expect(await problems('csv', 'email,email_verified\na@example.com,perhaps\n')).toEqual([
      [2, 'email_verified: Must be one of: true, false, 1, 0, yes, no'],
    ]);
  });
});

describe('what an export writes', () => {
  const name = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
    .filter((text) => field.name.safeParse(text).success);

  it('is what an import reads', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(name, { minLength: 1, maxLength: 5 }), async (names) => {
        const stored = names.map((each) => field.name.parse(each));
        const table = [
          ['email', 'name', 'created_at'],
          ...stored.map((each, n) => [`p${n}@example.com`, each, '2026-01-01']),
        ];
        const rows = await bytesOf(utf8(`\ufeff${toCsv(table)}`));
        expect(rows.map((row) => (typeof row === 'string' ? row : row.name))).toEqual(stored);
      }),
    );
  });

  it('keeps out whoever asked for their account to be deleted', async () => {
    expect(await problems('csv', 'email,status\na@example.com,pending_deletion\n')).toEqual([
      [2, 'status: Must be one of: active, disabled'],
    ]);
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
    ['$argon2i$v=19$m=65536,t=3,p=4$c29tZXNhbHQ$aGFzaA', 'an Argon2 hash in another format'],
    ['$argon2id$m=65536,t=3,p=4$c29tZXNhbHQ$aGFzaA', 'an Argon2 hash in another format'],
    ['$scrypt$r=8,ln=16,p=1$c2FsdA$aGFzaA', 'a scrypt hash in another format'],
    ['scrypt:32768:8:1$salt$abc', 'a scrypt hash in another format'],
    ['pbkdf2:sha256:600000$salt$hash', 'a PBKDF2 hash in another format'],
    ['$pbkdf2-sha3$25000$salt$hash', 'a PBKDF2 hash in another format'],
    ['{PBKDF2}x', 'a PBKDF2 hash in another format'],
    ['$6$salt$hash', 'a hash of crypt'],
    ['{SSHA}abc', 'an LDAP hash'],
    [bcrypt.replace('$10$', '$16$'), 'a bcrypt hash of another kind or cost'],
    ['5f4dcc3b5aa765d61d8327deb882cf99', 'not a known hash'],
  ])('%s is refused with what is taken instead', async (hash, kind) => {
    expect(await problemOf(hash)).toBe(
      `password_hash: Takes bcrypt ($2a$, $2b$ or $2y$, cost 4 to 15), $argon2id$, $scrypt$, $pbkdf2$ and pbkdf2_ hashes, and this is ${kind}. Leave it empty, and send the person a reset link`,
    );
  });
});
