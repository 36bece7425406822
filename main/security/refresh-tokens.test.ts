import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomIds } from '../platform/ids.ts';
import { createKeyRing } from './keys.ts';
import { createRefreshTokens, hashSecret } from './refresh-tokens.ts';

const secret = randomBytes(32);
const tokens = createRefreshTokens(createKeyRing([{ kid: 'k1', secret }]));
const sessionId = randomIds.id('sess');

describe('refresh tokens', () => {
  it('encode what they were issued for, in the same way each time', () => {
    for (const generation of [0, 1, 42, 999_999_999]) {
      const text = tokens.issue({ sessionId, generation });
      expect(tokens.read(text)).toEqual({ sessionId, generation });
      expect(tokens.issue({ sessionId, generation })).toBe(text);
    }
  });

  it('differ by session and generation, each with 256 bits of MAC', () => {
    const other = randomIds.id('sess');
    const texts = [sessionId, other].flatMap((id) =>
      [0, 1, 2].map((generation) => tokens.issue({ sessionId: id, generation })),
    );
    const marks = texts.map((text) => text.split('.').at(-1) ?? '');
    expect(new Set(marks).size).toBe(6);
    for (const mark of marks) expect(Buffer.from(mark, 'base64url')).toHaveLength(32);
  });

  it('are rejected with another session, generation or key name', () => {
    const [, , , mark] = tokens.issue({ sessionId, generation: 3 }).split('.');
    const forged = [
      `${sessionId}.4.k1.${mark}`,
      `${sessionId}.03.k1.${mark}`.replace('.03.', '.2.'),
      `${randomIds.id('sess')}.3.k1.${mark}`,
      `${sessionId}.3.k2.${mark}`,
      `${sessionId}.3.__proto__.${mark}`,
      `${sessionId}.3.k1.${'A'.repeat(43)}`,
      `${sessionId}.3.k1.`,
      `${sessionId}.3.k1`,
      `${sessionId}.-3.k1.${mark}`,
      `${sessionId}.3.0.k1.${mark}`,
      `${sessionId}.9999999999.k1.${mark}`,
    ];
    for (const text of forged) expect(tokens.read(text), text).toBeUndefined();
  });

  it('are rejected from another installation, and still valid after a key rotation', () => {
    const text = tokens.issue({ sessionId, generation: 1 });
    const stranger = createRefreshTokens(createKeyRing([{ kid: 'k1', secret: randomBytes(32) }]));
    expect(stranger.read(text)).toBeUndefined();
    const rotated = createRefreshTokens(
      createKeyRing([
        { kid: 'k2', secret: randomBytes(32) },
        { kid: 'k1', secret },
      ]),
    );
    expect(rotated.read(text)).toEqual({ sessionId, generation: 1 });
    expect(rotated.issue({ sessionId, generation: 1 })).not.toBe(text);
  });

  it('are parsed from any text without throwing', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        expect(tokens.read(text)).toBeUndefined();
      }),
    );
  });
});

describe('a stored secret', () => {
  it('is only its SHA-256, which does not reveal it', () => {
    expect(hashSecret('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0');
    const text = tokens.issue({ sessionId, generation: 0 });
    expect(hashSecret(text)).not.toContain(text.split('.').at(-1));
  });
});
