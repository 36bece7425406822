import type { SystemContext } from '../services/context.ts';
import { sendPasswordReset, sendVerification } from '../services/identity/account-mails.ts';
import { recordEvent, unknownActor, userTarget } from '../services/recording/record-event.ts';
import { findUserByEmail } from '../storage/store/identity/users.ts';
import { isProved } from '../storage/store/identity/verified-addresses.ts';
import { deleteMailRequest, type MailRequestRow, nextMailRequest } from '../storage/store/mail/mail-requests.ts';
import { isTenantClosed } from '../storage/store/team/tenants.ts';

/**
 * Processes queued requests about an address after the response was sent, so that neither its content nor its timing
 * reveals whether the address has an account (seed 000 §7.1). One at a time, with the addresses that sent them in turn.
 * @returns the function that processes the next one; false if there is none
 */
export const createMailRequests = (context: SystemContext): (() => Promise<boolean>) => {
  let last = '';
  return async () => {
    const next = await nextMailRequest(context.db.read, last);
    if (!next) return false;
    last = next.ip_address ?? '';
    await carryOut(context, next);
    return true;
  };
};

const carryOut = async (context: SystemContext, { id, kind, email, ip_address }: MailRequestRow): Promise<void> => {
  const account = await findUserByEmail(context.db.read, email);
  await context.db.transaction({ tenant: account?.tenant_id }, async (tx) => {
    if (!(await deleteMailRequest(tx, id))) return;
    const user = await findUserByEmail(tx, email);
    if (user?.status !== 'active' || (await isTenantClosed(tx, user.tenant_id))) return;
    if (kind === 'verification' && isProved(user)) return;
    const send = kind === 'password_reset' ? sendPasswordReset : sendVerification;
    if (!(await send(context, tx, user, ip_address ?? undefined))) return;
    await recordEvent(context, tx, {
      action: kind === 'password_reset' ? 'forgotPassword' : 'resendVerification',
      actor: unknownActor(user.tenant_id),
      client: ip_address === null ? undefined : { ip: ip_address },
      target: userTarget(user),
    });
  });
};
