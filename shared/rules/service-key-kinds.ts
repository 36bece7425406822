/**
 * What a service account proves itself with (DECISION 0341). `api_key`: is sent with each request. `client_secret`: is exchanged for
 * access tokens (RFC 6749, section 4.4).
 */
export const serviceKeyKinds = ['api_key', 'client_secret'] as const;
export type ServiceKeyKind = (typeof serviceKeyKinds)[number];
