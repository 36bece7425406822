import { createCipheriv, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SealedText } from '../storage/database/sealed-text.ts';
import {
  type PlaceOf,
  partsOf,
  type SealedColumn,
  type SealedRow,
  sealedColumnNames,
  sealedColumns,
} from '../storage/store/sealed-columns.ts';
import { createKeyRing } from './keys.ts';
import { createSecretBox } from './secret-box.ts';

const first = { kid: 'k1', secret: randomBytes(32) };
const second = { kid: 'k2', secret: randomBytes(32) };
const secretBox = createSecretBox(createKeyRing([first]));
const column = 'second_factors.sealed_secret';
const place = { user_id: 'usr_1' };
const seal = (text: string, box = secretBox) => box.seal(column, place, text);
const open = (sealed: string, box = secretBox) =>
  box.open(column, { ...place, sealed_secret: sealed as SealedText<typeof column> });

describe('the secret box', () => {
  it('decrypts what it encrypted, and never encrypts the same way twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const [one, two] = [seal(text), seal(text)];
        expect(one).not.toBe(two);
        expect([open(one), open(two)]).toEqual([text, text]);
      }),
    );
  });

  it('rejects a text with any one byte changed, or truncated', () => {
    const sealed = seal('a secret of a link');
    const start = sealed.lastIndexOf('.') + 1;
    const bytes = Buffer.from(sealed.slice(start), 'base64url');
    const tampered = (changed: Buffer) => () => open(sealed.slice(0, start) + changed.toString('base64url'));
    expect(tampered(bytes)()).toBe('a secret of a link');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      expect(tampered(changed)).toThrow();
    }
    for (let length = 0; length < bytes.length; length += 1) expect(tampered(bytes.subarray(0, length))).toThrow();
  });

  it('rejects a short tag, which could be guessed, even for the right bytes', () => {
    const nonce = randomBytes(12);
    const key = createKeyRing([first]).current.derive('second-factor');
    const encryption = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(`["${column}","usr_1"]`));
    encryption.final();
    const tag = encryption.getAuthTag();
    const sealed = (length: number) => `k1.${Buffer.concat([nonce, tag.subarray(0, length)]).toString('base64url')}`;
    expect(open(sealed(16))).toBe('');
    for (const length of [0, 4, 8, 12, 15]) expect(() => open(sealed(length))).toThrow();
  });

  it('keeps tokens and stored values apart', () => {
    const token = secretBox.sealToken('passkey-challenge', 'text');
    expect(secretBox.openToken('passkey-challenge', token)).toBe('text');
    expect(() => secretBox.openToken('passkey-challenge', seal('text'))).toThrow();
    expect(() => open(token)).toThrow();
  });

  it('decrypts with a key that no longer encrypts, and rejects a deleted one', () => {
    const sealed = seal('text');
    expect(open(sealed, createSecretBox(createKeyRing([second, first])))).toBe('text');
    expect(() => open(sealed, createSecretBox(createKeyRing([second])))).toThrow(/Unknown encryption key/);
    expect(() => open('.')).toThrow(/Unknown encryption key/);
  });
});

/** A row with a value for each column that sealed values are bound to. */
const rowOf = <Name extends SealedColumn>(name: Name): PlaceOf<Name> =>
  Object.fromEntries(sealedColumns[name].place.map((field) => [field, `a ${field}`])) as unknown as PlaceOf<Name>;
const withValue = <Name extends SealedColumn>(name: Name, row: object, sealed: string) =>
  ({ ...row, [partsOf(name)[1]]: sealed }) as unknown as SealedRow<Name>;

describe.each(sealedColumnNames)('a value of %s', (name) => {
  const row = rowOf(name);
  const sealed = secretBox.seal(name, row, 'text');

  it('can be opened in its place', () => {
    expect(secretBox.open(name, withValue(name, row, sealed))).toBe('text');
    expect(sealed).not.toContain('text');
    expect(() => secretBox.open(name, row as SealedRow<typeof name>)).toThrow(`There is no value in ${name}`);
  });

  it('that is bound to nothing, like a token, can be opened nowhere', () => {
    const unbound = secretBox.sealToken(sealedColumns[name].purpose as 'passkey-challenge', 'text');
    expect(() => secretBox.open(name, withValue(name, row, unbound))).toThrow(/authenticate/);
  });

  it('can be opened in no other row, organization or destination', () => {
    for (const field of sealedColumns[name].place) {
      for (const other of [`another ${field}`, '', null, 7]) {
        const moved = withValue(name, { ...row, [field]: other }, sealed);
        expect(() => secretBox.open(name, moved), `${field} ${other}`).toThrow(/authenticate/);
      }
    }
    // Two fields can't pass for each other, however their values are cut.
    const [one, two] = sealedColumns[name].place;
    if (two === undefined) return;
    const swapped = { ...row, [one]: `a ${two}`, [two]: `a ${one}` };
    expect(() => secretBox.open(name, withValue(name, swapped, sealed))).toThrow(/authenticate/);
  });

  it('can be opened in no other column, even of the same row', () => {
    for (const other of sealedColumnNames.filter((each) => each !== name)) {
      const everything = Object.assign({}, ...sealedColumnNames.map((each) => rowOf(each))) as object;
      expect(() => secretBox.open(other, withValue(other, everything, sealed)), other).toThrow(/authenticate/);
    }
  });
});

describe('the hash of an email address', () => {
  it('is stable, differs by address and installation, and does not contain the address', () => {
    const hash = secretBox.hashEmail('ada@example.com');
    expect(secretBox.hashEmail('ada@example.com')).toBe(hash);
    expect(secretBox.hashEmail('bob@example.com')).not.toBe(hash);
    expect(createSecretBox(createKeyRing([second])).hashEmail('ada@example.com')).not.toBe(hash);
    expect(hash).toMatch(/^[\w-]{43}$/);
  });
});
