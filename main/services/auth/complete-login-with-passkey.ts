import type { contract } from '#shared/contract/index.ts';
import type { Handler, Transact } from '../handler.ts';
import { checkPasskey, ofSignIn, recordUse } from '../identity/passkeys.ts';
import { recordSignIn } from '../identity/record-sign-in.ts';
import { findSecondStep, takeSecondStep } from '../identity/second-step.ts';
import { startSession } from '../identity/start-session.ts';

/** The second step of sign-in, with a passkey. A wrong answer keeps the token usable, as a wrong code does. */
export const completeLoginWithPasskey: Handler<typeof contract.auth.completeLoginWithPasskey> = async (
  context,
  { second_factor_token, ...proof },
  { client, transaction },
) => {
  const { db } = context;
  const account = await findSecondStep(context, db.read, second_factor_token);
  const inTenant: Transact = (work) => transaction({ tenant: account.tenant_id }, work);
  const use = { purpose: 'second_factor', bound: ofSignIn(second_factor_token) } as const;
  const answered = await checkPasskey(context, proof, use, { client, transaction: inTenant, userId: account.id });
  return inTenant(async (tx) => {
    await recordUse(tx, answered);
    const { user, first } = await takeSecondStep(context, tx, second_factor_token, client);
    const tokens = await startSession(context, tx, user, client, `${first}_passkey`);
    const details = { passkey: answered.passkey.name };
    return recordSignIn(context, tx, { user, client, tokens, action: 'completeLoginWithPasskey', details });
  });
};
