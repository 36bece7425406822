import { onTestFinished } from 'vitest';
import { assertWith, attest, newPasskey, type SoftPasskey } from '../passkeys.ts';

/** A device that holds passkeys, beside a page of a test. */
export interface Authenticator {
  readonly passkeys: SoftPasskey[];
  /** Whether its user closes what the browser asks, instead of touching the device. */
  isDismissed: boolean;
}

const textOf = (binary: BufferSource): string => Buffer.from(binary as ArrayBuffer).toString('base64url');
const binaryOf = (text: string): Uint8Array => Buffer.from(text, 'base64url');

/** What `navigator.credentials` returns: the parts of an answer, as bytes. */
const credentialOf = ({ id, response }: { id: string; response: object }, more: object = {}) => ({
  id,
  rawId: binaryOf(id),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  response: {
    ...Object.fromEntries(
      Object.entries(response).map(([name, value]) => [name, typeof value === 'string' ? binaryOf(value) : value]),
    ),
    ...more,
  },
  getClientExtensionResults: () => ({}),
});

/** Lets pages use passkeys until the test ends. Plug it in before `open`, and open an address of `siteOf`: passkeys need a host name. */
export const plugInAuthenticator = (...passkeys: SoftPasskey[]): Authenticator => {
  const device: Authenticator = { passkeys, isDismissed: false };
  const ask = (): void => {
    if (device.isDismissed) throw new DOMException('The user closed the question', 'NotAllowedError');
  };
  const credentials = {
    async create({ publicKey }: { publicKey: PublicKeyCredentialCreationOptions }) {
      ask();
      const known = (publicKey.excludeCredentials ?? []).map(({ id }) => textOf(id));
      if (passkeys.some(({ id }) => known.includes(id)))
        throw new DOMException('It has one already', 'InvalidStateError');
      const made = newPasskey();
      const options = {
        ...publicKey,
        challenge: textOf(publicKey.challenge),
        user: { ...publicKey.user, id: textOf(publicKey.user.id) },
      };
      const { transports = [], ...response } = attest(made, { options } as never, location.origin).response;
      passkeys.push(made);
      return credentialOf({ id: made.id, response }, { getTransports: () => transports });
    },
    async get({ publicKey }: { publicKey: PublicKeyCredentialRequestOptions }) {
      ask();
      const allowed = publicKey.allowCredentials?.map(({ id }) => textOf(id));
      const held = passkeys.find(({ id }) => allowed?.includes(id) ?? true);
      if (!held) throw new DOMException('It has none of these', 'NotAllowedError');
      const options = { ...publicKey, challenge: textOf(publicKey.challenge) };
      return credentialOf(assertWith(held, { options } as never, location.origin));
    },
  };
  Object.defineProperty(window, 'PublicKeyCredential', { value: class {}, configurable: true });
  Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true });
  onTestFinished(() => {
    Reflect.deleteProperty(window, 'PublicKeyCredential');
    Reflect.deleteProperty(navigator, 'credentials');
  });
  return device;
};
