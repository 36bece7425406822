import { AsyncLocalStorage } from 'node:async_hooks';
import Provider, { type ClientMetadata, type Configuration, errors, type JWKS } from 'oidc-provider';
import { AppError } from '#shared/texts/errors.ts';
import { systemClock } from '../platform/clock.ts';
import type { PersonCaller } from '../security/caller.ts';
import { hashSecret } from '../security/refresh-tokens.ts';
import { privateJwks } from '../security/signing-keys.ts';
import type { SystemContext } from '../services/context.ts';
import { type ApplicationRow, findOpenApplication, hasApplicationSecret } from '../storage/store/oauth/applications.ts';
import { accountFor, claimsOf } from './accounts.ts';
import { type Adapter, createAdapter } from './adapter.ts';

/** Who is signed in in the browser that sends the present request, if it is asked. */
export type InBrowser = () => Promise<PersonCaller | undefined>;

export interface OauthProvider {
  readonly provider: Provider;
  /** Runs what a request asks for, with the browser that sends it. */
  within<Result>(inBrowser: InBrowser, work: () => Promise<Result>): Promise<Result>;
}

/** Who isn't asked: programs that send no cookie. */
const nobody: InBrowser = async () => undefined;

const words = (text: string): string[] => text.split(' ').filter(Boolean);

const metadataOf = (row: ApplicationRow): ClientMetadata => ({
  client_id: row.id,
  client_name: row.name,
  application_type: row.kind === 'native' ? 'native' : 'web',
  redirect_uris: words(row.redirect_uris),
  post_logout_redirect_uris: words(row.logout_uris),
  response_types: ['code'],
  grant_types: ['authorization_code', 'refresh_token'],
  // The library wants a secret. None is compared with it: see compareClientSecret.
  ...(row.kind === 'web'
    ? { token_endpoint_auth_method: 'client_secret_basic', client_secret: 'stored as hashes' }
    : { token_endpoint_auth_method: 'none' }),
});

const seconds = { minute: 60, hour: 3_600, day: 86_400 } as const;

/**
 * The OpenID provider for the present keys: another one is made once they change. DECISION 0332: it keeps nothing that anyone could
 * present, and its sessions are ours.
 * @param cookieKeys sign its cookies
 */
export const createProvider = (context: SystemContext, cookieKeys: readonly string[]): OauthProvider => {
  const { callers, clock, config, db, keys, log } = context;
  const issuer = `${config.publicUrl}${config.basePath}`;
  const browsers = new AsyncLocalStorage<InBrowser>();
  const parts = {
    read: db.read,
    write: db.write,
    clock,
    libraryClock: systemClock,
    async sessionInBrowser() {
      const caller = await (browsers.getStore() ?? nobody)();
      return caller?.sessionId === undefined ? undefined : { id: caller.sessionId, userId: caller.user.id };
    },
    stateOf: (id: string) =>
      callers.identifySession(id, { background: true }).then(
        () => 'open' as const,
        (error: unknown) => {
          if (!(error instanceof AppError) || error.key !== 'SESSION_ENDED') throw error;
          return error.details.reason === 'idle' || error.details.reason === 'expired' ? 'lapsed' : 'ended';
        },
      ),
    spent: () => new errors.InvalidGrant('it was used already'),
  };
  /** Applications are the clients. The provider registers none. */
  const clients = {
    ...createAdapter('Client', parts),
    async find(id: string) {
      const row = await findOpenApplication(db.read, id);
      return row && metadataOf(row);
    },
  } as Adapter;
  const path = config.basePath || '/';
  const cookie = { httpOnly: true, secure: true, sameSite: 'lax', signed: true, path } as const;
  const setup: Configuration = {
    adapter: ((model: string) => (model === 'Client' ? clients : createAdapter(model, parts))) as never,
    jwks: { keys: privateJwks(keys.all) } as unknown as JWKS,
    cookies: {
      keys: [...cookieKeys],
      names: {
        session: '__Secure-castellan-provider',
        interaction: '__Secure-castellan-interaction',
        resume: '__Secure-castellan-resume',
      },
      long: cookie,
      short: cookie,
    },
    routes: {
      authorization: '/oauth2/authorize',
      token: '/oauth2/token',
      userinfo: '/oauth2/userinfo',
      jwks: '/oauth2/jwks',
      introspection: '/oauth2/introspect',
      revocation: '/oauth2/revoke',
    },
    scopes: ['openid', 'offline_access'],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'locale', 'zoneinfo'],
      groups: ['groups'],
      acr: null,
      amr: null,
      auth_time: null,
      sid: null,
    },
    responseTypes: ['code'],
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    pkce: { required: () => true },
    enabledJWA: { idTokenSigningAlgValues: ['ES256', 'RS256'] } as never,
    clientDefaults: { id_token_signed_response_alg: 'RS256' },
    features: {
      devInteractions: { enabled: false },
      // An application learns of its own tokens alone, and only if it can prove who it is.
      introspection: {
        enabled: true,
        allowedPolicy: async (_ctx, client, token) =>
          client.clientAuthMethod !== 'none' && token.clientId === client.clientId,
      },
      revocation: { enabled: true, allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId },
      // Its page has to come from the console first: a form can't lead to an application under our policy for pages.
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: true },
    },
    ttl: {
      AccessToken: seconds.hour,
      AuthorizationCode: seconds.minute,
      IdToken: seconds.hour,
      Interaction: 10 * seconds.minute,
      RefreshToken: 30 * seconds.day,
      Session: 30 * seconds.day,
      Grant: 30 * seconds.day,
    },
    async renderError(ctx, out) {
      ctx.type = 'application/json';
      ctx.body = JSON.stringify(out);
    },
    rotateRefreshToken: true,
    interactions: { url: (_ctx, interaction) => `${config.basePath}/oauth2/interaction/${interaction.uid}` },
    async findAccount(ctx, sub) {
      const clientId = ctx.oidc.client?.clientId;
      const user = clientId === undefined ? undefined : await accountFor(db.read, clientId, sub);
      return user && { accountId: user.id, claims: async () => claimsOf(user) };
    },
  };
  const provider = new Provider(issuer, setup);
  // After our own check of proxies, the request says what the public URL says.
  provider.proxy = true;
  provider.on('server_error', (_ctx, error) =>
    log.error({ err: error }, 'failed to sign someone in to an application'),
  );
  (provider.Client.prototype as { compareClientSecret?: unknown }).compareClientSecret = function compare(
    this: { clientId: string },
    presented: string,
  ): Promise<boolean> {
    return hasApplicationSecret(db.read, this.clientId, hashSecret(presented));
  };
  return { provider, within: (inBrowser, work) => browsers.run(inBrowser, work) };
};
