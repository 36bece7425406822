import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError, type ErrorKey } from '#shared/texts/errors.ts';
import type { PersonCaller } from '../security/caller.ts';
import { hashSecret } from '../security/refresh-tokens.ts';
import type { SystemContext } from '../services/context.ts';
import type { Client } from '../services/handler.ts';
import { findOauthRecord } from '../storage/store/oauth/records.ts';
import { beginAgain } from './begin-again.ts';
import { mayGoOn, signInOf } from './going-on.ts';
import { noAccount } from './prompts.ts';
import type { OauthProvider } from './provider.ts';
import { recordConsent, recordRefusal } from './records-of-use.ts';

/** What is asked of a person before an application gets anything. */
export interface Asked {
  /** `login`: to sign in. `consent`: to let the application know them. */
  readonly prompt: string;
  readonly application: { readonly name: string };
  readonly scopes: readonly string[];
  /** Who is signed in in this browser. */
  readonly account: { readonly name: string; readonly email: string } | null;
  /** What going on would be answered with. UNAUTHENTICATED: to sign in first. */
  readonly obstacle: ErrorKey | null;
}

/** A request about an interaction, and the answer to it. */
export interface Exchange {
  /** The ID of the interaction in the address of the page. */
  readonly uid: string;
  readonly messages: readonly [IncomingMessage, ServerResponse];
}

/** @throws AppError NOT_FOUND for one that is over, or that this browser didn't begin */
const detailsOf = async ({ provider }: OauthProvider, { uid, messages }: Exchange) => {
  const details = await provider.interactionDetails(...messages).catch((cause: unknown) => {
    throw new AppError('NOT_FOUND', {}, { cause });
  });
  // What a page shows is what its buttons are about, whatever else the browser has begun since.
  if (details.uid !== uid) throw new AppError('NOT_FOUND');
  return details;
};

type Details = Awaited<ReturnType<typeof detailsOf>>;

const clientIdOf = ({ params }: Details): string => String(params.client_id);

/** Whether an interaction began in the session that the browser has, or before anyone was signed in. */
const isOfSession = async (
  { db }: SystemContext,
  { session }: Details,
  { sessionId }: PersonCaller,
): Promise<boolean> => {
  if (session === undefined) return true;
  const known = await findOauthRecord(db.read, 'Session', 'uid_hash', hashSecret(session.uid));
  return known !== undefined && known.session_id === sessionId;
};

/** Why someone signs in who needn't have signed in just now. */
const isFirst: ReadonlySet<string> = new Set(['no_session', noAccount]);

/** What the library leaves to the page, once it was asked: who it is, and how long ago they signed in. */
const isDecidedHere: ReadonlySet<string> = new Set(['id_token_hint', 'max_age']);

/** Whom an application means; undefined if it doesn't say. The library has verified the token that says so. */
const personMeant = ({ params }: Details): unknown => {
  if (params.id_token_hint === undefined) return undefined;
  const [, payload = ''] = String(params.id_token_hint).split('.');
  return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub?: unknown }).sub;
};

/** From when on someone has to have signed in, in seconds since the epoch; undefined if any session will do. */
const signedInSince = ({ prompt, params, iat, session }: Details): number | undefined => {
  if (prompt.name !== 'login') return undefined;
  const reasons = prompt.reasons.filter((reason) => !isFirst.has(reason));
  // Without a session of its own, the library gives each reason that there could be, whatever ours is. It asks again with one.
  const isUnknown = session?.accountId === undefined;
  const isAgain = reasons.some((reason) => (isUnknown ? reason === 'login_prompt' : !isDecidedHere.has(reason)));
  // Asked to sign in again, a session from before isn't enough.
  if (isAgain) return iat;
  return reasons.includes('max_age') ? iat - Number(params.max_age) : undefined;
};

/** What keeps someone from going on; undefined if nothing does. */
const obstacleTo = async (
  context: SystemContext,
  details: Details,
  caller: PersonCaller,
): Promise<AppError | undefined> => {
  const obstacle = await mayGoOn(context, clientIdOf(details), caller);
  if (obstacle) return obstacle;
  const meant = personMeant(details);
  if (meant !== undefined && meant !== caller.user.id) return new AppError('UNAUTHENTICATED');
  const since = signedInSince(details);
  return since !== undefined && (await signInOf(context, caller)).ts < since
    ? new AppError('UNAUTHENTICATED')
    : undefined;
};

/** @param caller who is signed in in the browser */
export const asked = async (
  context: SystemContext,
  oauth: OauthProvider,
  exchange: Exchange,
  caller: PersonCaller | undefined,
): Promise<Asked> => {
  const details = await detailsOf(oauth, exchange);
  const client = await oauth.provider.Client.find(clientIdOf(details));
  // Whoever has signed in since isn't asked for the consent of the one before.
  const isSame = caller !== undefined && (await isOfSession(context, details, caller));
  const obstacle = caller ? (await obstacleTo(context, details, caller))?.key : 'UNAUTHENTICATED';
  return {
    prompt: isSame ? details.prompt.name : 'login',
    application: { name: client?.clientName ?? '' },
    scopes: String(details.params.scope ?? '').split(' '),
    account: caller ? { name: caller.user.name, email: caller.user.email } : null,
    obstacle: obstacle ?? null,
  };
};

/**
 * Goes on with the session that the browser has, or with the consent of the person. Returns where the browser goes next:
 * to the beginning for someone who has signed in since, because the provider's session can't change hands on the way.
 * @throws AppError NOT_FOUND, UNAUTHENTICATED, FORBIDDEN for people of another organization, or what they have to set up first
 */
export const goOn = async (
  context: SystemContext,
  oauth: OauthProvider,
  exchange: Exchange,
  { caller, client }: { readonly caller: PersonCaller; readonly client: Client },
): Promise<string> => {
  const { provider } = oauth;
  const details = await detailsOf(oauth, exchange);
  const { prompt, params, session } = details;
  const obstacle = await obstacleTo(context, details, caller);
  if (obstacle) throw obstacle;
  if (!(await isOfSession(context, details, caller))) return beginAgain(provider.issuer, params);
  if (prompt.name === 'login') {
    const login = { accountId: caller.user.id, remember: false, ...(await signInOf(context, caller)) };
    return provider.interactionResult(...exchange.messages, { login });
  }
  if (session?.accountId !== caller.user.id) throw new AppError('UNAUTHENTICATED');
  const { Grant } = provider;
  const known = details.grantId === undefined ? undefined : await Grant.find(details.grantId);
  const grant = known ?? new Grant({ accountId: caller.user.id, clientId: clientIdOf(details) });
  const { missingOIDCScope, missingOIDCClaims } = prompt.details as {
    missingOIDCScope?: string[];
    missingOIDCClaims?: string[];
  };
  if (missingOIDCScope) grant.addOIDCScope(missingOIDCScope.join(' '));
  if (missingOIDCClaims) grant.addOIDCClaims(missingOIDCClaims);
  const scopes = grant.getOIDCScope().split(' ').filter(Boolean);
  await recordConsent(context, { userId: caller.user.id, applicationId: clientIdOf(details) }, scopes, client);
  return provider.interactionResult(...exchange.messages, { consent: { grantId: await grant.save() } });
};

/** The person doesn't want the application to know them. */
export const refuse = async (
  context: SystemContext,
  oauth: OauthProvider,
  exchange: Exchange,
  client: Client,
): Promise<string> => {
  const details = await detailsOf(oauth, exchange);
  const userId = details.session?.accountId;
  if (userId !== undefined) await recordRefusal(context, { userId, applicationId: clientIdOf(details) }, client);
  return oauth.provider.interactionResult(...exchange.messages, { error: 'access_denied' });
};
