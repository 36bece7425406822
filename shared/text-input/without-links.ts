/** What browsers and mail programs read as a part of a link: a dot, an at, a colon or a slash, also within a character. */
const asInLinks = (character: string): string => {
  const plain = character
    .normalize('NFKC')
    .replaceAll('\u3002', '.')
    .replaceAll(/[\u2044\u2215]/gu, '/');
  return /[.@:/]/.test(plain) ? plain : character;
};
/** Neither visible nor part of a script: they hide or reorder what stands there. */
const invisible = /[^\P{Cf}\u200c\u200d]/gu;

/**
 * Text on one line without anything that a mail program would turn into a link: strangers choose names, and people trust
 * what an email from this server says. A domain stays readable, as two words.
 */
export const withoutLinks = (text: string): string => {
  const plain = text
    .replaceAll(/\P{ASCII}/gu, asInLinks)
    .replaceAll(invisible, '')
    .split(/[\s\p{Cc}]+/u)
    .filter((word) => !/:\/\/|@|^www\./i.test(word))
    .map((word) =>
      word
        .replaceAll(/(?<=\S)\.(?=[\p{L}\p{N}\p{M}\p{Cf}_-])/gu, ' ')
        .replaceAll(/(?<=[\p{L}\p{N}]):(?=[^\s\d])|(?<=\p{L}):(?=\S)/gu, ': ')
        .replaceAll(/\/{2,}/g, '/'),
    )
    .join(' ')
    .trim();
  return plain === '' ? '…' : plain;
};
