import type { Failure } from '../api/problem.ts';

export interface FieldNames {
  rename?: Record<string, string>;
  fieldOfCode?: Partial<Record<string, string>>;
}

/** What a failure says of the fields of a form; empty where it concerns none of them. */
export const fieldErrorsFor = (
  failure: Pick<Failure, 'code' | 'detail' | 'errors'>,
  fields: readonly string[],
  { rename = {}, fieldOfCode = {} }: FieldNames = {},
): Record<string, string> => {
  const known: [string, string][] = failure.errors
    .map(({ path, message }): [string, string] => [rename[path] ?? path, message])
    .filter(([name]) => fields.includes(name));
  const own = failure.code === undefined ? undefined : fieldOfCode[failure.code];
  if (known.length === 0 && own !== undefined) return { [own]: failure.detail };
  // The first word on a field counts, as the schema's own resolver has it.
  return Object.fromEntries(known.toReversed());
};
