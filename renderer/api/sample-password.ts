import { keptInBrowser } from '../parts/kept-texts.ts';

const name = 'castellan-sample-password';

/**
 * The password of the sample's accounts, kept so no one has to write it down. In local storage: it opens nothing but
 * sample data, which exists on this computer only, and every tab needs it.
 */
export const samplePassword = {
  keep: (password: string): void => void keptInBrowser.write(name, password),
  read: (): string | undefined => keptInBrowser.read(name),
  forget: (): void => keptInBrowser.forget(name),
};
