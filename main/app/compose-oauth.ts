import type { OauthProvider } from '../oauth/provider.ts';
import { oneAtATime } from '../platform/one-at-a-time.ts';
import { runOperation } from '../service-commands/run-operation.ts';
import type { SystemContext } from '../services/context.ts';
import type { Queries } from '../storage/database/schema.ts';
import { hasApplications } from '../storage/store/oauth/applications.ts';
import { hasClientSecrets } from '../storage/store/service-accounts/client-secrets.ts';
import type { OauthProviders } from '../transport/http/oauth-requests.ts';

/** Whether there is anyone to give tokens to. */
const hasClients = async (db: Queries): Promise<boolean> => (await hasApplications(db)) || (await hasClientSecrets(db));

/**
 * The OpenID provider, which is loaded with the first request for it, and only if there is an application or a client secret of a
 * service account. The first time, keys are made for it (DECISION 0330). It is made again once the keys change.
 */
export const createOauthProviders = (context: SystemContext): OauthProviders => {
  const { config, db, keys } = context;
  const inTurn = oneAtATime();
  let made: { keys: typeof keys.all; oauth: OauthProvider } | undefined;
  const make = async (): Promise<OauthProvider> => {
    if (made?.keys === keys.all) return made.oauth;
    if (!keys.current.signing) {
      await runOperation(
        context,
        'keys rotate',
        { signing: true },
        { emit: async () => {}, body: (async function* () {})() },
      );
    }
    const { createProvider } = await import('../oauth/provider.ts');
    const ring = keys.all;
    const cookieKeys = ring.map((key) => Buffer.from(key.derive('oauth-cookie')).toString('base64url'));
    made = { keys: ring, oauth: createProvider(context, cookieKeys) };
    return made.oauth;
  };
  return async () => (config.isPublicHttps && (await hasClients(db.read)) ? inTurn(make) : undefined);
};
