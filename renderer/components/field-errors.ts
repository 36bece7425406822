import type { Failure } from '../api/problem.ts';
import { serviceMessage } from '../languages/service-messages.ts';
import type { Translate } from '../languages/translate.ts';
import { failureWords } from './failure.logic.ts';

export interface FieldNames {
  rename?: Record<string, string>;
  fieldOfCode?: Partial<Record<string, string>>;
}

/** What a failure says of the fields of a form, in the language of `t`; empty where it concerns none of them. */
export const fieldErrorsFor = (
  failure: Pick<Failure, 'kind' | 'code' | 'problem' | 'errors'>,
  fields: readonly string[],
  t: Translate,
  { rename = {}, fieldOfCode = {} }: FieldNames = {},
): Record<string, string> => {
  const known: [string, string][] = failure.errors
    .map(({ path, message }): [string, string] => [rename[path] ?? path, serviceMessage(message, t)])
    .filter(([name]) => fields.includes(name));
  const own = failure.code === undefined ? undefined : fieldOfCode[failure.code];
  if (known.length === 0 && own !== undefined) return { [own]: failureWords(failure, t).detail };
  // The first word on a field counts, as the schema's own resolver has it.
  return Object.fromEntries(known.toReversed());
};
