import { keyRole } from '#shared/rules/permissions.ts';
import type { Queries } from '../storage/database/schema.ts';
import { grantedIn } from '../storage/store/custom-roles/granted.ts';
import { touchApiKey } from '../storage/store/identity/api-keys.ts';
import { findKeyCaller, type KeyCallerRow, keyCallersReader } from '../storage/store/identity/callers.ts';
import { touchServiceAccountKey } from '../storage/store/service-accounts/service-account-keys.ts';
import { addressesOf, serviceScopesOf, workspaceIdsOf } from '../storage/store/service-accounts/service-accounts.ts';
import {
  clientCallersReader,
  findServiceCaller,
  type ServiceCallerRow,
  serviceCallersReader,
} from '../storage/store/service-accounts/service-callers.ts';
import { scopesOf } from '../storage/store/stored-columns.ts';
import { isInRanges } from './address-ranges.ts';
import { AddressRefused } from './address-refused.ts';
import { type Caller, callerOf, type PersonCaller, type ServiceCaller } from './caller.ts';

/** Distinguishes keys from access tokens, and lets secret scanners find a key committed to source control. */
export const keyPrefix = 'castellan_';

/** What a key was sent from. */
export interface Sender {
  readonly ip: string;
}

/** A key with what decides whether it admits anyone. */
export interface KeyedRow {
  readonly tenant_id: string;
  readonly tenant_delete_at: number | null;
  readonly key_id: string;
  readonly key_created_at: number;
  readonly key_expires_at: number | null;
  readonly last_used_at: number | null;
}

/** Whose keys they are, and how a key becomes its caller. */
export interface KeyKind<Row extends KeyedRow, Calls extends Caller> {
  readonly prefix: string;
  readonly table: 'api_keys' | 'service_account_keys';
  /** Reads several by what {@link KeyCallers.identify} looks them up by. */
  readonly reader: (db: Queries) => (names: readonly string[]) => Promise<Map<string, Row>>;
  readonly find: (db: Queries, keyId: string) => Promise<Row | undefined>;
  readonly touch: (db: Queries, keyId: string, usedAt: number) => Promise<unknown>;
  readonly isActive: (row: Row) => boolean;
  readonly toCaller: (row: Row) => Calls;
  /** @throws AddressRefused */
  readonly assertFrom: (row: Row, caller: Calls, sender: Sender) => void;
}

const byHash =
  <Row>(read: (hashes: readonly string[]) => Promise<(Row & { secret_hash: string })[]>) =>
  async (hashes: readonly string[]): Promise<Map<string, Row>> =>
    new Map((await read(hashes)).map((row) => [row.secret_hash, row]));

/** The keys of people, which act as them. */
export const personKeys: KeyKind<KeyCallerRow, PersonCaller> = {
  prefix: keyPrefix,
  table: 'api_keys',
  reader: (db) => byHash(keyCallersReader(db)),
  find: findKeyCaller,
  touch: touchApiKey,
  isActive: ({ status }) => status === 'active',
  toCaller: (row) => ({
    sessionId: undefined,
    key: { id: row.key_id, scopes: scopesOf(row) },
    governingRole: keyRole(row.role),
    ...callerOf(row),
  }),
  assertFrom: () => undefined,
};

const toServiceCaller = (row: ServiceCallerRow): ServiceCaller => {
  const workspaceIds = workspaceIdsOf(row);
  return {
    sessionId: undefined,
    key: { id: row.key_id, scopes: serviceScopesOf(row) },
    governingRole: row.role,
    secondFactorDueAt: undefined,
    lacksVerifiedEmail: false,
    confirmsWith: undefined,
    principal: {
      kind: 'service_account',
      id: row.account_id,
      tenantId: row.tenant_id,
      name: row.name,
      role: row.role,
      granted: grantedIn(row.granted),
      workspaceIds: workspaceIds === null ? undefined : new Set(workspaceIds),
    },
  };
};

/** The keys of service accounts (DECISION 0317). */
export const serviceKeys: KeyKind<ServiceCallerRow, ServiceCaller> = {
  prefix: `${keyPrefix}svc_`,
  table: 'service_account_keys',
  reader: (db) => byHash(serviceCallersReader(db)),
  find: findServiceCaller,
  touch: touchServiceAccountKey,
  isActive: ({ disabled_at }) => disabled_at === null,
  toCaller: toServiceCaller,
  assertFrom: (row, { principal, key }, { ip }) => {
    const ranges = addressesOf(row);
    if (ranges.length > 0 && !isInRanges(ip, ranges)) throw new AddressRefused(principal, key.id);
  },
};

/** The client secrets of service accounts (DECISION 0341), by their IDs: an access token has no other word of the one it was given for. */
export const clientSecrets: KeyKind<ServiceCallerRow, ServiceCaller> = {
  ...serviceKeys,
  prefix: `${keyPrefix}secret_`,
  reader: (db) => {
    const read = clientCallersReader(db);
    return async (ids) => new Map((await read(ids)).map((row) => [row.key_id, row]));
  },
};

/** By its length, too: the secret of someone's own key may begin with the same letters. */
const serviceKeyPattern = /^castellan_svc_[\w-]{43}$/;

export const isServiceKey = (token: string): boolean => serviceKeyPattern.test(token);
