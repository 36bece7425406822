import type { KeptTexts } from '../parts/kept-texts.ts';

/** The token by which the server knows this device again, and lets its sign-ins go on while others guess passwords. */
export interface KnownDevice {
  token: () => string | undefined;
  remember: (token: string) => void;
}

/**
 * Keeps the token in this browser or desktop window, also after signing out: it signs no one in.
 * @param basePath servers at one address, under several paths, have a token each
 */
export const createKnownDevice = (kept: KeptTexts, basePath: string): KnownDevice => {
  const name = `castellan-device ${basePath}`;
  return {
    token: () => kept.read(name),
    remember: (token) => void kept.write(name, token),
  };
};
