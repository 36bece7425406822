import { operations } from '#shared/contract/index.ts';
import type { LiveTopic } from '#shared/contract/live-topics.ts';
import { isBatchable, isRead, type OperationSpec, takesIdempotencyKey } from '#shared/contract/operation.ts';

/** What the client has to know of an operation whose screen isn't open. Absent is the same as false. */
export interface OperationFacts {
  /** Needs no session. */
  readonly isPublic?: true;
  readonly isBatchable?: true;
  readonly takesIdempotencyKey?: true;
  /** Changes something for someone who is signed in and stays so. */
  readonly changes?: true;
  readonly unchanged?: Readonly<Record<string, boolean>>;
  readonly topics?: readonly LiveTopic[];
}

const factsOf = (operation: OperationSpec): OperationFacts => ({
  ...(operation.auth === 'none' && { isPublic: true }),
  ...(isBatchable(operation) && { isBatchable: true }),
  ...(takesIdempotencyKey(operation) && { takesIdempotencyKey: true }),
  ...(operation.auth === 'bearer' && !isRead(operation) && { changes: true }),
  ...(operation.unchanged && { unchanged: operation.unchanged }),
  ...(operation.topics && { topics: operation.topics }),
});

/**
 * By path, such as `team.listMembers`. Plain data: the build puts its value in the place of this file, so that the first
 * screen loads the schemas of no operation that it doesn't call (electron.vite.config.ts).
 */
export const operationFacts: Readonly<Record<string, OperationFacts>> = Object.fromEntries(
  operations.map(({ feature, name, operation }) => [`${feature}.${name}`, factsOf(operation)]),
);
