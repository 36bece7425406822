import Provider, { type ClientMetadata, type Configuration, errors, type KoaContextWithOIDC } from 'oidc-provider';
import { second } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { ServiceCaller } from '../security/caller.ts';
import { audienceAt, clientTokenAlgorithm } from '../security/client-tokens.ts';
import type { SystemContext } from '../services/context.ts';
import type { Client } from '../services/handler.ts';
import { recordRefusal } from '../services/recording/record-refusal.ts';
import { findServiceClient } from '../storage/store/service-accounts/client-secrets.ts';
import { serviceMetadataOf } from './clients.ts';

type ResourceIndicators = NonNullable<NonNullable<Configuration['features']>['resourceIndicators']>;

/** How the provider gives access tokens for client secrets of service accounts. */
export interface ServiceClients {
  /** A service account as a client; undefined if it has no client secret. */
  find(id: string): Promise<ClientMetadata | undefined>;
  /** Whether what the present request presents is a client secret of the service account. @throws UnauthorizedClient */
  compareSecret(clientId: string, presented: string): Promise<boolean>;
  readonly resourceIndicators: Pick<ResourceIndicators, 'defaultResource' | 'getResourceServerInfo'>;
  readonly extraTokenClaims: NonNullable<Configuration['extraTokenClaims']>;
  /** Tells the time by our clock. The library reads one by itself. */
  readonly customizeToken: (ctx: unknown, token: unknown, jwt: { payload: Record<string, unknown> }) => void;
}

/** The reasons not to take a secret that say no more than that it isn't one. */
const wrong: ReadonlySet<string> = new Set(['TOKEN_INVALID', 'TOKEN_EXPIRED']);

/**
 * Gives service accounts access tokens for the API, and for nothing else (DECISION 0341). A token says which secret it was given
 * for, and ends with it.
 * @param sender who sends the present request
 */
export const createServiceClients = (
  context: SystemContext,
  issuer: string,
  sender: () => Client | undefined,
): ServiceClients => {
  const { callers, clock, db } = context;
  const audience = audienceAt(issuer);
  /** Which service account has proved itself with a request. */
  const proven = new WeakMap<KoaContextWithOIDC, ServiceCaller>();
  return {
    async find(id) {
      const row = await findServiceClient(db.read, id);
      return row && serviceMetadataOf(row);
    },
    async compareSecret(clientId, presented) {
      const [ctx, client] = [Provider.ctx, sender()];
      if (!ctx || !client) throw new Error('No request is being answered');
      try {
        proven.set(ctx, await callers.identifyClient(clientId, presented, client));
        return true;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        if (wrong.has(error.key)) return false;
        if (error.key !== 'ADDRESS_NOT_ALLOWED') throw error;
        await recordRefusal(context, error, client);
        throw new errors.UnauthorizedClient('the service account may not be used from this address');
      }
    },
    resourceIndicators: {
      // Undefined, as the library has it, for all that asks for nothing of the API. Its types leave that out.
      defaultResource: (ctx, _client, oneOf) => (oneOf ?? (proven.has(ctx) ? audience : undefined)) as string,
      getResourceServerInfo(ctx, resource) {
        const caller = proven.get(ctx);
        if (!caller || resource !== audience) throw new errors.InvalidTarget();
        const { scopes } = caller.key;
        const { params, requestParamScopes: asked } = ctx.oidc;
        const beyond = [...asked].filter((scope) => !scopes.some((each) => each === scope));
        if (beyond.length > 0 || scopes.length === 0)
          throw new errors.InvalidScope('requested scope is not allowed', beyond.join(' '));
        const scope = scopes.join(' ');
        // Whoever asks for none gets what the account may do, and is told what that is.
        if (params) params.scope ??= scope;
        return { audience, scope, accessTokenFormat: 'jwt', jwt: { sign: { alg: clientTokenAlgorithm } } };
      },
    },
    extraTokenClaims(ctx) {
      const caller = proven.get(ctx);
      return caller && { key_id: caller.key.id };
    },
    customizeToken(_ctx, token, { payload }) {
      const iat = Math.floor(clock.now() / second);
      Object.assign(payload, { iat, exp: iat + (token as { expiration: number }).expiration });
    },
  };
};
