import { operations } from '#shared/contract/index.ts';
import { isRead, type OperationSpec } from '#shared/contract/operation.ts';

/** After it, there is no one left. */
const remaining = operations.filter(({ operation }) => operation.id !== 'removeSampleTenant');

/**
 * Every operation, for tests of what operations leave behind: each change alone, and the reads of a feature together, since
 * they should leave nothing.
 */
export const changesAndReads: (readonly [string, readonly OperationSpec[]])[] = [
  ...remaining
    .filter(({ operation }) => !isRead(operation))
    .map(({ operation }) => [operation.id, [operation]] as const),
  ...[...Map.groupBy(remaining, ({ feature }) => feature)]
    .map(([feature, all]) => [feature, all.map(({ operation }) => operation).filter(isRead)] as const)
    .filter(([, reads]) => reads.length > 0)
    .map(([feature, reads]) => [`the reads of ${feature}`, reads] as const),
];
