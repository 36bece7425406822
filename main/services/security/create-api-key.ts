import type { contract } from '#shared/contract/index.ts';
import { apiKeyLimits, day } from '#shared/rules/limits.ts';
import { isRefused } from '#shared/rules/permissions.ts';
import { AppError } from '#shared/texts/errors.ts';
import { fieldError } from '#shared/texts/field-reasons.ts';
import { given } from '../../mail/mail-params.ts';
import { newApiKey } from '../../security/api-keys.ts';
import { type ApiKeyRow, countApiKeys, insertApiKey } from '../../storage/store/identity/api-keys.ts';
import { scopesShape } from '../../storage/store/stored-shapes.ts';
import type { Handler } from '../handler.ts';
import { notified, sendUndoableNotice } from '../identity/notices.ts';
import { presentApiKey } from '../presenters.ts';
import { recordEvent, userTarget } from '../recording/record-event.ts';

/** Creates a key for another tool. Returns it only this once; the store keeps its hash and how it begins. */
export const createApiKey: Handler<typeof contract.security.createApiKey> = async (
  context,
  { name, scopes, expires_in_days, password },
  { client, confirmPassword, transaction },
) => {
  const { clock, ids } = context;
  await confirmPassword(password);
  const { key, prefix, hash } = newApiKey(ids);
  return transaction(async (tx, caller) => {
    const { user } = caller;
    const refused = scopes.filter((scope) => isRefused(user.role, scope));
    if (refused.length > 0) {
      // A scope beyond the role would lie dormant until a promotion that was never meant to activate it.
      const params = { scopes: refused.join(', ') };
      throw new AppError('VALIDATION_FAILED', {
        errors: [fieldError('scopes', { reason: 'scopes_beyond_role', params })],
      });
    }
    if ((await countApiKeys(tx, user.id)) >= apiKeyLimits.perUser) throw new AppError('TOO_MANY_API_KEYS');
    const now = clock.now();
    const granted = [...new Set(scopes)];
    const row: ApiKeyRow = {
      id: ids.id('key'),
      user_id: user.id,
      name,
      prefix,
      secret_hash: hash,
      scopes: scopesShape.write(granted),
      created_at: now,
      expires_at: expires_in_days === undefined ? null : now + expires_in_days * day,
      last_used_at: null,
    };
    await insertApiKey(tx, row);
    // The email never contains the key itself.
    const described = {
      key_name: given.text(name),
      prefix: given.keyPrefix(prefix),
      scopes: given.word(...granted),
      ends: given.time(row.expires_at),
    };
    const undoes = { at: now, sessionId: caller.sessionId, subjectId: row.id };
    await sendUndoableNotice(context, tx, notified(user), 'api_key_created', { by: user, client }, described, undoes);
    await recordEvent(context, tx, {
      action: 'createApiKey',
      actor: user,
      client,
      target: userTarget(user),
      details: { key_id: row.id, name, prefix },
    });
    return { key, api_key: presentApiKey(context, row) };
  });
};
