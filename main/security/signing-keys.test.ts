import { randomBytes } from 'node:crypto';
import { CompactSign, createLocalJWKSet, importJWK, type JWK, jwtVerify, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { createFakeClock } from '#e2e/support/fake-clock.ts';
import { createAccessTokens } from './access-tokens.ts';
import { createKeyRing, type KeyRing, keyFileText, newKeyEntry, parseKeyFile, parseKeyRing } from './keys.ts';
import {
  newSigningKeys,
  privateJwks,
  publicJwks,
  type SigningKeys,
  signingAlgorithms,
  signingKeyId,
} from './signing-keys.ts';

const clock = createFakeClock();
const issuer = 'https://castellan.example';
const secret = randomBytes(32);

let signing: SigningKeys;
let keys: KeyRing;
beforeAll(async () => {
  signing = await newSigningKeys();
  keys = createKeyRing([
    { kid: 'b', secret: randomBytes(32), signing },
    { kid: 'a', secret },
  ]);
});

const jwkOf = (alg: string): JWK => privateJwks(keys.all).find((jwk) => jwk.alg === alg) as JWK;
const sign = async (alg: string, claims = {}): Promise<string> =>
  new SignJWT({ sub: 'user_1', ...claims })
    .setProtectedHeader({ alg, kid: jwkOf(alg).kid as string })
    .setIssuer(issuer)
    .sign(await importJWK(jwkOf(alg), alg));

describe('the keys for applications', () => {
  it.each(signingAlgorithms)('verify what is signed with %s', async (alg) => {
    const verify = createLocalJWKSet({ keys: publicJwks(keys.all) as JWK[] });
    const { payload } = await jwtVerify(await sign(alg), verify, { issuer, algorithms: [alg] });
    expect(payload.sub).toBe('user_1');
  });

  it('are published without anything private, and without the secret', () => {
    const published = publicJwks(keys.all);
    expect(published.map((jwk) => Object.keys(jwk).sort())).toEqual([
      ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'],
      ['alg', 'e', 'kid', 'kty', 'n', 'use'],
    ]);
    expect(published.map(({ kty }) => kty)).toEqual(['EC', 'RSA']);
    const text = JSON.stringify(published);
    for (const value of [signing.es256.d, signing.rs256.d, signing.rs256.p, secret.toString('base64url')]) {
      expect(text).not.toContain(value);
    }
    expect(Buffer.from(signing.rs256.n, 'base64url')).toHaveLength(256);
  });

  it('have an ID each, under which the newest come first', async () => {
    const both = createKeyRing([
      { kid: 'c', secret: randomBytes(32), signing: await newSigningKeys() },
      { kid: 'b', secret: randomBytes(32), signing },
    ]);
    const ids = ['c', 'b'].flatMap((kid) => signingAlgorithms.map((name) => signingKeyId(kid, name)));
    expect(publicJwks(both.all).map(({ kid }) => kid)).toEqual(ids);
    expect(privateJwks(both.all).map(({ kid }) => kid)).toEqual(ids);
  });
});

describe('the key file', () => {
  it('keeps them beside the secret', () => {
    const entry = { ...newKeyEntry(0), signing_keys: signing };
    const text = keyFileText({ keys: [entry] });
    expect(parseKeyFile(text, 'keys.json')).toEqual({ keys: [entry] });
    expect(parseKeyRing(text, 'keys.json').current.signing).toEqual(signing);
  });

  it.each([
    ['a public key', () => ({ ...signing, es256: { ...signing.es256, d: undefined } })],
    ['one of the two', () => ({ es256: signing.es256 })],
    ['another curve', () => ({ ...signing, es256: { ...signing.es256, crv: 'P-384' } })],
    ['a symmetric key', () => ({ ...signing, hs256: { kty: 'oct', k: 'AAAA' } })],
  ])('is damaged with %s in their place', (_name, change) => {
    const text = JSON.stringify({ keys: [{ ...newKeyEntry(0), signing_keys: change() }] });
    expect(() => parseKeyRing(text, 'keys.json')).toThrow(/keys\.json/);
  });
});

describe('an access token', () => {
  const claims = () => {
    const iat = Math.floor(clock.now() / 1_000);
    return { user_id: 'user_1', tenant_id: 'tnt_1', email: 'a@example.com', role: 'owner', iat, exp: iat + 60 };
  };
  const header = { typ: 'JWT', sid: 'sess_1' };
  const refuse = (token: string) =>
    expect(createAccessTokens(keys, clock).verify(token)).rejects.toMatchObject({ key: 'TOKEN_INVALID' });

  it.each(signingAlgorithms)('is refused if it is signed with %s, under either ID', async (alg) => {
    const key = await importJWK(jwkOf(alg), alg);
    for (const kid of ['b', jwkOf(alg).kid as string]) {
      const signer = new SignJWT(claims()).setProtectedHeader({ ...header, alg, kid });
      await refuse(await signer.sign(key));
    }
  });

  it.each(signingAlgorithms)('is refused if the published %s key is taken for its secret', async (alg) => {
    const published = publicJwks(keys.all).find((jwk) => jwk.alg === alg);
    for (const kid of ['b', published?.kid as string]) {
      const signer = new CompactSign(Buffer.from(JSON.stringify(claims())));
      const text = Buffer.from(JSON.stringify(published));
      await refuse(await signer.setProtectedHeader({ ...header, alg: 'HS256', kid }).sign(text));
    }
  });
});
