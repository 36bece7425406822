/** What people, keyboards and messengers put into a code: spaces, dashes of every kind, and characters without a width. */
const separators = /[\p{White_Space}\p{Dash}\p{Cf}\u2800]/gu;
const digit = /\p{Nd}/u;

/** Unicode has the digits of each script as ten in a row, from zero on. */
const digitValue = (char: string): string => {
  const point = char.codePointAt(0) ?? 0;
  let before = 0;
  while (digit.test(String.fromCodePoint(point - before - 1))) before += 1;
  return String(before % 10);
};

/** A code as it was issued: digits of any script become those of ASCII, letters lower case, and separators go. */
export const readCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll(separators, '')
    .replaceAll(/(?!\p{ASCII})\p{Nd}/gu, digitValue)
    .toLowerCase();
