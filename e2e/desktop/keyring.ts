import type { ElectronApplication } from '@playwright/test';

/** `fixed` is the result of `--password-store=basic`: Chromium encrypts with a key that anyone can derive. */
export type KeyringKind = 'keyring' | 'fixed' | 'none';

/** Replaces the system's keyring and answers every dialog. Returns a function that lists the questions so far. */
export const withKeyring = async (app: ElectronApplication, kind: KeyringKind, response: number) => {
  await app.evaluate(
    ({ safeStorage, dialog }, given) => {
      const questions: string[] = [];
      Object.assign(globalThis, { questions });
      if (given.kind !== 'fixed') {
        safeStorage.isAsyncEncryptionAvailable = async () => given.kind === 'keyring';
        safeStorage.encryptStringAsync = async (text) => Buffer.from(`v11${Buffer.from(text).toString('base64')}`);
        safeStorage.decryptStringAsync = async (sealed) => ({
          shouldReEncrypt: false,
          result: Buffer.from(sealed.subarray(3).toString(), 'base64').toString(),
        });
      }
      dialog.showMessageBox = (async (...args: unknown[]) => {
        questions.push((args.at(-1) as { message: string }).message);
        return { response: given.response, checkboxChecked: false };
      }) as typeof dialog.showMessageBox;
    },
    { kind, response },
  );
  return () => app.evaluate(() => (globalThis as unknown as { questions: string[] }).questions);
};
