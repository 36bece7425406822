import type { OutputOf } from '#shared/contract/operation.ts';
import type { createApiKey } from '#shared/contract/security/create-api-key.ts';
import { apiKeyLimits, day } from '#shared/rules/limits.ts';
import { type Holder, isRefused, type KeyScope } from '#shared/rules/permissions.ts';
import { AppError } from '#shared/texts/errors.ts';
import { fieldError } from '#shared/texts/field-reasons.ts';
import { given } from '../../mail/mail-params.ts';
import { newApiKey } from '../../security/api-keys.ts';
import type { PersonCaller } from '../../security/caller.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import { type ApiKeyRow, countApiKeys, insertApiKey } from '../../storage/store/identity/api-keys.ts';
import { scopesShape } from '../../storage/store/stored-shapes.ts';
import type { AppContext } from '../context.ts';
import { notified, sendUndoableNotice } from '../identity/notices.ts';
import { presentApiKey } from '../presenters.ts';
import type { EventOrigin } from '../recording/record-event.ts';

interface Wanted {
  name: string;
  scopes: readonly KeyScope[];
  /** Undefined if it never expires. */
  expiresInDays: number | undefined;
}

/** Stores a new key of the caller and sends its notice. The key itself is in the answer only; the store keeps its hash and how it begins. */
export const issueApiKey = async (
  context: AppContext,
  tx: WriteTransaction,
  caller: PersonCaller,
  client: EventOrigin,
  { name, scopes, expiresInDays }: Wanted,
): Promise<OutputOf<typeof createApiKey>> => {
  const { user } = caller;
  if ((await countApiKeys(tx, user.id)) >= apiKeyLimits.perUser) throw new AppError('TOO_MANY_API_KEYS');
  const { key, prefix, hash } = newApiKey(context.ids);
  const now = context.clock.now();
  const row: ApiKeyRow = {
    id: context.ids.id('key'),
    user_id: user.id,
    name,
    prefix,
    secret_hash: hash,
    scopes: scopesShape.write([...scopes]),
    created_at: now,
    expires_at: expiresInDays === undefined ? null : now + expiresInDays * day,
    last_used_at: null,
  };
  await insertApiKey(tx, row);
  // The email never contains the key itself.
  const described = {
    key_name: given.text(name),
    prefix: given.keyPrefix(prefix),
    scopes: given.word(...scopes),
    ends: given.time(row.expires_at),
  };
  const undoes = { at: now, sessionId: caller.sessionId, subjectId: row.id };
  await sendUndoableNotice(context, tx, notified(user), 'api_key_created', { by: user, client }, described, undoes);
  return { key, api_key: presentApiKey(context, row) };
};

/**
 * What a user's roles don't allow. A scope beyond the role would lie dormant until a promotion that was never meant to
 * activate it.
 */
export const scopesBeyondRole = (holder: Holder, scopes: readonly KeyScope[]): KeyScope[] =>
  scopes.filter((scope) => isRefused(holder, scope));

/** @throws AppError VALIDATION_FAILED */
export const refuseScopes = (field: 'scopes' | 'key_id', scopes: readonly KeyScope[]): never => {
  const params = { scopes: scopes.join(', ') };
  throw new AppError('VALIDATION_FAILED', { errors: [fieldError(field, { reason: 'scopes_beyond_role', params })] });
};
