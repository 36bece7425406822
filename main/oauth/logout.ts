import type { SystemContext } from '../services/context.ts';
import { findOpenApplication } from '../storage/store/oauth/applications.ts';
import type { OauthProvider } from './provider.ts';

/** How long a person can take to answer whether to sign out, in milliseconds. */
const lifetimeMs = 600_000;

/** What an application asks for that wants someone to sign out. */
export interface LogoutRequest {
  readonly id_token_hint?: string | undefined;
  readonly client_id?: string | undefined;
  readonly post_logout_redirect_uri?: string | undefined;
  readonly state?: string | undefined;
}

/** What is kept of it, sealed in the browser, until the person has answered. */
interface KeptLogout {
  readonly applicationId?: string;
  /** Registered, with the state. */
  readonly location?: string;
  /** In milliseconds since the epoch. */
  readonly until: number;
}

/** Whom an ID token was issued to, if it is one of ours. It may have expired. */
const audienceOf = async ({ provider }: OauthProvider, hint: string): Promise<string | undefined> => {
  const [, payload = ''] = hint.split('.');
  let audience: unknown;
  try {
    ({ aud: audience } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { aud?: unknown });
  } catch {
    // Whatever was sent, it names no application.
    return undefined;
  }
  const client = typeof audience === 'string' ? await provider.Client.find(audience) : undefined;
  if (!client) return undefined;
  const { IdToken } = provider as unknown as {
    IdToken: { validate(token: string, client: unknown): Promise<unknown> };
  };
  return IdToken.validate(hint, client).then(
    () => client.clientId,
    // Not one of ours, or its key was retired: it names no application.
    () => undefined,
  );
};

/**
 * Reads what an application asks for (OpenID Connect RP-Initiated Logout). Whatever isn't proved or registered is left out: the person
 * can still sign out, and stays here then. Returns what the browser keeps.
 */
export const keepLogout = async (
  { clock, db, secretBox }: SystemContext,
  oauth: OauthProvider,
  request: LogoutRequest,
): Promise<string> => {
  const { id_token_hint: hint, client_id, post_logout_redirect_uri: uri, state } = request;
  const audience = hint === undefined ? undefined : await audienceOf(oauth, hint);
  const isContradiction = audience !== undefined && client_id !== undefined && audience !== client_id;
  const application = isContradiction ? undefined : await findOpenApplication(db.read, audience ?? client_id ?? '');
  const isRegistered = uri !== undefined && application?.logout_uris.split(' ').includes(uri) === true;
  const kept: KeptLogout = {
    ...(application && { applicationId: application.id }),
    ...(isRegistered && { location: withState(uri, state) }),
    until: clock.now() + lifetimeMs,
  };
  return secretBox.sealToken('oauth-logout', JSON.stringify(kept));
};

const withState = (uri: string, state: string | undefined): string => {
  if (state === undefined) return uri;
  const url = new URL(uri);
  url.searchParams.set('state', state);
  return url.href;
};

const keptOf = ({ clock, secretBox }: SystemContext, sealed: string | undefined): Partial<KeptLogout> => {
  if (sealed === undefined) return {};
  try {
    const kept = JSON.parse(secretBox.openToken('oauth-logout', sealed)) as KeptLogout;
    return kept.until > clock.now() ? kept : {};
  } catch {
    // Something else has set the cookie, or its key was retired: nothing was asked.
    return {};
  }
};

/** What the page shows: which application asks, if it is known. */
export const askedToSignOut = async (
  context: SystemContext,
  sealed: string | undefined,
): Promise<{ application: { name: string } | null }> => {
  const { applicationId } = keptOf(context, sealed);
  const application =
    applicationId === undefined ? undefined : await findOpenApplication(context.db.read, applicationId);
  return { application: application ? { name: application.name } : null };
};

/** Where the browser goes afterwards, if the application has registered an address for it. */
export const afterLogout = (context: SystemContext, sealed: string | undefined): string | undefined =>
  keptOf(context, sealed).location;
