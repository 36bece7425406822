import { StartError } from '../platform/start-error.ts';
import { checkSignature, type SignedParts, type SigningKeys, signerOf } from './manifest-signature.ts';

/** What a backup was checked with: its passphrase, a key file that someone named, or that of the data folder. */
export type KeySource = 'passphrase' | 'keys-file' | 'data-folder';

/** Whether a backup is known to be what an installation wrote. Checksums alone tell nothing about that. */
export type Authenticity =
  | { isAuthentic: true; checkedWith: KeySource; signer: string }
  /** `why` continues "its signature". `signer` is undefined if there is no signature. */
  | { isAuthentic: false; why: string; signer: string | undefined };

/** What can tell, each as the text of a key file. */
export interface VerificationKeys {
  /** The keys inside, if the passphrase has opened them. */
  sealedKeys: SigningKeys | undefined;
  /** The key file that someone named. */
  givenKeys: SigningKeys | undefined;
  /** The key file of the data folder: a hint, because the backup may be of another installation. */
  ownKeys: SigningKeys | undefined;
}

const retiredNote = (retiredAt: string | undefined, place: string): string =>
  retiredAt === undefined ? `which ${place} doesn't have` : `which ${place} retired at ${retiredAt}`;

/**
 * DECISION 0254: checks who made a backup, with everything there is to check it with.
 * @param signature the text of its file. Undefined if there is none.
 * @throws StartError if the backup was changed, or if a key file that someone named doesn't have the key
 */
export const checkAuthenticity = (
  signature: string | undefined,
  parts: SignedParts,
  verificationKeys: VerificationKeys,
): Authenticity => {
  if (signature === undefined) return { isAuthentic: false, why: 'is missing', signer: undefined };
  const { sealedKeys, givenKeys, ownKeys } = verificationKeys;
  let checkedWith: KeySource | undefined;
  for (const [source, keys] of [
    ['passphrase', sealedKeys],
    ['keys-file', givenKeys],
  ] as const) {
    if (!keys) continue;
    const check = checkSignature(signature, parts, keys);
    if (!check.isValid) {
      throw new StartError(`it was signed with the key ${check.signer}, ${retiredNote(check.retiredAt, keys.place)}`);
    }
    checkedWith ??= source;
  }
  const signer = signerOf(signature);
  if (checkedWith) return { isAuthentic: true, checkedWith, signer };
  const own = ownKeys && checkSignature(signature, parts, ownKeys);
  if (own?.isValid) return { isAuthentic: true, checkedWith: 'data-folder', signer };
  const why =
    own && ownKeys
      ? `is of the key ${signer}, ${retiredNote(own.retiredAt, ownKeys.place)}`
      : `is of the key ${signer}, and nothing was given to check it with`;
  return { isAuthentic: false, why, signer };
};
