import { Fragment } from 'react';

/** A text that may wrap after `@`, `.`, `_` and `/`: an email address in a narrow column breaks between its parts. */
export const Breakable = ({ text }: { text: string }) =>
  text.split(/(?<=[@._/])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
