import type { Actor } from '#e2e/support/seed-actors.ts';
import type { SeedData } from '#e2e/support/seed-data.ts';
import type { SystemContext } from '#main/services/context.ts';
import type { contract } from '#shared/contract/index.ts';
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

export interface Row {
  /** A request in which everything belongs to the tenant `own` or to the caller. */
  input: (seed: SeedData, caller: Actor) => Record<string, unknown>;
  ids?: Record<string, IdField>;
  /** Puts the caller of a change into the required state. Returns fields to add to the request. */
  prepare?: (context: SystemContext, caller: Actor, seed: SeedData) => Promise<Record<string, unknown>>;
  /** Refusals of API keys whose user may send the request, and the fields that a key may send instead. */
  keys?: { refused: ErrorKey; accepted: Record<string, unknown> };
  /** Refusals beyond the permission table. */
  refuses?: Partial<Record<CallerKind, ErrorKey>>;
}

export type OperationId = {
  [F in keyof typeof contract]: keyof (typeof contract)[F];
}[keyof typeof contract];
