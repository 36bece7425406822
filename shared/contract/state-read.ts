import { operations } from './index.ts';
import { isQuery, isRead, type OperationSpec } from './operation.ts';

const reads = new Map<string, OperationSpec>(
  operations
    .map(({ operation }): OperationSpec => operation)
    .filter(isQuery)
    .map((read) => [read.http.path, read]),
);

/** The read that answers what an operation changes: the one at its path. Undefined for a POST, which does something else there. */
export const stateReadOf = (operation: OperationSpec): OperationSpec | undefined =>
  isRead(operation) || operation.http.method === 'POST' ? undefined : reads.get(operation.http.path);
