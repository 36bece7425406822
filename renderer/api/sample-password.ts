const key = 'castellan-sample-password';

/**
 * The password of the sample's accounts, kept so no one has to write it down. In local storage: it opens nothing but
 * sample data, which exists on this computer only, and every tab needs it.
 */
export const samplePassword = {
  keep: (password: string): void => localStorage.setItem(key, password),
  read: (): string | undefined => localStorage.getItem(key) ?? undefined,
  forget: (): void => localStorage.removeItem(key),
};
