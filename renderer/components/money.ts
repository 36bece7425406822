/**
 * Formats amounts from the wire. They never become floating point: the formatter reads decimal text.
 */
const decimal = (amount: string) => amount as `${number}`;

/** English has a hyphen for a minus, which is hard to see before a figure. */
const withMinus = (text: string): string => text.replace('-', '−');

/**
 * `1234.5` in USD → `$1,234.50` in English, `1.234,50 $` in German. Keeps extra decimals: hourly prices have four.
 * `currency`: ISO 4217.
 */
export const formatMoney = (amount: string, language: string, currency: string): string =>
  withMinus(
    new Intl.NumberFormat(language, { style: 'currency', currency, maximumFractionDigits: 6 }).format(decimal(amount)),
  );

/** The same as a signed difference: `+$9.00`, `−$9.00`, `$0.00`. */
export const formatDelta = (amount: string, language: string, currency: string): string =>
  withMinus(
    new Intl.NumberFormat(language, { style: 'currency', currency, signDisplay: 'exceptZero' }).format(decimal(amount)),
  );

/** The sign of a currency or of percent, and whether a language writes it before the figure. */
export const signOf = (unit: string, language: string): { sign: string; isBefore: boolean } => {
  const style = unit === '%' ? ({ style: 'percent' } as const) : ({ style: 'currency', currency: unit } as const);
  const parts = new Intl.NumberFormat(language, style).formatToParts(1);
  const at = parts.findIndex(({ type }) => type === 'currency' || type === 'percentSign');
  return { sign: parts[at]?.value ?? unit, isBefore: at === 0 };
};

/** The price of one piece, with a fixed number of decimals, so that prices in a column line up. */
export const formatUnitPrice = (amount: string, language: string, currency: string, decimals: number): string =>
  new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(decimal(amount));

const separatorOf = (language: string): string =>
  new Intl.NumberFormat(language).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';

/** An amount as a user types it: `9.99` is `9,99` in German. Text that is no amount stays as it is. */
export const amountToText = (amount: string, language: string): string => amount.replace('.', separatorOf(language));

/** The amount of what a user typed, for the wire. The service judges whether it is one. */
export const amountFromText = (text: string, language: string): string => text.replace(separatorOf(language), '.');
