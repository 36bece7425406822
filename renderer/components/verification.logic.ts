import type { OutputOf } from '#shared/contract/operation.ts';
import type { getMember } from '#shared/contract/team/get-member.ts';

type Verification = Pick<OutputOf<typeof getMember>, 'email_verified' | 'email_verified_by'>;

/** What the console says about a member's address. A mailbox that someone else vouches for isn't proved. */
export const verificationKey = ({ email_verified, email_verified_by: by }: Verification) => {
  if (!email_verified) return 'team.account.notVerified';
  return by === null || by === 'mailbox' ? 'team.account.verified' : (`team.account.vouchedFor.${by}` as const);
};

/** Whether a link would prove more than is known. One that an admin passes on adds nothing to an admin's word. */
export const wantsVerificationLink = (member: Verification, sendsEmail: boolean): boolean =>
  sendsEmail ? verificationKey(member) !== 'team.account.verified' : !member.email_verified;
