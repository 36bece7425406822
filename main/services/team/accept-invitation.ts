import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import type { AppContext } from '../../context.ts';
import type { WriteTransaction } from '../../database/schema.ts';
import {
  findHolder,
  findRemovedMember,
  findUser,
  findUserByEmail,
  insertUser,
  releaseDueAddress,
  type UserRow,
  updateUser,
} from '../../store/identity/users.ts';
import { verifiedBy } from '../../store/identity/verified-addresses.ts';
import {
  findInvitationById,
  type InvitationRow,
  invitationWorkspaces,
  markInvitationAccepted,
} from '../../store/team/invitations.ts';
import { findTenant } from '../../store/team/tenants.ts';
import { setWorkspaceRole } from '../../store/workspaces/workspace-members.ts';
import { accountActor, recordEvent, userTarget } from '../audit-log/record-event.ts';
import type { Handler } from '../handler.ts';
import { sendVerification } from '../identity/account-mails.ts';
import { assertAllowedDomain } from '../identity/email-domains.ts';
import { type InitialPreferences, newPreferences } from '../identity/new-member.ts';
import { consumeToken, readToken, tokenScope } from '../identity/one-time-tokens.ts';
import { passwordShare } from '../identity/password-share.ts';
import { startSessionOrChallenge } from '../identity/second-factor.ts';
import { assertAcceptsAccounts } from '../identity/sign-ups.ts';
import { loginAnswer } from '../identity/start-session.ts';

/**
 * Seed 000 §3: adds the invitee to the tenant and the selected workspaces, and responds like login. An emailed link
 * proves the mailbox; one handed over in person does not.
 */
export const acceptInvitation: Handler<typeof contract.team.acceptInvitation> = async (
  context,
  { token, name, password, preferences },
  { client, transaction },
) => {
  const { clock, db, passwords } = context;
  assertAcceptsAccounts(context);
  const { email, invitation_id } = await readToken(context, db.read, 'invitation', token);
  const invited = await findInvitationById(db.read, invitation_id ?? '');
  if (!invited) throw new AppError('LINK_INVALID');
  await passwords.assertAcceptable(password, [email, name], await findTenant(db.read, invited.tenant_id));
  if (await findHolder(db.read, email, clock.now())) throw new AppError('EMAIL_TAKEN');
  const passwordHash = await passwords.hash(password, passwordShare({ client }));
  const answer = await transaction(await tokenScope(context, token), async (tx) => {
    const oneTimeToken = await consumeToken(context, tx, 'invitation', token);
    const invitation = await findInvitationById(tx, oneTimeToken.invitation_id ?? '');
    if (invitation?.status !== 'pending') throw new AppError('LINK_INVALID');
    await assertAllowedDomain(tx, invitation.tenant_id, invitation.email);
    if (await findHolder(tx, invitation.email, clock.now())) throw new AppError('EMAIL_TAKEN');
    await releaseDueAddress(tx, invitation.email, clock.now());
    const verified = oneTimeToken.disclosed_at === null;
    const user = await joinTenant(context, tx, invitation, { name, passwordHash, verified, preferences });
    if (!(await markInvitationAccepted(tx, invitation.id, user.id))) throw new AppError('LINK_INVALID');
    if (!verified) await sendVerification(context, tx, user);
    await recordEvent(context, tx, {
      action: 'acceptInvitation',
      actor: accountActor(user),
      client,
      target: userTarget(user),
      details: { role: user.role },
    });
    // A former member's second factor comes back with the account.
    const tokens = await startSessionOrChallenge(context, tx, user, client, 'link');
    return tokens instanceof AppError ? tokens : loginAnswer(tokens, user);
  });
  if (answer instanceof AppError) throw answer;
  return answer;
};

interface Joining {
  name: string;
  passwordHash: string;
  verified: boolean;
  /** Of a new account; a former member keeps theirs. */
  preferences: InitialPreferences | undefined;
}

/** Creates the account, or restores a former member of this tenant under the same id. */
const joinTenant = async (
  { clock, ids }: AppContext,
  tx: WriteTransaction,
  invitation: InvitationRow,
  { name, passwordHash, verified, preferences }: Joining,
): Promise<UserRow> => {
  const now = clock.now();
  const verification = verified ? 'mailbox' : null;
  const membership = {
    name,
    role: invitation.role,
    status: 'active',
    password_hash: passwordHash,
    last_login_at: now,
    // Joining again withdraws a deletion that was asked for before the removal.
    delete_at: null,
    disabled_by: null,
    // Whoever joins again may have lost a device meanwhile.
    devices_known_from: now,
  } as const;
  const former = await findRemovedMember(tx, invitation.tenant_id, invitation.email, now);
  if (former) {
    await updateUser(tx, former, { ...membership, verification });
  } else {
    await insertUser(tx, {
      ...membership,
      ...verifiedBy(verification),
      id: ids.id('user'),
      tenant_id: invitation.tenant_id,
      email: invitation.email,
      pending_email: null,
      preferences: newPreferences(preferences),
      created_at: now,
    });
  }
  const user = former ? await findUser(tx, former.id) : await findUserByEmail(tx, invitation.email);
  if (!user) throw new Error('The account that was just written is missing');
  for (const workspace of await invitationWorkspaces(tx, [invitation.id])) {
    await setWorkspaceRole(tx, workspace.id, user.id, 'Member', { by: invitation.invited_by, at: now });
  }
  return user;
};
