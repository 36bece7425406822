import type { Prepared } from './endpoint.ts';
import type { Account, Installation } from './installation.ts';

/** A caller that operations without lasting effects share. Sign-ups may be limited. */
const sharedOwners = new WeakMap<Installation, Promise<Account>>();
export const sharedOwner = (installation: Installation): Promise<Account> => {
  const known = sharedOwners.get(installation) ?? installation.signUp();
  sharedOwners.set(installation, known);
  return known;
};

/** A request of a signed-in caller. */
export const as = ({ token }: Account, path: string, body?: Prepared['body']): Prepared => ({
  token,
  path: `/api/v1${path}`,
  ...(body && { body }),
});
/** A request without an Authorization header. */
export const anonymous = (path: string, body?: Prepared['body']): Prepared => ({
  path: `/api/v1${path}`,
  ...(body && { body }),
});
