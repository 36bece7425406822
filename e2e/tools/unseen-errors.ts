import { operations } from '#shared/contract/index.ts';
import { answeredErrors, declaredErrors } from '../support/answered-errors.ts';

/**
 * Errors that the contract lists, and that no operation answers in a test with the reason. `npm test` fails for any other
 * error that an operation lists and no test sees.
 */
const exceptions: Record<string, string> = {
  '409 IDEMPOTENCY_CONFLICT': 'The guard answers it for any operation: main/transport/idempotency.test.ts',
  '500 INTERNAL': 'Any operation may have a defect. How it is answered: main/transport/invoke.test.ts',
  '503 BUSY': 'The database or the queue of password checks is busy: main/security/passwords.test.ts',
  '503 STORAGE_FULL': 'The disk is full: main/storage/database/engines/sqlite/storage-full.test.ts',
};

const answered = answeredErrors();
const isException = (pair: string): boolean => Object.keys(exceptions).some((error) => pair.endsWith(` ${error}`));
const unseen = operations
  .flatMap(({ operation }) => declaredErrors(operation))
  .filter((pair) => !answered.has(pair) && !isException(pair));

process.stdout.write(
  unseen.length === 0
    ? `Every error that the contract lists was answered in a test (${answered.size}).\n`
    : `The contract lists errors that no test has seen. Add a test, or take them from the contract:\n${unseen.join('\n')}\n`,
);
process.exitCode = unseen.length === 0 ? 0 : 1;
