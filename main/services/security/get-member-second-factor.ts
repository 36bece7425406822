import type { contract } from '#shared/contract/index.ts';
import { hasSecondFactor } from '../../storage/store/identity/second-factors.ts';
import type { Handler } from '../handler.ts';
import { findGovernedMember } from '../identity/find-governed-member.ts';

/** Whether the member has a second factor to reset. */
export const getMemberSecondFactor: Handler<typeof contract.security.getMemberSecondFactor> = async (
  { db },
  { user_id },
  { caller },
) => {
  const member = await findGovernedMember(db.read, caller, user_id);
  return { enabled: await hasSecondFactor(db.read, member.id) };
};
