import { createContext, type ReactNode, use } from 'react';
import { I18nextProvider } from 'react-i18next';
import type { I18n } from './i18n.ts';

const I18nContext = createContext<I18n | undefined>(undefined);

export const I18nProvider = ({ i18n, children }: { i18n: I18n; children: ReactNode }) => (
  <I18nContext value={i18n}>
    <I18nextProvider i18n={i18n.instance}>{children}</I18nextProvider>
  </I18nContext>
);

/** Only for setting the language; use `useTranslation` to translate. */
export const useI18n = (): I18n => {
  const i18n = use(I18nContext);
  if (!i18n) throw new Error('I18nProvider is missing');
  return i18n;
};
