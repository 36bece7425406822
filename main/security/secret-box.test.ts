import { createCipheriv, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKeyRing } from './keys.ts';
import { createSecretBox } from './secret-box.ts';

const first = { kid: 'k1', secret: randomBytes(32) };
const second = { kid: 'k2', secret: randomBytes(32) };
const secretBox = createSecretBox(createKeyRing([first]));

describe('the secret box', () => {
  it('decrypts what it encrypted, and never encrypts the same way twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const [one, two] = [secretBox.seal(text), secretBox.seal(text)];
        expect(one).not.toBe(two);
        expect([secretBox.open(one), secretBox.open(two)]).toEqual([text, text]);
      }),
    );
  });

  it('rejects a text with any one byte changed, or truncated', () => {
    const [kid, data = ''] = secretBox.seal('a secret of a link').split('.');
    const bytes = Buffer.from(data, 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      expect(() => secretBox.open(`${kid}.${changed.toString('base64url')}`)).toThrow();
    }
    for (let length = 0; length < bytes.length; length += 1) {
      expect(() => secretBox.open(`${kid}.${bytes.subarray(0, length).toString('base64url')}`)).toThrow();
    }
  });

  it('rejects a short tag, which could be guessed, even for the right bytes', () => {
    const nonce = randomBytes(12);
    const encryption = createCipheriv('aes-256-gcm', createKeyRing([first]).current.derive('outbox'), nonce);
    encryption.final();
    const tag = encryption.getAuthTag();
    const sealed = (length: number) => `k1.${Buffer.concat([nonce, tag.subarray(0, length)]).toString('base64url')}`;
    expect(secretBox.open(sealed(16))).toBe('');
    for (const length of [0, 4, 8, 12, 15]) expect(() => secretBox.open(sealed(length))).toThrow();
  });

  it('has a key per purpose: a text encrypted for one purpose does not decrypt for another', () => {
    const [link, factor] = [secretBox.seal('text', 'outbox'), secretBox.seal('text', 'second-factor')];
    expect([secretBox.open(link), secretBox.open(factor, 'second-factor')]).toEqual(['text', 'text']);
    expect(() => secretBox.open(link, 'second-factor')).toThrow();
    expect(() => secretBox.open(factor)).toThrow();
  });

  it('decrypts with a key that no longer encrypts, and rejects a deleted one', () => {
    const sealed = secretBox.seal('text');
    expect(createSecretBox(createKeyRing([second, first])).open(sealed)).toBe('text');
    expect(() => createSecretBox(createKeyRing([second])).open(sealed)).toThrow(/Unknown encryption key/);
    expect(() => secretBox.open('')).toThrow(/Unknown encryption key/);
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
