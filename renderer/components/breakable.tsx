import { Fragment } from 'react';

/**
 * A text that may wrap after `@`, `_` and `/`, and after a `.` before an `@`: in a narrow column, an email address
 * breaks between its parts and keeps its domain whole.
 */
export const Breakable = ({ text }: { text: string }) =>
  text.split(/(?<=[@_/]|\.(?=[^@]*@))/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
