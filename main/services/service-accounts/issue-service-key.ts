import type { OutputOf } from '#shared/contract/operation.ts';
import type { createServiceAccountKey } from '#shared/contract/service-accounts/create-service-account-key.ts';
import { day, serviceAccountLimits } from '#shared/rules/limits.ts';
import type { ServiceKeyKind } from '#shared/rules/service-key-kinds.ts';
import { AppError } from '#shared/texts/errors.ts';
import { given } from '../../mail/mail-params.ts';
import { newApiKey } from '../../security/api-keys.ts';
import type { PersonCaller } from '../../security/caller.ts';
import { clientSecrets, serviceKeys } from '../../security/key-kinds.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import {
  countServiceAccountKeys,
  insertServiceAccountKey,
  type ServiceAccountKeyRow,
} from '../../storage/store/service-accounts/service-account-keys.ts';
import type { SeenServiceAccountRow } from '../../storage/store/service-accounts/service-accounts.ts';
import { serviceScopesOf } from '../../storage/store/service-accounts/service-accounts.ts';
import type { AppContext } from '../context.ts';
import { notifyOwners, tenantParams } from '../identity/notices.ts';
import type { EventOrigin } from '../recording/record-event.ts';
import { presentServiceAccountKey } from './present-service-account.ts';

interface Wanted {
  kind: ServiceKeyKind;
  name: string;
  /** Undefined if it never expires. */
  expiresInDays: number | undefined;
}

/** Stores a new key or client secret of a service account and tells the owners. It is itself in the answer only. */
export const issueServiceKey = async (
  context: AppContext,
  tx: WriteTransaction,
  account: SeenServiceAccountRow,
  { user }: PersonCaller,
  client: EventOrigin,
  { kind, name, expiresInDays }: Wanted,
): Promise<OutputOf<typeof createServiceAccountKey>> => {
  const now = context.clock.now();
  if ((await countServiceAccountKeys(tx, account.id, now)) >= serviceAccountLimits.keys) {
    throw new AppError('TOO_MANY_SERVICE_KEYS');
  }
  const { key, prefix, hash } = newApiKey(context.ids, kind === 'client_secret' ? clientSecrets : serviceKeys);
  const row: ServiceAccountKeyRow = {
    id: context.ids.id('key'),
    account_id: account.id,
    kind,
    name,
    prefix,
    secret_hash: hash,
    created_at: now,
    created_by: user.id,
    expires_at: expiresInDays === undefined ? null : now + expiresInDays * day,
    last_used_at: null,
  };
  await insertServiceAccountKey(tx, row);
  // The email never contains the key itself.
  await notifyOwners(
    context,
    tx,
    account.tenant_id,
    'service_account_key_created',
    { by: user, client },
    {
      ...(await tenantParams(tx, account.tenant_id)),
      account_name: given.text(account.name),
      role: given.word(account.role),
      kind: given.word(kind),
      key_name: given.text(name),
      prefix: given.keyPrefix(prefix),
      scopes: given.word(...serviceScopesOf(account)),
      ends: given.time(row.expires_at),
    },
  );
  return { key, service_account_key: presentServiceAccountKey(context, { ...row, creator_name: user.name }) };
};
