import { Fragment, type ReactNode } from 'react';

/** Unicode private use characters; user text does not contain them. */
const opening = '\uFDD0';
const closing = '\uFDD1';
const mark = new RegExp(`${opening}([^${closing}]*)${closing}`);

/**
 * Puts elements into a catalog sentence, in the order that the language needs:
 * `richText({ until: <Timestamp … /> }, (marks) => t('mail.link.until', marks))`.
 */
export const richText = <Name extends string>(
  parts: Record<Name, ReactNode>,
  say: (marks: Record<Name, string>) => string,
): ReactNode => {
  const names = Object.keys(parts) as Name[];
  const marks = Object.fromEntries(names.map((name) => [name, `${opening}${name}${closing}`]));
  // Texts and names alternate.
  return say(marks as Record<Name, string>)
    .split(mark)
    .map((piece, index) => {
      if (index % 2 === 0) return piece;
      const name = names.find((known) => known === piece);
      return name && <Fragment key={name}>{parts[name]}</Fragment>;
    });
};
