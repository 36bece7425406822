import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { claimAddress, findHolder } from '../../storage/store/identity/users.ts';
import { lockInstallation } from '../../storage/store/installation.ts';
import type { Handler } from '../handler.ts';
import { sendVerification } from '../identity/account-mails.ts';
import { createOwner } from '../identity/create-owner.ts';
import { passwordShare } from '../identity/password-share.ts';
import { assertMaySignUp } from '../identity/sign-ups.ts';

/** Seed 000 §4 #1: creates a tenant and its owner in one operation, pending verification (§3). */
export const signup: Handler<typeof contract.auth.signup> = async (context, input, call) => {
  const { clockWatch, db, passwords, setupToken } = context;
  const { client } = call;
  const { email, name, password, company_name: companyName, preferences } = input;
  // First of all, so that a refusal reveals nothing about the address.
  await assertMaySignUp(context, db.read, client, input);
  await passwords.assertAcceptable(password, [email, name, companyName]);
  if (await findHolder(db.read, email, clockWatch.dueTime())) throw new AppError('EMAIL_TAKEN');
  const passwordHash = await passwords.hash(password, passwordShare(call));
  const answer = await call.transaction({}, async (tx) => {
    // Hashing took a while: someone else may have become the first owner. Only one at a time may.
    if ((await setupToken.text()) !== undefined) await lockInstallation(tx);
    await assertMaySignUp(context, tx, client, input);
    if (!(await claimAddress(tx, email, clockWatch.dueTime()))) throw new AppError('EMAIL_TAKEN');
    const user = await createOwner(context, tx, client, { email, name, companyName, passwordHash, preferences });
    return {
      user_id: user.id,
      tenant_id: user.tenant_id,
      email,
      email_verified: false,
      verification_sent: await sendVerification(context, tx, user),
    };
  });
  await setupToken.end();
  return answer;
};
