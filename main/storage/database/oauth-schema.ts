import type { Instant } from './columns.ts';

/** What signs people in with Castellan. */
export interface ApplicationTable {
  /** The client ID. */
  id: string;
  tenant_id: string;
  name: string;
  /** For sorting, and what `q` searches. */
  name_key: string;
  /** Those that keep no secret prove themselves with PKCE alone. */
  kind: ApplicationKind;
  /** Separated by spaces, which no URI has. */
  redirect_uris: string;
  logout_uris: string;
  created_at: Instant;
  /** Null if the account is deleted. */
  created_by: string | null;
}

export type ApplicationKind = 'web' | 'single_page' | 'native';

/** Several at once, while an application moves from one to the next. */
export interface ApplicationSecretTable {
  id: string;
  application_id: string;
  secret_hash: string;
  created_at: Instant;
}

/** What the provider keeps: sessions, interactions, grants, codes and tokens. No value that anyone presents is in it. */
export interface OauthRecordTable {
  model: string;
  id_hash: string;
  /** JSON, as the provider writes it, without the values that are hashed beside it. */
  payload: string;
  uid_hash: string | null;
  grant_hash: string | null;
  application_id: string | null;
  user_id: string | null;
  /** The session that it ends with. */
  session_id: string | null;
  consumed_at: Instant | null;
  expires_at: Instant | null;
}
