import { restrictionOf } from '#shared/rules/restrictions.ts';
import { hasShownSecondFactor, type Proof, shownIn } from '#shared/rules/sign-in-methods.ts';
import { secondFactorDueAt } from '../security/caller.ts';
import type { Queries } from '../storage/database/schema.ts';
import { hasSecondFactor } from '../storage/store/identity/second-factors.ts';
import { findUser, type UserRow } from '../storage/store/identity/users.ts';
import { mayUseApplication } from '../storage/store/oauth/application-access.ts';
import { findOpenApplication } from '../storage/store/oauth/applications.ts';
import { findTenant } from '../storage/store/team/tenants.ts';

/** Whether someone has yet to meet what their organization requires (DECISION 0136). */
const isRestricted = async (db: Queries, user: UserRow, now: number): Promise<boolean> => {
  const tenant = await findTenant(db, user.tenant_id);
  const dueAt = secondFactorDueAt(tenant);
  const isMet = dueAt === null || (await hasSecondFactor(db, user.id));
  const lacksVerifiedEmail = tenant.verified_email_required === 1 && user.email_verified === 0;
  return restrictionOf({ secondFactorDueAt: isMet ? undefined : dueAt, lacksVerifiedEmail }, now) !== undefined;
};

/**
 * The account that a grant is about, if it may use the application: at a sign-in, at each refresh and whenever its claims are asked
 * for. An account belongs to one membership, so whoever joins again is someone else to applications.
 * @param now milliseconds since the epoch
 */
export const accountFor = async (
  db: Queries,
  applicationId: string,
  userId: string,
  now: number,
): Promise<UserRow | undefined> => {
  const application = await findOpenApplication(db, applicationId);
  const user = application && (await findUser(db, userId));
  if (user?.status !== 'active' || user.tenant_id !== application?.tenant_id) return undefined;
  if (!(await mayUseApplication(db, application, user))) return undefined;
  return (await isRestricted(db, user, now)) ? undefined : user;
};

/** The REFEDS profile for more than one factor. There is no level to promise about anything less. */
export const multiFactor = 'https://refeds.org/profile/mfa';

/** What applications are told about how the person of a session has signed in. */
export const authenticationOf = (session: Proof): { amr: string[]; acr?: string } => ({
  amr: [...shownIn(session)],
  ...(hasShownSecondFactor(session) && { acr: multiFactor }),
});
