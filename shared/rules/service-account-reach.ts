import { isAtLeast, type Role } from './roles.ts';

/** What decides what the keys of a service account open. */
interface Reach {
  readonly status: 'active' | 'disabled';
  readonly role: Role;
  readonly scopes: readonly string[];
  /** Null for all that its role can open. */
  readonly workspace_ids: readonly string[] | null;
  /** Empty for anywhere. */
  readonly addresses: readonly string[];
}

const isWithin = (list: readonly string[], other: readonly string[]): boolean =>
  list.every((item) => other.includes(item));

/** Whether a service account may do something that it could not do before: whoever has one of its keys needs no new one. */
export const mayDoMore = (before: Reach, after: Reach): boolean =>
  (before.status === 'disabled' && after.status === 'active') ||
  (before.role !== after.role && isAtLeast(after.role, before.role)) ||
  !isWithin(after.scopes, before.scopes) ||
  (before.workspace_ids !== null &&
    (after.workspace_ids === null || !isWithin(after.workspace_ids, before.workspace_ids))) ||
  (before.addresses.length > 0 && (after.addresses.length === 0 || !isWithin(after.addresses, before.addresses)));
