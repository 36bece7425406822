import type { z } from 'zod';
import type { assertion, passkeyProof, requestChallenge } from '#shared/contract/passkeys.ts';
import { AppError } from '#shared/texts/errors.ts';
import {
  type ChallengeUse,
  issueChallenge,
  openChallenge,
  type PasskeyChallenge,
} from '../../security/passkey-challenges.ts';
import { isCopied, requestOptions, userHandleOf, verifyAssertion } from '../../security/passkeys.ts';
import { hashSecret } from '../../security/refresh-tokens.ts';
import { type RelyingParty, relyingParties } from '../../security/relying-parties.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import {
  findPasskeyByCredential,
  insertAnsweredChallenge,
  type PasskeyRow,
  recordPasskeyUse,
} from '../../storage/store/identity/passkeys.ts';
import { findUser } from '../../storage/store/identity/users.ts';
import type { AppContext } from '../context.ts';
import type { Client, Transact } from '../handler.ts';
import { recordEvent, unknownActor, userTarget } from '../recording/record-event.ts';

/** The sites of this service at which passkeys work. */
export const passkeySites = ({ config, hosts }: Pick<AppContext, 'config' | 'hosts'>): RelyingParty[] =>
  relyingParties(config.publicUrl, hosts());

/** @throws AppError STATE_CONFLICT unless the page with this origin is ours and may use passkeys */
export const relyingPartyAt = (context: AppContext, origin: string): RelyingParty => {
  const site = passkeySites(context).find((party) => party.origin === origin);
  if (!site) throw new AppError('STATE_CONFLICT', { reason: 'passkeys_unavailable' });
  return site;
};

/** The owner of a challenge that a session asked for. */
export const ofSession = (sessionId: string | undefined): string => `session ${sessionId}`;
/** The owner of a challenge for the second step of a sign-in. */
export const ofSignIn = (secondFactorToken: string): string => `sign-in ${hashSecret(secondFactorToken)}`;

/**
 * A challenge for one of `passkeys`, or, if absent, for any that the browser has for the site.
 * @throws AppError STATE_CONFLICT if none of them works at this site
 */
export const challengePasskey = (
  context: AppContext,
  use: ChallengeUse,
  origin: string,
  passkeys?: readonly PasskeyRow[],
): z.output<typeof requestChallenge> => {
  const site = relyingPartyAt(context, origin);
  const usable = passkeys?.filter((passkey) => passkey.site === site.id);
  if (usable?.length === 0) throw new AppError('STATE_CONFLICT', { reason: 'no_passkey' });
  const { challenge, token } = issueChallenge(context, use, site);
  return { challenge_token: token, options: requestOptions(challenge, site, usable) };
};

/** Takes an answered challenge: each can be answered once, rightly or not. @throws AppError PASSKEY_INVALID */
export const takeChallenge = async (
  context: AppContext,
  token: string,
  use: ChallengeUse,
  transaction: Transact,
): Promise<PasskeyChallenge> => {
  const challenge = openChallenge(context, token, use);
  const isFirst =
    challenge &&
    (await transaction((tx) => insertAnsweredChallenge(tx, hashSecret(challenge.challenge), challenge.expiresAt)));
  if (!isFirst) throw new AppError('PASSKEY_INVALID', { reason: 'challenge_over' });
  return challenge;
};

/** A passkey whose answer was right, and what to store about its use. */
export interface AnsweredPasskey {
  passkey: PasskeyRow;
  use: Pick<PasskeyRow, 'counter' | 'backed_up' | 'last_used_at'>;
}

interface Answering {
  client: Client;
  transaction: Transact;
  /** The account that must own the passkey; absent if the passkey tells. */
  userId?: string;
}

/** Passkeys that a browser offers on its own have to name their account; others need not. */
const namesItsAccount = (
  { response: { userHandle } }: z.output<typeof assertion>,
  { user_id }: PasskeyRow,
  isRequired: boolean,
): boolean => (userHandle === undefined ? !isRequired : userHandle === userHandleOf(user_id));

/** Checks the answer of a passkey. Store its use with {@link recordUse}. @throws AppError PASSKEY_INVALID */
export const checkPasskey = async (
  context: AppContext,
  { challenge_token, credential }: z.output<typeof passkeyProof>,
  use: ChallengeUse,
  { client, transaction, userId }: Answering,
): Promise<AnsweredPasskey> => {
  const challenge = await takeChallenge(context, challenge_token, use, transaction);
  const passkey = await findPasskeyByCredential(context.db.read, credential.id);
  if (!passkey || (userId !== undefined && passkey.user_id !== userId)) {
    throw new AppError('PASSKEY_INVALID', { reason: 'passkey_unknown' });
  }
  const answer = namesItsAccount(credential, passkey, userId === undefined)
    ? await verifyAssertion(credential, challenge, passkey)
    : undefined;
  if (!answer) throw new AppError('PASSKEY_INVALID', { reason: 'passkey_unverified' });
  if (isCopied(passkey.counter, answer.counter)) {
    await transaction((tx) => recordCopy(context, tx, passkey, client));
    throw new AppError('PASSKEY_INVALID', { reason: 'passkey_copied' });
  }
  return {
    passkey,
    use: { counter: answer.counter, backed_up: answer.backedUp ? 1 : 0, last_used_at: context.clock.now() },
  };
};

const recordCopy = async (
  context: AppContext,
  tx: WriteTransaction,
  passkey: PasskeyRow,
  client: Client,
): Promise<void> => {
  const user = await findUser(tx, passkey.user_id);
  if (!user) return;
  await recordEvent(context, tx, {
    action: 'refusePasskey',
    actor: unknownActor(user.tenant_id),
    client,
    target: userTarget(user),
    details: { passkey_id: passkey.id, name: passkey.name },
  });
};

/** @throws AppError PASSKEY_INVALID if the passkey was removed or used since it answered */
export const recordUse = async (tx: WriteTransaction, { passkey, use }: AnsweredPasskey): Promise<void> => {
  if (!(await recordPasskeyUse(tx, passkey, use))) {
    throw new AppError('PASSKEY_INVALID', { reason: 'passkey_unknown' });
  }
};
