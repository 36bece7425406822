import type { ClientMetadata } from 'oidc-provider';
import type { ApplicationRow } from '../storage/store/oauth/applications.ts';

const words = (text: string): string[] => text.split(' ').filter(Boolean);

/** The library wants a secret. None is compared with it: see compareClientSecret. */
const comparedElsewhere = 'stored as hashes';

/** How devices without a browser sign in (RFC 8628). */
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

/** What the provider calls a client. None for a host behind a proxy: it has no client ID of OpenID Connect. */
export const metadataOf = (row: ApplicationRow): ClientMetadata | undefined =>
  row.kind === 'proxied'
    ? undefined
    : {
        client_id: row.id,
        client_name: row.name,
        application_type: row.kind === 'native' ? 'native' : 'web',
        redirect_uris: words(row.redirect_uris),
        backchannel_logout_session_required: row.logout_session_required === 1,
        ...(row.backchannel_logout_uri !== null && { backchannel_logout_uri: row.backchannel_logout_uri }),
        response_types: ['code'],
        grant_types: ['authorization_code', 'refresh_token', ...(row.kind === 'single_page' ? [] : [deviceGrant])],
        ...(row.kind === 'web'
          ? { token_endpoint_auth_method: 'client_secret_basic', client_secret: comparedElsewhere }
          : { token_endpoint_auth_method: 'none' }),
      };

/** What the provider calls a service account that has a client secret. It signs nobody in. */
export const serviceMetadataOf = ({ id, name }: { id: string; name: string }): ClientMetadata => ({
  client_id: id,
  client_name: name,
  redirect_uris: [],
  response_types: [],
  grant_types: ['client_credentials'],
  token_endpoint_auth_method: 'client_secret_basic',
  client_secret: comparedElsewhere,
});
