import { Fragment, type ReactNode } from 'react';

/** Characters that Unicode sets aside for a program's own use: no text of a person holds them. */
const opening = '\uFDD0';
const closing = '\uFDD1';
const mark = new RegExp(`${opening}([^${closing}]*)${closing}`);

/**
 * A sentence of the catalogue with elements in it, each where the language wants it:
 * `richText({ until: <Timestamp … /> }, (marks) => t('mail.link.until', marks))`.
 */
export const richText = <Name extends string>(
  parts: Record<Name, ReactNode>,
  say: (marks: Record<Name, string>) => string,
): ReactNode => {
  const names = Object.keys(parts) as Name[];
  const marks = Object.fromEntries(names.map((name) => [name, `${opening}${name}${closing}`]));
  // Texts and names take turns.
  return say(marks as Record<Name, string>)
    .split(mark)
    .map((piece, index) => {
      if (index % 2 === 0) return piece;
      const name = names.find((known) => known === piece);
      return name && <Fragment key={name}>{parts[name]}</Fragment>;
    });
};
