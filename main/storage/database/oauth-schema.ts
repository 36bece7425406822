import type { ApplicationAccess, ApplicationKind } from '#shared/rules/applications.ts';
import type { DeliveryOutcome } from '#shared/texts/delivery-outcomes.ts';
import type { StoredJson } from '../../platform/stored-shape.ts';
import type { Flag, Instant } from './columns.ts';

/** What signs people in with Castellan. */
export interface ApplicationTable {
  /** The client ID. */
  id: string;
  tenant_id: string;
  name: string;
  /** For sorting, and what `q` searches. */
  name_key: string;
  description: string;
  /** Those that keep no secret prove themselves with PKCE alone. */
  kind: ApplicationKind;
  /** Where people open it. */
  home_url: string | null;
  /** Separated by spaces, which no URI has. */
  redirect_uris: string;
  logout_uris: string;
  /** Is told when a session ends. */
  backchannel_logout_uri: string | null;
  /** Whether it is told which of someone's sessions has ended, and not only whose. */
  logout_session_required: Flag;
  /** Whether the address may be in a private network. */
  logout_allow_private: Flag;
  logout_delivered_at: Instant | null;
  /** Since when no notice has been delivered; null if the last attempt was. */
  logout_failing_since: Instant | null;
  /** How the last attempt has failed. */
  logout_failure: DeliveryOutcome | null;
  /** The host that is protected, with its port unless it is 443. Only if `kind` is `proxied`. */
  host: string | null;
  /** JSON: what each path below `host` asks for. */
  path_rules: StoredJson<'applications.path_rules'>;
  /** Who may use it: every member, or those whom roles, groups or custom roles name. */
  access: ApplicationAccess;
  /** Tenant roles, separated by spaces. */
  allowed_roles: string;
  created_at: Instant;
  updated_at: Instant;
  /** Null if the account is deleted. */
  created_by: string | null;
}

/** Whose members may use an application with restricted access. */
export interface ApplicationGroupTable {
  application_id: string;
  group_id: string;
}

/** Whose holders may use an application with restricted access. */
export interface ApplicationCustomRoleTable {
  application_id: string;
  role_id: string;
}

/** What someone lets an application know of them, until they revoke it. */
export interface ApplicationConsentTable {
  user_id: string;
  application_id: string;
  /** Separated by spaces. */
  scopes: string;
  granted_at: Instant;
  /** When the application last got something by it. */
  last_used_at: Instant | null;
}

/** How often people signed in to an application. */
export interface ApplicationSignInTable {
  application_id: string;
  /** The first instant of the day, in UTC. */
  day: Instant;
  sign_ins: number;
}

/** Several at once, while an application moves from one to the next. */
export interface ApplicationSecretTable {
  id: string;
  application_id: string;
  secret_hash: string;
  created_at: Instant;
  /** Null: until it is removed. */
  expires_at: Instant | null;
}

/** A browser in which someone may open a protected host. It ends with the session in which it began. */
export interface ProtectedSessionTable {
  /** Of the code in the address that leads back to the host, until that is opened; then of the cookie. */
  secret_hash: string;
  application_id: string;
  user_id: string;
  session_id: string;
  /** Of the cookie of the browser that may open it. Null once it has. */
  browser_hash: string | null;
  /** The path and query that the browser asked for. Null once it is opened. */
  target: string | null;
  created_at: Instant;
  /** Of the code. Null once it is opened. */
  expires_at: Instant | null;
}

/** An application that someone has entered in a session. It is told when someone ends the session. DECISION 0343. */
export interface ApplicationSessionTable {
  /** What the application calls the session. Another application knows it by another name. */
  sid: string;
  application_id: string;
  session_id: string;
  user_id: string;
  /** Whether the application knows that name. */
  tells_sid: Flag;
  entered_at: Instant;
}

/** What an application has yet to be told: that a session has ended in which someone had entered it. */
export interface LogoutNoticeTable {
  /** The `sid` of the session. */
  id: string;
  tenant_id: string;
  application_id: string;
  /** Whose session it was. They may have been deleted since, which the application has to know, too. */
  user_id: string;
  tells_sid: Flag;
  attempts: number;
  next_attempt_at: Instant;
  /** Until when an instance attempts it. */
  claimed_until: Instant | null;
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
  /** The session in which it was granted, as long as that is kept. It ends with it, unless the session lapses. */
  session_id: string | null;
  /** The refresh token that a refresh token took the place of, or that came with an access token. Itself, once it was replaced unused. */
  parent_hash: string | null;
  consumed_at: Instant | null;
  expires_at: Instant | null;
}
