import type { UserRow } from '../../storage/store/identity/users.ts';
import { refused } from '../operation.ts';

const problems: Record<Exclude<UserRow['status'], 'active'>, string> = {
  disabled: 'is disabled. Enable it first',
  pending_deletion: 'is scheduled for deletion. They can restore the account by signing in',
  removed: 'was removed. Invite them again',
};

/** @throws StartError unless the account is active */
export const assertActive = ({ email, status }: UserRow): void => {
  if (status !== 'active') throw refused(`The account ${email} ${problems[status]}`);
};
