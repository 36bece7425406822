import type { IncomingMessage, ServerResponse } from 'node:http';
import { restrictionOf, restrictions } from '#shared/rules/restrictions.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { PersonCaller } from '../security/caller.ts';
import type { SystemContext } from '../services/context.ts';
import { accountFor } from './accounts.ts';
import type { OauthProvider } from './provider.ts';

/** What is asked of a person before an application gets anything. */
export interface Asked {
  /** `login`: to sign in. `consent`: to let the application know them. */
  readonly prompt: string;
  readonly application: string;
  readonly scopes: readonly string[];
}

type Exchange = readonly [IncomingMessage, ServerResponse];

const detailsOf = async ({ provider }: OauthProvider, [request, response]: Exchange) =>
  provider.interactionDetails(request, response).catch((cause: unknown) => {
    throw new AppError('NOT_FOUND', {}, { cause });
  });

export const asked = async (oauth: OauthProvider, exchange: Exchange): Promise<Asked> => {
  const { prompt, params } = await detailsOf(oauth, exchange);
  const client = await oauth.provider.Client.find(String(params.client_id));
  return {
    prompt: prompt.name,
    application: client?.clientName ?? '',
    scopes: String(params.scope ?? '').split(' '),
  };
};

/** When someone signed in, in seconds since the epoch. */
const signedInAt = async ({ callers }: SystemContext, { sessionId }: PersonCaller): Promise<number> => {
  const row = sessionId === undefined ? undefined : await callers.find(sessionId);
  if (!row) throw new AppError('UNAUTHENTICATED');
  return Math.floor(row.session_started_at / 1000);
};

/**
 * Goes on with the session that the browser has, or with the consent of the person. Returns where the browser goes next.
 * @throws AppError NOT_FOUND, UNAUTHENTICATED, FORBIDDEN for people of another organization, or what they have to set up first
 */
export const goOn = async (
  context: SystemContext,
  oauth: OauthProvider,
  exchange: Exchange,
  caller: PersonCaller,
): Promise<string> => {
  const details = await detailsOf(oauth, exchange);
  const { prompt, params, session, iat } = details;
  const clientId = String(params.client_id);
  const restriction = restrictionOf(caller, context.clock.now());
  if (restriction !== undefined) throw new AppError(restrictions[restriction]);
  if (!(await accountFor(context.db.read, clientId, caller.user.id)))
    throw new AppError('FORBIDDEN', { reason: 'role' });
  if (prompt.name === 'login') {
    const ts = await signedInAt(context, caller);
    // Asked to sign in again, a session from before isn't enough.
    const isAgain = prompt.reasons.some((reason) => reason !== 'no_session');
    if (isAgain && ts < iat) throw new AppError('UNAUTHENTICATED');
    return oauth.provider.interactionResult(...exchange, { login: { accountId: caller.user.id, ts, remember: false } });
  }
  if (session?.accountId !== caller.user.id) throw new AppError('UNAUTHENTICATED');
  const { Grant } = oauth.provider;
  const known = details.grantId === undefined ? undefined : await Grant.find(details.grantId);
  const grant = known ?? new Grant({ accountId: caller.user.id, clientId });
  const { missingOIDCScope, missingOIDCClaims } = prompt.details as {
    missingOIDCScope?: string[];
    missingOIDCClaims?: string[];
  };
  if (missingOIDCScope) grant.addOIDCScope(missingOIDCScope.join(' '));
  if (missingOIDCClaims) grant.addOIDCClaims(missingOIDCClaims);
  return oauth.provider.interactionResult(...exchange, { consent: { grantId: await grant.save() } });
};

/** The person doesn't want the application to know them. */
export const refuse = async (oauth: OauthProvider, exchange: Exchange): Promise<string> => {
  await detailsOf(oauth, exchange);
  return oauth.provider.interactionResult(...exchange, { error: 'access_denied' });
};
