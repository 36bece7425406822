import { hash, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attestationChain } from '#e2e/support/attestation-chain.ts';
import { attest, newPasskey, type SoftPasskey } from '#e2e/support/passkeys.ts';
import { creationOptions, verifyAttestation } from './passkeys.ts';

const party = { id: 'localhost', origin: 'http://localhost:4310' };
const challenge = 'c'.repeat(43);
const user = { id: 'usr_1', email: 'ann@example.com', name: 'Ann' };
const issued = { challenge_token: 'token', options: creationOptions(challenge, party, user, []) };
const use = { purpose: 'registration', bound: '', challenge, party, expiresAt: 0 } as const;

type Cbor = Parameters<typeof isoCBOR.encode>[0];
type Statement = Map<string | number, Cbor>;

/** Anyone's server, which a certificate may name. It may get no connection at all. */
let server: Server;
let connections = 0;
let crl: string;
beforeAll(async () => {
  server = createServer((_request, response) => void response.end('revoked'));
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  crl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/list.crl`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  connections = 0;
});

interface Made {
  chain: Uint8Array[];
  signature: Uint8Array;
  clientDataHash: Buffer;
}

const jws = ({ chain, clientDataHash, signature }: Made): Uint8Array => {
  const header = { alg: 'ES256', x5c: chain.map((certificate) => Buffer.from(certificate).toString('base64')) };
  const payload = { nonce: clientDataHash.toString('base64'), ctsProfileMatch: true };
  const parts = [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  return Buffer.from([...parts, Buffer.from(signature).toString('base64url')].join('.'));
};

/** What authenticators, and the people who write their answers, state about a passkey. */
const statements: [format: string, statement: (made: Made) => Statement][] = [
  ['none', () => new Map()],
  [
    'packed',
    ({ signature }) =>
      new Map<string, Cbor>([
        ['alg', -7],
        ['sig', signature],
      ]),
  ],
  [
    'packed',
    ({ signature, chain }) =>
      new Map<string, Cbor>([
        ['alg', -7],
        ['sig', signature],
        ['x5c', chain],
      ]),
  ],
  [
    'android-key',
    ({ signature, chain }) =>
      new Map<string, Cbor>([
        ['alg', -7],
        ['sig', signature],
        ['x5c', chain],
      ]),
  ],
  [
    'android-safetynet',
    (made) =>
      new Map<string, Cbor>([
        ['ver', '1'],
        ['response', jws(made)],
      ]),
  ],
  [
    'fido-u2f',
    ({ signature, chain }) =>
      new Map<string, Cbor>([
        ['sig', signature],
        ['x5c', chain.slice(0, 1)],
      ]),
  ],
  [
    'tpm',
    ({ signature, chain }) =>
      new Map<string, Cbor>([
        ['ver', '2.0'],
        ['alg', -7],
        ['sig', signature],
        ['x5c', chain],
        ['certInfo', signature],
      ]),
  ],
  ['apple', ({ chain }) => new Map<string, Cbor>([['x5c', chain]])],
  ['of our own', () => new Map<string, Cbor>([['url', 'http://127.0.0.1/']])],
];

/** An answer to the challenge, and the authenticator data in it. */
const answer = () => {
  const passkey = newPasskey();
  const credential = attest(passkey, issued, party.origin);
  const object: Statement = isoCBOR.decodeFirst(Buffer.from(credential.response.attestationObject, 'base64url'));
  return { passkey, credential, authData: object.get('authData') as Uint8Array };
};

const check = ({ credential }: Pick<ReturnType<typeof answer>, 'credential'>, object: Uint8Array) => {
  const attestationObject = Buffer.from(object).toString('base64url');
  return verifyAttestation({ ...credential, response: { ...credential.response, attestationObject } }, use);
};

/** As with `none`: nothing but the authenticator's data counts. */
const registered = ({ id, publicKey }: SoftPasskey) => ({
  credentialId: id,
  publicKey: publicKey.toString('base64url'),
  counter: 0,
  backedUp: true,
});

describe('a passkey', () => {
  it.each(statements)('is registered without looking at its statement (%s)', async (format, statement) => {
    const made = answer();
    const clientData = Buffer.from(made.credential.response.clientDataJSON, 'base64url');
    const clientDataHash = hash('sha256', clientData, 'buffer');
    const signature = sign('sha256', Buffer.concat([made.authData, clientDataHash]), made.passkey.privateKey);
    const chain = attestationChain(made.passkey.privateKey, clientData, crl);
    const object = new Map<string, Cbor>([
      ['fmt', format],
      ['attStmt', statement({ chain, signature, clientDataHash })],
      ['authData', made.authData],
    ]);
    const result = await check(made, isoCBOR.encode(object));
    expect(connections).toBe(0);
    expect(result).toEqual(registered(made.passkey));
  });

  const bytes = (hex: string, ...rest: Uint8Array[]) => Buffer.concat([Buffer.from(hex, 'hex'), ...rest]);
  const fmt = bytes('63666d74646e6f6e65');
  const attStmt = bytes('6761747453746d74a0');
  const authDataKey = bytes('686175746844617461');

  const spellings: [what: string, object: (authData: Uint8Array) => Uint8Array][] = [
    ['its members in another order', (data) => bytes('a3', authDataKey, bytes('59'), length(data), data, attStmt, fmt)],
    [
      'members of its own',
      (data) => bytes('a4', bytes('0102'), fmt, attStmt, authDataKey, bytes('59'), length(data), data),
    ],
    [
      'something after it',
      (data) => bytes('a3', fmt, attStmt, authDataKey, bytes('59'), length(data), data, bytes('ffff')),
    ],
  ];
  const length = ({ length }: Uint8Array) => bytes(length.toString(16).padStart(4, '0'));

  it.each(spellings)('may be written with %s', async (_what, object) => {
    const made = answer();
    expect(await check(made, object(made.authData))).toEqual(registered(made.passkey));
  });

  const broken: [what: string, object: (authData: Uint8Array) => Uint8Array][] = [
    ['nothing', () => bytes('')],
    ['a number', () => bytes('01')],
    ['a list', () => bytes('80')],
    ['a map without the data', () => bytes('a2', fmt, attStmt)],
    ['text instead of the data', () => bytes('a3', fmt, attStmt, authDataKey, bytes('6161'))],
    [
      'the data twice',
      (data) => bytes('a2', ...[data, data].flatMap((one) => [authDataKey, bytes('59'), length(one), one])),
    ],
    ['data cut short', (data) => bytes('a1', authDataKey, bytes('59'), length(data), data.subarray(0, 60))],
    ['more data than there is', () => bytes('a1', authDataKey, bytes('5bffffffffffffffff'))],
    [
      'longer lengths than it needs (CTAP2 §8)',
      (data) => bytes('b90003', fmt, attStmt, authDataKey, bytes('5a0000'), length(data), data),
    ],
    ['4 GB of data', () => bytes('a1', authDataKey, bytes('5affffffff'))],
    ['a map of 4 billion members', () => bytes('baffffffff')],
    ['a list of 4 billion items', () => bytes('9affffffff')],
    ['a map without an end', (data) => bytes('bf', authDataKey, bytes('59'), length(data), data, bytes('ff'))],
    ['12,000 lists in each other', () => Buffer.alloc(12_000, 0x81)],
    ['a page of HTML', () => Buffer.from('<html></html>')],
  ];
  it.each(broken)('is refused for %s', async (_what, object) => {
    const made = answer();
    expect(await check(made, object(made.authData))).toBeUndefined();
  });
});
