import { type KeptTexts, nameAt } from '../parts/kept-texts.ts';

/** What this browser or desktop window keeps for the next sign-in. None of it signs anyone in. */
export interface KnownDevice {
  /** The token by which the server knows this device again, and lets its sign-ins go on while others guess passwords. */
  token: () => string | undefined;
  remember: (token: string) => void;
  /** The address that the sign-in page fills in. */
  email: () => string | undefined;
  /** Undefined forgets it. */
  rememberEmail: (email: string | undefined) => void;
}

/**
 * Keeps it also after signing out.
 * @param basePath servers at one address, under several paths, have a token each
 */
export const createKnownDevice = (kept: KeptTexts, basePath: string): KnownDevice => {
  const name = `castellan-device ${basePath}`;
  const emailName = nameAt(basePath, 'castellan-email');
  return {
    token: () => kept.read(name),
    remember: (token) => void kept.write(name, token),
    email: () => kept.read(emailName),
    rememberEmail: (email) => {
      if (email === undefined) kept.forget(emailName);
      else kept.write(emailName, email);
    },
  };
};
