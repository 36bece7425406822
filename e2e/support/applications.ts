import { hashSecret } from '#main/security/refresh-tokens.ts';
import type { Queries } from '#main/storage/database/schema.ts';
import { insertApplication, insertApplicationSecret } from '#main/storage/store/oauth/applications.ts';

export const redirectUri = 'https://app.example/callback';

/** The secret of an application that was added here. */
export const secretOf = (id: string): string => `a secret of ${id}`;

/** Adds an application with a secret to an organization. */
export const addApplication = async (write: Queries, id: string, tenantId: string): Promise<void> => {
  await insertApplication(write, {
    id,
    tenant_id: tenantId,
    name: 'Wiki',
    name_key: 'wiki',
    kind: 'web',
    redirect_uris: redirectUri,
    logout_uris: 'https://app.example/',
    created_at: 0,
    created_by: null,
  });
  const secret_hash = hashSecret(secretOf(id));
  await insertApplicationSecret(write, { id: `${id}_s`, application_id: id, secret_hash, created_at: 0 });
};
