import type { Queries } from '../storage/database/schema.ts';
import { findUser, type UserRow } from '../storage/store/identity/users.ts';
import { findOpenApplication } from '../storage/store/oauth/applications.ts';
import { preferencesOf } from '../storage/store/stored-columns.ts';

/**
 * The account that a grant is about, if it may still sign in to the application: at a sign-in, at each refresh and whenever its claims
 * are asked for. An account belongs to one membership, so whoever joins again is someone else to applications.
 */
export const accountFor = async (db: Queries, applicationId: string, userId: string): Promise<UserRow | undefined> => {
  const application = await findOpenApplication(db, applicationId);
  const user = application && (await findUser(db, userId));
  return user?.status === 'active' && user.tenant_id === application?.tenant_id ? user : undefined;
};

/** What applications are told about someone. */
export const claimsOf = (user: UserRow) => {
  const { language, timezone } = preferencesOf(user);
  return {
    sub: user.id,
    email: user.email,
    // An owner's or operator's word isn't enough: applications link accounts by it.
    email_verified: user.email_verified === 1 && user.email_verified_by === 'mailbox',
    name: user.name,
    locale: language,
    zoneinfo: timezone,
    groups: [user.role],
  };
};
