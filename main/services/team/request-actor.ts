import { AppError } from '#shared/errors.ts';
import { governs } from '#shared/permissions.ts';
import type { Role } from '#shared/roles.ts';
import type { Caller } from '../../security/caller.ts';
import type { Client } from '../handler.ts';

/** The caller of a request, as its transaction has read them, and their client. */
export interface RequestActor {
  readonly caller: Caller;
  readonly client: Client;
}

/** @throws AppError ROLE_NOT_ALLOWED unless the caller governs all of `roles` */
export const assertGoverns = ({ caller }: RequestActor, ...roles: readonly Role[]): void => {
  if (!roles.every((role) => governs(caller.governingRole, role))) throw new AppError('ROLE_NOT_ALLOWED');
};

/**
 * DECISION 0062: an API key makes people members and nothing more. Otherwise, its holder could invite or promote
 * an account of their own, and sign in with everything that is kept from keys.
 * @throws AppError API_KEY_REFUSED, ROLE_NOT_ALLOWED unless the caller may give someone this role
 */
export const assertMayGrant = (actor: RequestActor, role: Role): void => {
  assertGoverns(actor, role);
  if (actor.caller.key && role !== 'member') throw new AppError('API_KEY_REFUSED');
};
