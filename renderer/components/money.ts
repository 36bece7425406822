/**
 * Sums of the wire as people write them. They never become floating point: the formatter reads decimal text. DECISION:
 * without the sign of a currency, which is the account's at the provider, and it tells of none.
 */
const decimal = (amount: string) => amount as `${number}`;

/** `1234.5` → `1,234.50` in English, `1.234,50` in German. More than two places are kept: an hour's price has four. */
export const formatMoney = (amount: string, language: string): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 6 }).format(decimal(amount));

/** The same as a difference: `+9.00`, `-9.00`, `0.00`. */
export const formatDelta = (amount: string, language: string): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 2, signDisplay: 'exceptZero' }).format(decimal(amount));
