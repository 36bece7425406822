import { newApiKey } from '#main/security/api-keys.ts';
import type { AppContext } from '#main/services/context.ts';
import { type ApiKeyRow, insertApiKey } from '#main/storage/store/identity/api-keys.ts';
import { scopesShape } from '#main/storage/store/stored-shapes.ts';
import { contract } from '#shared/contract/index.ts';
import type { RequestOf } from '#shared/contract/operation.ts';
import { type KeyScope, keyScopes } from '#shared/rules/permissions.ts';
import type { Person, TestService } from './test-service.ts';

/** Creates a key through the API, like a user would. */
export const createKey = (
  app: TestService,
  { password, token }: Person,
  options: Partial<RequestOf<typeof contract.security.createApiKey>> = {},
) => app.call(contract.security.createApiKey, { name: 'Tool', scopes: ['self'], password, ...options }, { token });

/** A key and its row, as `createApiKey` writes it. */
export const newSeededKey = (
  { ids, clock }: AppContext,
  userId: string,
  scopes: readonly KeyScope[] = keyScopes,
): { key: string; row: ApiKeyRow } => {
  const { key, prefix, hash } = newApiKey(ids);
  const row: ApiKeyRow = {
    id: ids.id('key'),
    user_id: userId,
    name: 'Seeded',
    prefix,
    secret_hash: hash,
    scopes: scopesShape.write([...scopes]),
    created_at: clock.now(),
    expires_at: null,
    last_used_at: null,
  };
  return { key, row };
};

/** Writes a key directly to the database. */
export const seedApiKey = async (
  context: AppContext,
  db: Parameters<typeof insertApiKey>[0],
  userId: string,
  scopes: readonly KeyScope[] = keyScopes,
): Promise<{ id: string; key: string }> => {
  const { key, row } = newSeededKey(context, userId, scopes);
  await insertApiKey(db, row);
  return { id: row.id, key };
};
