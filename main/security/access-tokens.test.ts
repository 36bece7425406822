import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import { base64url, type JWTPayload, SignJWT } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { createFakeClock, type FakeClock } from '#e2e/support/fake-clock.ts';
import { type AccessTokens, createAccessTokens } from './access-tokens.ts';
import { createKeyRing, type KeyRing } from './keys.ts';

const subject = { user_id: 'user_1', tenant_id: 'tnt_1', email: 'ada@example.com', role: 'admin' } as const;
const secret = randomBytes(32);

let clock: FakeClock;
let keys: KeyRing;
let tokens: AccessTokens;
let now: number;

beforeEach(() => {
  clock = createFakeClock();
  now = clock.now() / 1000;
  keys = createKeyRing([{ kid: 'k1', secret }]);
  tokens = createAccessTokens(keys, clock);
});

const header = () => ({ alg: 'HS256', typ: 'at+jwt', kid: 'k1', sid: 'sess_1' }) as Record<string, unknown>;
const claims = () => ({ ...subject, iat: now, exp: now + 3600 }) as Record<string, unknown>;
const encode = (value: unknown) => base64url.encode(typeof value === 'string' ? value : JSON.stringify(value));

/** A token with any header and claims, signed with the service's own key: only its shape can be wrong. */
const forge = (
  change: { header?: Record<string, unknown>; claims?: Record<string, unknown> } = {},
  { key = keys.current.derive('access-token') as Uint8Array | string, hash = 'sha256' } = {},
): string => {
  const signed = `${encode({ ...header(), ...change.header })}.${encode({ ...claims(), ...change.claims })}`;
  return `${signed}.${createHmac(hash, key).update(signed).digest('base64url')}`;
};
const refused = (token: string) => failsWith(tokens.verify(token), 'TOKEN_INVALID');

describe('a signed token', () => {
  it('carries exactly the six claims of the seed, and the session in its header', async () => {
    const token = await tokens.sign(subject, 'sess_1');
    const [head = '', body = ''] = token.split('.');
    const read = (part: string) => JSON.parse(new TextDecoder().decode(base64url.decode(part)));
    expect(read(body)).toEqual({ ...subject, iat: now, exp: now + 3600 });
    expect(read(head)).toEqual({ alg: 'HS256', typ: 'at+jwt', kid: 'k1', sid: 'sess_1' });
    expect(await tokens.verify(token)).toEqual({
      claims: { ...subject, iat: now, exp: now + 3600 },
      sessionId: 'sess_1',
      generation: 0,
      expiresAt: (now + 3600) * 1000,
    });
  });

  it('is still distinguished from a forged one once it has expired', async () => {
    const token = await tokens.sign(subject, 'sess_1');
    clock.advance(86_400_000);
    expect((await tokens.verify(token)).expiresAt).toBeLessThan(clock.now());
  });

  it('is equal to an unmodified token from the forging helper', async () => {
    await expect(tokens.verify(forge())).resolves.toMatchObject({ sessionId: 'sess_1' });
  });
});

describe('algorithms', () => {
  it.each(['none', 'None', 'NONE', 'nOnE', ''])('rejects alg %j, with and without a signature', async (alg) => {
    const unsigned = `${encode({ ...header(), alg })}.${encode(claims())}.`;
    await refused(unsigned);
    await refused(unsigned.slice(0, -1));
    await refused(forge({ header: { alg } }));
  });

  it.each([
    ['HS384', 'sha384'],
    ['HS512', 'sha512'],
  ])('rejects %s with the right key', async (alg, hash) => {
    await refused(forge({ header: { alg } }, { hash }));
    const long = new Uint8Array(64).fill(7);
    await refused(await new SignJWT(claims() as JWTPayload).setProtectedHeader({ ...header(), alg }).sign(long));
  });

  it('rejects HS384 and HS512 under a key that is long enough for them', async () => {
    const long = new Uint8Array(64).fill(7);
    const key = { kid: 'k1', derive: () => long };
    const ring = { current: key, all: [key], find: () => key, findAuditKey: () => long };
    const lenient = createAccessTokens(ring, clock);
    for (const [alg, hash] of [
      ['HS384', 'sha384'],
      ['HS512', 'sha512'],
    ] as const) {
      await failsWith(lenient.verify(forge({ header: { alg } }, { key: long, hash })), 'TOKEN_INVALID');
    }
    await expect(lenient.verify(forge({}, { key: long }))).resolves.toBeDefined();
  });

  it('rejects a token whose header says HS256 but that was signed with another hash', async () => {
    for (const hash of ['sha1', 'sha384', 'sha512']) await refused(forge({}, { hash }));
  });

  it('rejects RS256 and ES256, and a public key used as the secret', async () => {
    for (const [alg, pair] of [
      ['RS256', generateKeyPairSync('rsa', { modulusLength: 2048 })],
      ['ES256', generateKeyPairSync('ec', { namedCurve: 'P-256' })],
    ] as const) {
      await refused(
        await new SignJWT(claims() as JWTPayload).setProtectedHeader({ ...header(), alg }).sign(pair.privateKey),
      );
      const pem = pair.publicKey.export({ type: 'spki', format: 'pem' }) as string;
      await refused(forge({}, { key: pem }));
      await refused(forge({ header: { alg } }, { key: pem }));
    }
  });
});

describe('keys named by the token', () => {
  const attacker = new Uint8Array(32).fill(1);
  it.each([
    ['jwk', { jwk: { kty: 'oct', k: base64url.encode(new Uint8Array(32).fill(1)) } }],
    ['jku', { jku: 'https://attacker.example/jwks.json' }],
    ['x5u', { x5u: 'https://attacker.example/chain.pem' }],
    ['x5c', { x5c: ['MIIB'] }],
  ])('are never taken from %s', async (_name, extra) => {
    await refused(forge({ header: extra }, { key: attacker }));
  });

  it.each([
    '',
    'k2',
    'K1',
    'k1 ',
    '../../../../dev/null',
    '/dev/null',
    '..\\..\\keys.json',
    'k1\0',
    "k1' or '1'='1",
    '__proto__',
    'constructor',
    'toString',
    null,
    0,
    ['k1'],
    { kid: 'k1' },
  ])('are rejected for the kid %j, whatever key signed', async (kid) => {
    const empty = new Uint8Array(1);
    for (const key of [keys.current.derive('access-token'), attacker, empty])
      await refused(forge({ header: { kid } }, { key }));
  });

  it('are required: a token without kid is rejected', async () => {
    await refused(forge({ header: { kid: undefined } }));
  });

  it('must have the right purpose, and are neither the bare secret nor the empty key', async () => {
    for (const purpose of ['refresh-token', 'outbox', 'address-hash'] as const) {
      await refused(forge({}, { key: keys.current.derive(purpose) }));
    }
    for (const key of [secret, Buffer.alloc(32), Buffer.alloc(0)]) await refused(forge({}, { key }));
  });

  it('are rejected from another installation with the same kid', async () => {
    const other = createAccessTokens(createKeyRing([{ kid: 'k1', secret: randomBytes(32) }]), clock);
    await refused(await other.sign(subject, 'sess_1'));
  });

  it('still verify after being rotated out of signing, but not after deletion', async () => {
    const old = await tokens.sign(subject, 'sess_1');
    const fresh = { kid: 'k2', secret: randomBytes(32) };
    const rotated = createAccessTokens(createKeyRing([fresh, { kid: 'k1', secret }]), clock);
    expect((await rotated.verify(old)).sessionId).toBe('sess_1');
    expect((await rotated.sign(subject, 'sess_1')).split('.')[0]).toBe(encode({ ...header(), kid: 'k2' }));
    await failsWith(createAccessTokens(createKeyRing([fresh]), clock).verify(old), 'TOKEN_INVALID');
  });
});

describe('the header', () => {
  it.each([
    ['crit', { crit: ['exp'], exp: 1 }],
    ['crit unknown', { crit: ['x'], x: 1 }],
    ['crit empty', { crit: [] }],
    ['b64', { b64: false, crit: ['b64'] }],
    ['wrong typ', { typ: 'JWT' }],
    ['typ of another purpose', { typ: 'rt+jwt' }],
    ['no typ', { typ: undefined }],
    ['no session', { sid: undefined }],
    ['empty session', { sid: '' }],
    ['session as number', { sid: 1 }],
    ['session as list', { sid: ['sess_1'] }],
  ])('is rejected: %s', async (_name, change) => {
    await refused(forge({ header: change }));
  });
});

describe('the claims', () => {
  it.each([
    ['exp as float', { exp: 1768485600.5 }],
    ['exp as text', { exp: '1768485600' }],
    ['exp negative', { exp: -1 }],
    ['exp missing', { exp: undefined }],
    ['exp null', { exp: null }],
    ['exp huge', { exp: Number.MAX_SAFE_INTEGER }],
    ['exp beyond integers', { exp: 1e300 }],
    ['iat as text', { iat: '1768478400' }],
    ['iat as float', { iat: 1768478400.5 }],
    ['iat missing', { iat: undefined }],
    ['nbf', { nbf: 0 }],
    ['a seventh claim', { admin: true }],
    ['sub', { sub: 'user_1' }],
    ['aud', { aud: 'castellan' }],
    ['an unknown role', { role: 'root' }],
    ['a role as list', { role: ['owner'] }],
    ['user_id missing', { user_id: undefined }],
    ['user_id as number', { user_id: 1 }],
    ['tenant_id missing', { tenant_id: undefined }],
    ['email missing', { email: undefined }],
  ])('are rejected: %s', async (_name, change) => {
    await refused(forge({ claims: change }));
  });

  it('are rejected for a lifetime of 3601 s, zero or less; 3600 s is the maximum', async () => {
    await expect(tokens.verify(forge({ claims: { exp: now + 3600 } }))).resolves.toBeDefined();
    for (const exp of [now + 3601, now, now - 1]) await refused(forge({ claims: { exp } }));
  });

  it('are rejected if issued more than a minute in the future', async () => {
    const issued = (ahead: number) => forge({ claims: { iat: now + ahead, exp: now + ahead + 60 } });
    await expect(tokens.verify(issued(60))).resolves.toBeDefined();
    await refused(issued(61));
    await refused(issued(86_400));
  });
});

describe('the encoded text', () => {
  it('is rejected with any one character changed', async () => {
    const token = await tokens.sign(subject, 'sess_1');
    let tries = 0;
    for (let at = 0; at < token.length; at += 1) {
      if (token[at] === '.') continue;
      // The last character of each part has unused bits, so changing it may not change the value.
      if (token[at + 1] === '.' || at === token.length - 1) continue;
      const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
      await refused(changed);
      tries += 1;
    }
    expect(tries).toBeGreaterThan(250);
  });

  it.each(['', '.', '..', '...', 'a.b.c', 'null', 'x'.repeat(10_000)])('is rejected: %j', async (text) => {
    await refused(text);
  });

  it('is rejected with more parts, like an encrypted token', async () => {
    const token = await tokens.sign(subject, 'sess_1');
    for (const text of [`${token}.`, `${token}.a`, `${token}.a.b`, `.${token}`, `${token}.${token}`])
      await refused(text);
  });

  it('is rejected with a duplicate claim, of which the last would win', async () => {
    const body = JSON.stringify(claims()).replace('"role":"admin"', '"role":"admin","role":"root"');
    const signed = `${encode(header())}.${encode(body)}`;
    const mac = createHmac('sha256', keys.current.derive('access-token')).update(signed).digest('base64url');
    await refused(`${signed}.${mac}`);
  });
});
