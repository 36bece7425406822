import type { Queries } from '../storage/database/schema.ts';
import type { UserRow } from '../storage/store/identity/users.ts';
import { claimedGroups } from '../storage/store/oauth/claimed-groups.ts';
import { preferencesOf } from '../storage/store/stored-columns.ts';

const claimsOfProfile = (user: UserRow) => {
  const { language, timezone } = preferencesOf(user);
  return {
    sub: user.id,
    email: user.email,
    // An owner's or operator's word isn't enough: applications link accounts by it.
    email_verified: user.email_verified === 1 && user.email_verified_by === 'mailbox',
    name: user.name,
    locale: language,
    zoneinfo: timezone,
  };
};

/** What an application is told about someone if it asks for their groups. */
export const claimsWithGroups = async (db: Queries, user: UserRow) => ({
  ...claimsOfProfile(user),
  groups: await claimedGroups(db, user),
});

/** What applications are told about someone. Groups only those that ask for them. */
export const claimsOf = async (
  db: Queries,
  user: UserRow,
  scope: string,
): Promise<ReturnType<typeof claimsOfProfile> & { groups?: string[] }> =>
  scope.split(' ').includes('groups') ? claimsWithGroups(db, user) : claimsOfProfile(user);
