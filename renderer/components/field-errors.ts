import type { FormErrors } from '@mantine/form';
import type { ReactNode } from 'react';
import type { Failure } from '../api/problem.ts';
import { fieldText } from '../languages/service-texts.ts';
import type { Translate } from '../languages/translate.ts';
import { failureText } from './failure.logic.ts';

export interface FieldNames {
  rename?: Record<string, string>;
  /** What a field is called in `components.fieldErrors`, where that isn't its name: `name` is a person's own in some forms. */
  called?: Record<string, string>;
  fieldOfCode?: Partial<Record<string, string>>;
}

/** Field errors of a failure, in the language of `t`; empty if it concerns none of the form's fields. */
export const fieldErrorsFor = (
  failure: Pick<Failure, 'kind' | 'code' | 'problem' | 'errors'>,
  fields: readonly string[],
  t: Translate,
  { rename = {}, called = {}, fieldOfCode = {} }: FieldNames = {},
): Record<string, string> => {
  const known: [string, string][] = failure.errors
    .map((error): [string, string] => {
      const name = rename[error.path] ?? error.path;
      return [name, fieldText(error, t, called[name] ?? name)];
    })
    .filter(([name]) => fields.includes(name));
  const own = failure.code === undefined ? undefined : fieldOfCode[failure.code];
  if (known.length === 0 && own !== undefined) return { [own]: failureText(failure, t).detail };
  // Keep a field's first error, as the schema resolver does.
  return Object.fromEntries(known.toReversed());
};

/** The first error of a list: its entries have errors of their own. */
export const listError = (errors: FormErrors, name: string): ReactNode =>
  Object.entries(errors).find(([path]) => path === name || path.startsWith(`${name}.`))?.[1];
