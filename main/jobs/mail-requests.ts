import type { SystemContext } from '../services/context.ts';
import { sendPasswordReset, sendSignInLink, sendVerification } from '../services/identity/account-mails.ts';
import { sendsEmail } from '../services/identity/sends-email.ts';
import { recordEvent, unknownActor, userTarget } from '../services/recording/record-event.ts';
import type { WriteTransaction } from '../storage/database/schema.ts';
import { findUserByEmail, type UserRow } from '../storage/store/identity/users.ts';
import { isProved } from '../storage/store/identity/verified-addresses.ts';
import { deleteMailRequest, type MailRequestRow, nextMailRequest } from '../storage/store/mail/mail-requests.ts';
import { findTenant, isTenantClosed } from '../storage/store/team/tenants.ts';

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

type Request = Pick<MailRequestRow, 'ip_address' | 'browser_hash'>;
type Send = (context: SystemContext, tx: WriteTransaction, user: UserRow, request: Request) => Promise<boolean>;

/** DECISION 0326: only where the organization allows it, and to a mailbox that has proved to be the account's. */
const signInLink: Send = async (context, tx, user, { browser_hash, ip_address }) => {
  const { email_sign_in } = await findTenant(tx, user.tenant_id);
  // Where no email is sent, others could read the link here.
  if (email_sign_in === 0 || !isProved(user) || !(await sendsEmail(context, tx, user.tenant_id))) return false;
  return browser_hash !== null && sendSignInLink(context, tx, user, browser_hash, ip_address ?? undefined);
};

const kinds: Record<
  MailRequestRow['kind'],
  { action: 'resendVerification' | 'forgotPassword' | 'requestSignInLink'; send: Send }
> = {
  verification: {
    action: 'resendVerification',
    send: async (context, tx, user, { ip_address }) =>
      !isProved(user) && sendVerification(context, tx, user, ip_address ?? undefined),
  },
  password_reset: {
    action: 'forgotPassword',
    send: (context, tx, user, { ip_address }) => sendPasswordReset(context, tx, user, ip_address ?? undefined),
  },
  sign_in_link: { action: 'requestSignInLink', send: signInLink },
};

const carryOut = async (context: SystemContext, { id, kind, email, ...request }: MailRequestRow): Promise<void> => {
  const account = await findUserByEmail(context.db.read, email);
  await context.db.transaction({ tenant: account?.tenant_id }, async (tx) => {
    if (!(await deleteMailRequest(tx, id))) return;
    const user = await findUserByEmail(tx, email);
    if (user?.status !== 'active' || (await isTenantClosed(tx, user.tenant_id))) return;
    const { action, send } = kinds[kind];
    if (!(await send(context, tx, user, request))) return;
    const { ip_address } = request;
    await recordEvent(context, tx, {
      action,
      actor: unknownActor(user.tenant_id),
      client: ip_address === null ? undefined : { ip: ip_address },
      target: userTarget(user),
    });
  });
};
