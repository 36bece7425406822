/** The token by which the server knows this device again, and lets its sign-ins go on while others guess passwords. */
export interface KnownDevice {
  token: () => string | undefined;
  remember: (token: string) => void;
}

/**
 * Keeps the token in this browser or desktop window, also after signing out: it signs no one in. `storage` may be blocked by the
 * browser; the device then is known until the page is left.
 * @param basePath servers at one address, under several paths, have a token each
 */
export const createKnownDevice = (
  storage: () => Pick<Storage, 'getItem' | 'setItem'>,
  basePath: string,
): KnownDevice => {
  const key = `castellan-device ${basePath}`;
  let held: string | undefined;
  return {
    token: () => {
      try {
        return storage().getItem(key) ?? held;
      } catch {
        return held;
      }
    },
    remember: (token) => {
      held = token;
      try {
        storage().setItem(key, token);
      } catch {
        // Kept in memory above.
      }
    },
  };
};
