import type { Actor } from '#e2e/support/seed-actors.ts';
import type { SeedData } from '#e2e/support/seed-data.ts';
import type { SystemContext } from '#main/services/context.ts';
import type { contract } from '#shared/contract/index.ts';
import type { Permission } from '#shared/rules/permissions.ts';
import type { ErrorKey } from '#shared/texts/errors.ts';

/** Who calls. `stranger` owns another tenant. The last two have tokens of sessions that ended with their membership. */
export const callerKinds = [
  'anonymous',
  'member',
  'workspaceAdmin',
  'outsider',
  'admin',
  'owner',
  'stranger',
  'removed',
  'pending',
] as const;
export type CallerKind = (typeof callerKinds)[number];

/** A field that names something: a value of another tenant, a value that does not exist, and the error for both. */
export interface IdField {
  /** Absent if a value of another tenant works like the tenant's own, such as the token of a link. */
  foreign?: (seed: SeedData) => unknown;
  missing: unknown;
  answer: ErrorKey;
}

/** The fields of an operation's answer. */
export type Answered = Record<string, unknown>;

export interface Row {
  /** What the caller needs. The contract says so, too: this notices when that changes. */
  requires: Permission | 'no credentials' | 'operator';
  /** When it asks for a recent confirmation, as in the contract. Absent if never. */
  confirms?: 'always' | 'ownership' | 'authority' | 'redirection';
  /** A request in which everything belongs to the tenant `own` or to the caller. */
  input: (seed: SeedData, caller: Actor) => Record<string, unknown>;
  ids?: Record<string, IdField>;
  /** Puts the caller of a change into the required state. Returns fields to add to the request. */
  prepare?: (context: SystemContext, caller: Actor, seed: SeedData) => Promise<Record<string, unknown>>;
  /** Whether it succeeds again on the same data, whoever calls. */
  repeats?: true;
  /** Refusals of API keys whose user may send the request, and the fields that a key may send instead. */
  keys?: { refused: ErrorKey; accepted: Record<string, unknown> };
  /** Refusals beyond the permission table. */
  refuses?: Partial<Record<CallerKind, ErrorKey>>;
  /** Whom the change's row in the audit log names as its actor. The caller if absent. */
  actor?: (seed: SeedData, answer: Answered) => unknown;
  /**
   * What that row names as its target. If absent: the server that the path is about, the caller where it requires no more
   * than `self`, and otherwise the seed's target.
   */
  target?: (seed: SeedData, answer: Answered, caller: Actor) => unknown;
}

export type OperationId = {
  [F in keyof typeof contract]: keyof (typeof contract)[F];
}[keyof typeof contract];
