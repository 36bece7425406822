import { AsyncLocalStorage } from 'node:async_hooks';
import Provider, { type Configuration, errors, type JWKS } from 'oidc-provider';
import { lifetimesMs, second } from '#shared/rules/limits.ts';
import { systemClock } from '../platform/clock.ts';
import type { PersonCaller } from '../security/caller.ts';
import { claimsOf } from '../security/claims.ts';
import { issuerAt } from '../security/client-tokens.ts';
import { sidOf } from '../security/logout-tokens.ts';
import { hashSecret } from '../security/refresh-tokens.ts';
import { privateJwks } from '../security/signing-keys.ts';
import type { SystemContext } from '../services/context.ts';
import type { Client } from '../services/handler.ts';
import { hasApplicationSecret } from '../storage/store/oauth/application-secrets.ts';
import { findOpenApplication } from '../storage/store/oauth/applications.ts';
import { findConsent } from '../storage/store/oauth/consents.ts';
import { accountFor, authenticationOf, multiFactor } from './accounts.ts';
import { type Adapter, type AdapterParts, createAdapter } from './adapter.ts';
import { metadataOf } from './clients.ts';
import { originsOf } from './origins.ts';
import { prompts } from './prompts.ts';
import { endGrantFor, recordUse } from './records-of-use.ts';
import { errorPages } from './render-error.ts';
import { ProviderWithoutForms } from './response-modes.ts';
import { createRotation, type Rotation, type Spent } from './rotation.ts';
import { createServiceClients } from './service-clients.ts';
import { sessionState } from './session-state.ts';
import { hashUserCode } from './user-codes.ts';

/** Who sends the present request. */
export interface Sender {
  readonly client: Client;
  /** Who is signed in in the browser that sends it, if it is asked. */
  readonly inBrowser: () => Promise<PersonCaller | undefined>;
  /** Is told once the application that sends it has proved who it is. */
  readonly onProven?: () => void;
}

export interface OauthProvider {
  readonly provider: Provider;
  /** Runs what a request asks for. */
  within<Result>(sender: Sender, work: () => Promise<Result>): Promise<Result>;
}

const seconds = { minute: 60, hour: 3_600, day: 86_400 } as const;

type RefreshToken = InstanceType<Provider['RefreshToken']>;
/** What its types leave out. */
interface MakesIds {
  generateTokenId(): string;
}

/** Has refresh tokens follow our rule. The library's own would end a grant if its answer was lost. */
const rotateBy = (rotation: Rotation, provider: Provider, endGrant: AdapterParts['endGrant']): void => {
  const spent = new WeakMap<RefreshToken, Spent>();
  const tokens = provider.RefreshToken.prototype as RefreshToken & MakesIds;
  const original = tokens.generateTokenId;
  Object.assign(tokens, {
    async consume(this: RefreshToken) {
      const how = await rotation.spend(this.jti);
      if (!how) {
        // Whoever presents the other one at the same time would go on with the grant.
        if (this.grantId !== undefined) await endGrant(hashSecret(this.grantId));
        throw new errors.InvalidGrant('it was used already');
      }
      spent.set(this, how);
    },
    generateTokenId(this: RefreshToken): string {
      const used = Provider.ctx?.oidc.entities.RotatedRefreshToken;
      const how = used && spent.get(used);
      return how ? rotation.successor(used.jti, how) : original.call(this);
    },
  });
};

/**
 * The OpenID provider for the present keys: another one is made once they change. DECISION 0332: it keeps nothing that anyone could
 * present, and its sessions are ours.
 * @param cookieKeys sign its cookies
 */
export const createProvider = (context: SystemContext, cookieKeys: readonly string[]): OauthProvider => {
  const { callers, clock, config, db, keys, log } = context;
  const issuer = issuerAt(config);
  if (issuer === undefined) throw new Error('The provider needs an https public URL');
  const service = createServiceClients(context, issuer, () => senders.getStore()?.client);
  const senders = new AsyncLocalStorage<Sender>();
  const rotation = createRotation(db, clock, keys);
  const present = () => Provider.ctx?.oidc;
  const parts: AdapterParts = {
    read: db.read,
    write: db.write,
    clock,
    libraryClock: systemClock,
    rotation,
    async sessionInBrowser() {
      const caller = await senders.getStore()?.inBrowser();
      const row = caller?.sessionId === undefined ? undefined : await callers.find(caller.sessionId);
      return row && { id: row.session_id, userId: row.id, authentication: authenticationOf(row) };
    },
    stateOf: (id) => sessionState(callers, id),
    exchanged() {
      const { RotatedRefreshToken: used, RefreshToken: next } = present()?.entities ?? {};
      return used ? { used: used.jti, next: next?.jti } : {};
    },
    sidFor(sessionId) {
      const { client } = present() ?? {};
      return client?.backchannelLogoutSessionRequired ? sidOf(sessionId, client.clientId) : undefined;
    },
    async onIssued(payload, sessionId) {
      if (!(await recordUse(context, payload, sessionId))) throw new errors.InvalidGrant('the session has ended');
    },
    hashOfUserCode: (code) => hashUserCode(keys, code),
    endGrant: (grantHash) =>
      endGrantFor(
        context,
        present()?.client?.clientId,
        grantHash,
        present()?.route === 'revocation' ? 'returnAccess' : 'endReusedAccess',
        senders.getStore()?.client,
      ),
    spent: () => new errors.InvalidGrant('it was used already'),
  };
  /** Applications are the clients, and service accounts. The provider registers none. */
  const clients = {
    ...createAdapter('Client', parts),
    async find(id: string) {
      const row = await findOpenApplication(db.read, id);
      return row ? metadataOf(row) : service.find(id);
    },
  } as Adapter;
  const path = config.basePath || '/';
  // Each interaction has a path of its own for its cookies, so that two at once don't take each other's.
  const short = { httpOnly: true, secure: true, sameSite: 'lax', signed: true } as const;
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
      long: { ...short, path },
      short,
    },
    routes: {
      authorization: '/oauth2/authorize',
      token: '/oauth2/token',
      userinfo: '/oauth2/userinfo',
      jwks: '/oauth2/jwks',
      introspection: '/oauth2/introspect',
      revocation: '/oauth2/revoke',
      device_authorization: '/oauth2/device_authorization',
      // The console's page. What it asks and tells is ours.
      code_verification: '/device',
      pushed_authorization_request: '/oauth2/par',
    },
    scopes: ['openid', 'offline_access'],
    claims: {
      openid: ['sub', 'auth_time', 'amr', 'acr'],
      email: ['email', 'email_verified'],
      profile: ['name', 'locale', 'zoneinfo'],
      groups: ['groups'],
      sid: null,
    },
    acrValues: [multiFactor],
    responseTypes: ['code'],
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    // What every application can verify. None can choose another one.
    enabledJWA: { idTokenSigningAlgValues: ['RS256'] } as never,
    clientDefaults: { id_token_signed_response_alg: 'RS256' },
    features: {
      devInteractions: { enabled: false },
      // No application of ours binds its tokens to a key.
      dPoP: { enabled: false },
      // An application learns of its own tokens alone, only if it can prove who it is, and for as long as their person may use it.
      introspection: {
        enabled: true,
        allowedPolicy: async (_ctx, { clientAuthMethod, clientId }, token) =>
          clientAuthMethod !== 'none' &&
          token.clientId === clientId &&
          'accountId' in token &&
          (await accountFor(db.read, clientId, String(token.accountId), clock.now())) !== undefined,
      },
      revocation: { enabled: true, allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId },
      clientCredentials: { enabled: true },
      resourceIndicators: { enabled: true, ...service.resourceIndicators },
      deviceFlow: { enabled: true, mask: '****-****' },
      pushedAuthorizationRequests: { enabled: true },
      // The discovery of it. The library would tell applications once, at its own endpoint: ours queues what they are told.
      backchannelLogout: { enabled: true },
      // Ours asks on a page of the console: a form can't lead to an application under our policy for pages.
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: true },
    },
    extraTokenClaims: service.extraTokenClaims,
    formats: { customizers: { jwt: service.customizeToken } },
    ttl: {
      AccessToken: seconds.hour,
      ClientCredentials: lifetimesMs.clientToken / second,
      AuthorizationCode: seconds.minute,
      DeviceCode: 10 * seconds.minute,
      PushedAuthorizationRequest: seconds.minute,
      IdToken: seconds.hour,
      Interaction: lifetimesMs.applicationSignIn / second,
      RefreshToken: 30 * seconds.day,
      Session: 30 * seconds.day,
      Grant: 30 * seconds.day,
    },
    discovery: { end_session_endpoint: `${issuer}/oauth2/logout` },
    clientBasedCORS: (_ctx, origin, client) =>
      client.clientAuthMethod === 'none' &&
      client.applicationType === 'web' &&
      originsOf(client.redirectUris ?? []).has(origin),
    renderError: errorPages(config.basePath),
    // Without offline_access, a token ends with the session, so an application may refresh for as long as someone is signed in.
    issueRefreshToken: async (_ctx, client, code) =>
      client.grantTypeAllowed('refresh_token') &&
      (code.scopes.has('offline_access') || (code as { expiresWithSession?: boolean }).expiresWithSession === true),
    rotateRefreshToken: true,
    interactions: {
      policy: prompts(),
      url: (_ctx, interaction) => `${config.basePath}/oauth2/interaction/${interaction.uid}`,
    },
    async findAccount(ctx, sub) {
      const clientId = ctx.oidc.client?.clientId;
      const user = clientId === undefined ? undefined : await accountFor(db.read, clientId, sub, clock.now());
      return user && { accountId: user.id, claims: (_use, scope) => claimsOf(db.read, user, scope) };
    },
    // Whoever has let an application know them isn't asked again.
    async loadExistingGrant({ oidc }) {
      const { provider, client, session } = oidc;
      if (!client || session?.accountId === undefined) return undefined;
      const { accountId } = session;
      const { clientId } = client;
      const grantId = oidc.result?.consent?.grantId ?? session.grantIdFor(clientId);
      const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
      if (known) return known;
      const consent = await findConsent(db.read, accountId, clientId);
      if (!consent) return undefined;
      const grant = new provider.Grant({ accountId, clientId });
      grant.addOIDCScope(consent.scopes);
      await grant.save();
      return grant;
    },
    // An application that gives back one token is done.
    revokeGrantPolicy: () => true,
  };
  const provider = new ProviderWithoutForms(issuer, setup);
  // After our own check of proxies, the request says what the public URL says.
  provider.proxy = true;
  provider.on('server_error', (_ctx, error) =>
    log.error({ err: error }, 'failed to sign someone in to an application'),
  );
  (provider.Client.prototype as { compareClientSecret?: unknown }).compareClientSecret = async function compare(
    this: InstanceType<Provider['Client']>,
    presented: string,
  ): Promise<boolean> {
    const isProven = this.grantTypeAllowed('client_credentials')
      ? await service.compareSecret(this.clientId, presented)
      : await hasApplicationSecret(db.read, this.clientId, hashSecret(presented), clock.now());
    if (isProven) senders.getStore()?.onProven?.();
    return isProven;
  };
  rotateBy(rotation, provider, parts.endGrant);
  return { provider, within: (sender, work) => senders.run(sender, work) };
};
