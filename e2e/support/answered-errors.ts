import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OperationSpec } from '#shared/contract/operation.ts';
import { possibleErrors } from '#shared/contract/possible-errors.ts';
import { codeOf, errors } from '#shared/texts/errors.ts';

/** One file per process. A new folder of results (`npm test`) starts an empty record. */
const folder = fileURLToPath(new URL('../../test-results/answered-errors', import.meta.url));
const recorded = new Set<string>();

const record = (pair: string): void => {
  if (recorded.has(pair)) return;
  recorded.add(pair);
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, `${process.pid}.txt`), `${pair}\n`);
};

/** Each error that the OpenAPI document lists for an operation, such as `login 401 INVALID_CREDENTIALS`. */
export const declaredErrors = (operation: OperationSpec): string[] => [
  ...new Set([...possibleErrors(operation)].map((key) => `${operation.id} ${errors[key].status} ${codeOf(key)}`)),
];

/** The errors that all tests have seen since the record was empty. */
export const answeredErrors = (): ReadonlySet<string> =>
  new Set(readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').trim().split('\n')));

/**
 * Records an operation's error, see `e2e/tools/unseen-errors.ts`.
 * @throws Error if the OpenAPI document does not list the error for the operation
 */
export const assertDeclared = (operation: OperationSpec, { status, code }: { status: number; code: string }): void => {
  const pair = `${operation.id} ${status} ${code}`;
  record(pair);
  if (declaredErrors(operation).includes(pair)) return;
  throw new Error(`An operation answered ${pair}, which its contract does not name: see possible-errors.ts`);
};
