import type { z } from 'zod';
import type {
  listedServiceAccount,
  serviceAccount,
  serviceAccountKey,
} from '#shared/contract/service-accounts/resources.ts';
import { toIso } from '../../platform/clock.ts';
import type { ServiceAccountKeyRow } from '../../storage/store/service-accounts/service-account-keys.ts';
import {
  addressesOf,
  type SeenServiceAccountRow,
  serviceScopesOf,
  workspaceIdsOf,
} from '../../storage/store/service-accounts/service-accounts.ts';
import type { AppContext } from '../context.ts';
import { presentPerson } from '../presenters.ts';

const isoOrNull = (at: number | null): string | null => (at === null ? null : toIso(at));

export const presentServiceAccount = (row: SeenServiceAccountRow): z.output<typeof serviceAccount> => ({
  account_id: row.id,
  name: row.name,
  description: row.description,
  role: row.role,
  scopes: serviceScopesOf(row),
  workspace_ids: workspaceIdsOf(row),
  addresses: addressesOf(row),
  status: row.disabled_at === null ? 'active' : 'disabled',
  keys: row.keys,
  created_at: toIso(row.created_at),
  created_by: presentPerson(row.created_by, row.creator_name),
});

export const presentListedServiceAccount = (row: SeenServiceAccountRow): z.output<typeof listedServiceAccount> => ({
  ...presentServiceAccount(row),
  last_used: isoOrNull(row.last_used_at),
});

export const presentServiceAccountKey = (
  { callers }: Pick<AppContext, 'callers'>,
  row: ServiceAccountKeyRow & { creator_name: string | null },
): z.output<typeof serviceAccountKey> => ({
  key_id: row.id,
  kind: row.kind,
  prefix: row.prefix,
  name: row.name,
  created_at: toIso(row.created_at),
  created_by: presentPerson(row.created_by, row.creator_name),
  expires_at: isoOrNull(row.expires_at),
  last_used: isoOrNull(callers.keyLastUsed(row.id, row.last_used_at)),
});
