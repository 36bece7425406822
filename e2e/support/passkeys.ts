import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { z } from 'zod';
import { relyingParties } from '#main/security/relying-parties.ts';
import type { AppContext } from '#main/services/context.ts';
import { insertPasskey, type PasskeyRow } from '#main/storage/store/identity/passkeys.ts';
import { transportsShape } from '#main/storage/store/stored-shapes.ts';
import type { assertion, attestation, creationChallenge, requestChallenge } from '#shared/contract/passkeys.ts';

/** A passkey with its private key, as an authenticator holds it. */
export interface SoftPasskey {
  id: string;
  privateKey: KeyObject;
  /** The public key in COSE. */
  publicKey: Buffer;
  counter: number;
  /** Set once an account has it. */
  userHandle?: string;
}

const bytes = (...values: number[]) => Buffer.from(values);

/** ES256, RFC 9053: the only kind of key that every authenticator can make. */
const coseOf = (publicKey: KeyObject): Buffer => {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const coordinate = (label: number, text: string) =>
    Buffer.concat([bytes(label, 0x58, 32), Buffer.from(text, 'base64url')]);
  return Buffer.concat([bytes(0xa5, 1, 2, 3, 0x26, 0x20, 1), coordinate(0x21, x), coordinate(0x22, y)]);
};

export const newPasskey = (): SoftPasskey => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { id: randomBytes(16).toString('base64url'), privateKey, publicKey: coseOf(publicKey), counter: 0 };
};

const flag = { present: 1, verified: 4, backupEligible: 8, backedUp: 16, attested: 64 } as const;

/** What a test has an authenticator, or the page around it, do wrong. */
export interface Tricks {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  /** Whether the authenticator asked its user for a PIN or a fingerprint. */
  verified?: boolean;
  counter?: number;
  userHandle?: string | undefined;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

const authenticatorData = (rpId: string, flags: number, counter: number, rest = Buffer.alloc(0)): Buffer => {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpId), bytes(flags), count, rest]);
};

const clientData = (type: string, challenge: string, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

const flagsOf = ({ verified = true }: Tricks): number =>
  flag.present | flag.backupEligible | flag.backedUp | (verified ? flag.verified : 0);

/** A byte string of CBOR. */
const cborBytes = (data: Buffer): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(data.length);
  return Buffer.concat([bytes(0x59), length, data]);
};

/** What a page at `origin` sends for a new passkey. */
export const attest = (
  passkey: SoftPasskey,
  { options }: z.output<typeof creationChallenge>,
  origin: string,
  tricks: Tricks = {},
): z.input<typeof attestation> => {
  const id = Buffer.from(passkey.id, 'base64url');
  const attested = Buffer.concat([Buffer.alloc(16), bytes(0, id.length), id, passkey.publicKey]);
  const flags = flagsOf(tricks) | flag.attested;
  const data = authenticatorData(tricks.rpId ?? options.rp.id, flags, tricks.counter ?? passkey.counter, attested);
  // {"fmt": "none", "attStmt": {}, "authData": data}
  const object = Buffer.concat([
    bytes(0xa3, 0x63),
    Buffer.from('fmt'),
    bytes(0x64),
    Buffer.from('none'),
    bytes(0x67),
    Buffer.from('attStmt'),
    bytes(0xa0, 0x68),
    Buffer.from('authData'),
    cborBytes(data),
  ]);
  passkey.userHandle = options.user.id;
  const signed = clientData(
    tricks.type ?? 'webauthn.create',
    tricks.challenge ?? options.challenge,
    tricks.origin ?? origin,
  );
  return {
    id: passkey.id,
    response: {
      clientDataJSON: signed.toString('base64url'),
      attestationObject: object.toString('base64url'),
      transports: ['internal', 'hybrid'],
    },
  };
};

/** What a page at `origin` sends for a sign-in. A counter of 0 stays 0, as that of synced passkeys does. */
export const assertWith = (
  passkey: SoftPasskey,
  { options }: z.output<typeof requestChallenge>,
  origin: string,
  tricks: Tricks = {},
): z.input<typeof assertion> => {
  if (passkey.counter > 0) passkey.counter += 1;
  const data = authenticatorData(tricks.rpId ?? options.rpId, flagsOf(tricks), tricks.counter ?? passkey.counter);
  const signed = clientData(
    tricks.type ?? 'webauthn.get',
    tricks.challenge ?? options.challenge,
    tricks.origin ?? origin,
  );
  const userHandle = 'userHandle' in tricks ? tricks.userHandle : passkey.userHandle;
  return {
    id: passkey.id,
    response: {
      clientDataJSON: signed.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', Buffer.concat([data, sha256(signed)]), passkey.privateKey).toString('base64url'),
      ...(userHandle !== undefined && { userHandle }),
    },
  };
};

/** The first site of a service at which passkeys work. */
export const siteOf = ({ config, hosts }: Pick<AppContext, 'config' | 'hosts'>) => {
  const [site] = relyingParties(config.publicUrl, hosts());
  if (!site) throw new Error('Passkeys work nowhere');
  return site;
};

/** Writes a passkey of an account directly to the database. */
export const seedPasskey = async (
  context: AppContext,
  db: Parameters<typeof insertPasskey>[0],
  userId: string,
): Promise<SoftPasskey & { row: PasskeyRow }> => {
  const passkey = { ...newPasskey(), userHandle: Buffer.from(userId).toString('base64url') };
  const row: PasskeyRow = {
    id: context.ids.id('pk'),
    user_id: userId,
    credential_id: passkey.id,
    public_key: passkey.publicKey.toString('base64url'),
    counter: 0,
    transports: transportsShape.write(['internal']),
    site: siteOf(context).id,
    name: 'Laptop',
    backed_up: 1,
    created_at: context.clock.now(),
    last_used_at: null,
  };
  await insertPasskey(db, row);
  return { ...passkey, row };
};
