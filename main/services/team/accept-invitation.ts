import type { contract } from '#shared/contract/index.ts';
import { isOwner } from '#shared/rules/permissions.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import { findViewingSession } from '../../storage/store/identity/owner-grants.ts';
import { claimAddress, findHolder, insertUser, type UserRow } from '../../storage/store/identity/users.ts';
import {
  findInvitationById,
  type InvitationRow,
  invitationWorkspaces,
  markInvitationAccepted,
} from '../../storage/store/team/invitations.ts';
import { findTenant } from '../../storage/store/team/tenants.ts';
import { setWorkspaceRole } from '../../storage/store/workspaces/workspace-members.ts';
import type { AppContext } from '../context.ts';
import type { Handler } from '../handler.ts';
import { sendVerification } from '../identity/account-mails.ts';
import { assertAllowedDomain } from '../identity/email-domains.ts';
import { notifyInviter } from '../identity/member-news.ts';
import { type NewMember, newMember } from '../identity/new-member.ts';
import { consumeToken, readToken, tokenScope } from '../identity/one-time-tokens.ts';
import { notifyOfOwner } from '../identity/owner-notices.ts';
import { passwordShare } from '../identity/password-share.ts';
import { assertAcceptsAccounts } from '../identity/sign-ups.ts';
import { loginAnswer, startSession } from '../identity/start-session.ts';
import { accountActor, recordEvent, userTarget } from '../recording/record-event.ts';

/**
 * Seed 000 §3: adds the invitee to the tenant and the selected workspaces, and responds like login. An emailed link
 * proves the mailbox; one handed over in person does not.
 */
export const acceptInvitation: Handler<typeof contract.team.acceptInvitation> = async (
  context,
  { token, name, password, preferences },
  { client, transaction },
) => {
  const { clockWatch, db, passwords } = context;
  assertAcceptsAccounts(context);
  const { email, invitation_id } = await readToken(context, db.read, 'invitation', token);
  const invited = await findInvitationById(db.read, invitation_id ?? '');
  if (!invited) throw new AppError('LINK_INVALID');
  await passwords.assertAcceptable(password, [email, name], await findTenant(db.read, invited.tenant_id));
  if (await findHolder(db.read, email, clockWatch.dueTime())) throw new AppError('EMAIL_TAKEN');
  const passwordHash = await passwords.hash(password, passwordShare({ client }));
  return transaction(await tokenScope(context, token), async (tx) => {
    const oneTimeToken = await consumeToken(context, tx, 'invitation', token);
    const invitation = await findInvitationById(tx, oneTimeToken.invitation_id ?? '');
    if (invitation?.status !== 'pending') throw new AppError('LINK_INVALID');
    await assertAllowedDomain(tx, invitation.tenant_id, invitation.email);
    if (!(await claimAddress(tx, invitation.email, clockWatch.dueTime()))) throw new AppError('EMAIL_TAKEN');
    const verification = oneTimeToken.disclosed_at === null ? 'mailbox' : null;
    const user = await joinTenant(context, tx, invitation, { name, passwordHash, verification, preferences });
    if (!(await markInvitationAccepted(tx, invitation.id, user.id))) throw new AppError('LINK_INVALID');
    if (verification === null) await sendVerification(context, tx, user);
    await notifyInviter(context, tx, invitation.invited_by, user);
    if (isOwner(user.role)) {
      const origin = { by: accountActor(user), client };
      // Whoever was shown the link let them in, not whoever meant it for a mailbox.
      const sessionId = (await findViewingSession(tx, oneTimeToken.id)) ?? invitation.session_id ?? undefined;
      await notifyOfOwner(context, tx, { owner: user, previousRole: null, origin, sessionId });
    }
    await recordEvent(context, tx, {
      action: 'acceptInvitation',
      actor: accountActor(user),
      client,
      target: userTarget(user),
      details: { role: user.role },
    });
    return loginAnswer(await startSession(context, tx, user, client, 'link'), user);
  });
};

type Joining = Pick<NewMember, 'name' | 'passwordHash' | 'verification' | 'preferences'>;

/** DECISION 0256: creates an account. Someone who joins again is somebody new, so that nothing they had comes back. */
const joinTenant = async (
  context: AppContext,
  tx: WriteTransaction,
  { id, tenant_id: tenantId, email, role, guest, workspace_role, invited_by }: InvitationRow,
  joining: Joining,
): Promise<UserRow> => {
  const user = newMember(context, { tenantId, email, role, guest: guest === 1, ...joining });
  await insertUser(tx, user, invited_by);
  for (const workspace of await invitationWorkspaces(tx, [id])) {
    await setWorkspaceRole(tx, workspace.id, user.id, workspace_role, { by: invited_by, at: user.created_at });
  }
  return user;
};
