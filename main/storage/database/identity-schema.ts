import type { Generated } from 'kysely';
import type { Standing } from '#shared/rules/roles.ts';
import type { SignInMethod } from '#shared/rules/sign-in-methods.ts';
import type { EndReason } from '#shared/texts/errors.ts';
import type { StoredJson } from '../../platform/stored-shape.ts';
import type { Flag, Instant } from './columns.ts';
import type { SealedText } from './sealed-text.ts';

/** Every address that an account had before its present one. */
export interface FormerEmailTable {
  user_id: string;
  email: string;
}

export interface SessionTable {
  id: string;
  user_id: string;
  /** The user's, so that an index can count the open sessions of an organization. */
  tenant_id: string;
  device: string;
  ip_address: string;
  created_at: Instant;
  last_active_at: Instant;
  expires_at: Instant;
  refresh_generation: number;
  refresh_hash: string;
  refresh_parent_hash: string | null;
  refresh_rotated_at: Instant | null;
  /** The latest generation whose access token was presented: its refresh response has arrived. */
  used_generation: number;
  ended_at: Instant | null;
  end_reason: EndReason | null;
  /** Null for sessions from before it was recorded. */
  sign_in_method: SignInMethod | null;
  /** When its user last proved who they are, by signing in or since. */
  confirmed_at: Generated<Instant | null>;
  /** With what they did. */
  confirmed_with: Generated<ConfirmedWith | null>;
  /** Of the secret that the browser has, if it was given one. */
  browser_hash: Generated<string | null>;
}

/** A second factor outweighs the password or a link from the mailbox. */
export type ConfirmedWith = 'password' | 'second_factor';

/** What a one-time token can be used for. */
export type TokenPurpose =
  | 'verify_email'
  | 'change_email'
  | 'cancel_email_change'
  | 'reset_password'
  | 'sign_in_link'
  | 'invitation'
  | 'restore_account'
  | 'second_factor'
  | 'undo_authenticator'
  | 'undo_passkey'
  | 'undo_owner'
  | 'undo_api_key'
  | 'undo_recovery_codes';

export interface OneTimeTokenTable {
  id: string;
  purpose: TokenPurpose;
  secret_hash: string;
  user_id: string | null;
  invitation_id: string | null;
  /** The email address that the token verifies. */
  email: string;
  /** The address to restore if the change of address is undone. */
  previous_email: string | null;
  created_at: Instant;
  expires_at: Instant;
  used_at: Instant | null;
  voided_at: Instant | null;
  /** Set once anyone but the mailbox's owner has seen the link: it no longer verifies the address. */
  disclosed_at: Instant | null;
  /** What a sign-in that waits for its second step began with, if not with the password. */
  first_step: Generated<'email_link' | null>;
  /** What a link that undoes a change refers to: a passkey, an API key, or the account that became an owner. */
  subject_id: Generated<string | null>;
  /** The session that made the change. */
  session_id: Generated<string | null>;
  /** The role that the account had before it became an owner, or that it was a guest. */
  previous_role: Generated<Standing | null>;
  /** The owner who became an admin by the same change. */
  former_owner_id: Generated<string | null>;
}

/** To whom a link was shown other than its mailbox. */
export interface TokenDisclosureTable {
  token_id: string;
  user_id: string;
  /** Empty for an API key. */
  session_id: string;
}

/** Keyed by a hash of the address, so that unknown addresses are treated alike. */
export interface LockoutTable {
  email_hash: string;
  failures: number;
  retry_at: Instant;
  updated_at: Instant;
}

/** Failed sign-ins of an existing account. */
export interface FailedSignInTable {
  user_id: string;
  /** Days since 1 January 1970, in UTC. */
  day: number;
  step: SignInStep;
  /** An IPv4 address, or an IPv6 network of 64 bits. Empty for all others, once an account has too many in a day. */
  address: string;
  tenant_id: string;
  failures: number;
  last_at: Instant;
}

/** What was wrong: the password, or the code after a correct password. */
export type SignInStep = 'password' | 'code';

/** An account's TOTP secret, shared with an authenticator app (RFC 6238). */
export interface SecondFactorTable {
  user_id: string;
  /** Encrypted under its own key. */
  sealed_secret: SealedText<'second_factors.sealed_secret'>;
  /** The time step of the last accepted code. Codes from this step or earlier are rejected. */
  last_step: number;
  created_at: Instant;
  /** Null until the first code confirms it. Until then sign-in doesn't ask for a code. */
  confirmed_at: Instant | null;
}

/** Hashes of the unused codes. */
export interface RecoveryCodeTable {
  user_id: string;
  code_hash: string;
  /** Null for codes from before it was recorded. */
  created_at: Generated<Instant | null>;
}

/** A passkey (WebAuthn). Its private key never leaves the authenticator. */
export interface PasskeyTable {
  id: string;
  user_id: string;
  /** base64url, as browsers send it. */
  credential_id: string;
  /** COSE, in base64url. */
  public_key: string;
  /** How often the authenticator says it was used; 0 for those that do not count. */
  counter: number;
  /** How a browser can reach the authenticator. */
  transports: StoredJson<'passkeys.transports'>;
  /** The domain that it works at (RP ID). */
  site: string;
  name: string;
  backed_up: Flag;
  created_at: Instant;
  last_used_at: Instant | null;
}

/** Devices on which someone signs in without the second step (DECISION 0320). */
export interface TrustedDeviceTable {
  id: string;
  user_id: string;
  /** Of the random value in the token by which the device is known. */
  device_hash: string;
  device: string;
  ip_address: string;
  created_at: Instant;
}

/** Challenges that can't be answered again. They are kept until they would have expired. */
export interface AnsweredChallengeTable {
  challenge_hash: string;
  expires_at: Instant;
}

/** Since when members have their role. Whoever has it since version 0.1.0 has no row. */
export interface GivenRoleTable {
  user_id: string;
  given_at: Instant;
  /** Null if the account is deleted, or if it wasn't a person. */
  given_by: string | null;
}

export interface ApiKeyTable {
  id: string;
  user_id: string;
  name: string;
  /** The start of the key, to tell keys apart. */
  prefix: string;
  secret_hash: string;
  scopes: StoredJson<'api_keys.scopes'>;
  created_at: Instant;
  expires_at: Instant | null;
  last_used_at: Instant | null;
}

/** What requests with an Idempotency-Key were answered. */
export interface IdempotencyKeyTable {
  /** A hash of the caller and the key. */
  id: string;
  user_id: string | null;
  /** The key that the request was made with. Null for sessions, and for callers without an account. */
  api_key_id: Generated<string | null>;
  /** The key of a service account that it was made with. */
  service_key_id: Generated<string | null>;
  /** A hash of the request, encrypted, because it may be a hash of a password. */
  sealed_request: SealedText<'idempotency_keys.sealed_request'>;
  /** Null until it is answered, and if the service was stopped before. */
  sealed_answer: SealedText<'idempotency_keys.sealed_answer'> | null;
  used_at: Instant;
}
