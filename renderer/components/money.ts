import { useTranslation } from 'react-i18next';

/**
 * Formats amounts from the wire. They never become floating point: the formatter reads decimal text. DECISION 0035: no
 * currency sign, because the currency is that of the account at the provider, and its API doesn't say.
 */
const decimal = (amount: string) => amount as `${number}`;

/** `1234.5` → `1,234.50` in English, `1.234,50` in German. Keeps extra decimals: hourly prices have four. */
export const formatMoney = (amount: string, language: string): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 6 }).format(decimal(amount));

/** The same as a signed difference: `+9.00`, `-9.00`, `0.00`. */
export const formatDelta = (amount: string, language: string): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 2, signDisplay: 'exceptZero' }).format(decimal(amount));

/** Amounts in the current language. */
export const useMoney = () => {
  const { language } = useTranslation().i18n;
  return {
    money: (amount: string) => formatMoney(amount, language),
    delta: (amount: string) => formatDelta(amount, language),
  };
};
