import { createCipheriv, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKeyRing } from './keys.ts';
import { createSeal } from './seal.ts';

const first = { kid: 'k1', secret: randomBytes(32) };
const second = { kid: 'k2', secret: randomBytes(32) };
const seal = createSeal(createKeyRing([first]));

describe('the seal', () => {
  it('opens what it sealed, and never seals alike twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const [one, two] = [seal.seal(text), seal.seal(text)];
        expect(one).not.toBe(two);
        expect([seal.open(one), seal.open(two)]).toEqual([text, text]);
      }),
    );
  });

  it('refuses a text with any one byte changed, or cut short', () => {
    const [kid, data = ''] = seal.seal('a secret of a link').split('.');
    const bytes = Buffer.from(data, 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      expect(() => seal.open(`${kid}.${changed.toString('base64url')}`)).toThrow();
    }
    for (let length = 0; length < bytes.length; length += 1) {
      expect(() => seal.open(`${kid}.${bytes.subarray(0, length).toString('base64url')}`)).toThrow();
    }
  });

  it('refuses a short tag, which could be guessed, even over the right bytes', () => {
    const nonce = randomBytes(12);
    const encryption = createCipheriv('aes-256-gcm', createKeyRing([first]).current.derive('outbox'), nonce);
    encryption.final();
    const tag = encryption.getAuthTag();
    const sealed = (length: number) => `k1.${Buffer.concat([nonce, tag.subarray(0, length)]).toString('base64url')}`;
    expect(seal.open(sealed(16))).toBe('');
    for (const length of [0, 4, 8, 12, 15]) expect(() => seal.open(sealed(length))).toThrow();
  });

  it('has a key for each purpose: what is sealed for one does not open for another', () => {
    const [link, factor] = [seal.seal('text', 'outbox'), seal.seal('text', 'second-factor')];
    expect([seal.open(link), seal.open(factor, 'second-factor')]).toEqual(['text', 'text']);
    expect(() => seal.open(link, 'second-factor')).toThrow();
    expect(() => seal.open(factor)).toThrow();
  });

  it('opens under a key that no longer seals, and refuses one that is gone', () => {
    const sealed = seal.seal('text');
    expect(createSeal(createKeyRing([second, first])).open(sealed)).toBe('text');
    expect(() => createSeal(createKeyRing([second])).open(sealed)).toThrow(/gone/);
    expect(() => seal.open('')).toThrow(/gone/);
  });
});

describe('the hash of an address', () => {
  it('is stable, differs by address and by installation, and does not hold the address', () => {
    const hash = seal.hashAddress('ada@example.com');
    expect(seal.hashAddress('ada@example.com')).toBe(hash);
    expect(seal.hashAddress('bob@example.com')).not.toBe(hash);
    expect(createSeal(createKeyRing([second])).hashAddress('ada@example.com')).not.toBe(hash);
    expect(hash).toMatch(/^[\w-]{43}$/);
  });
});
