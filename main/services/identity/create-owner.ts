import { defaultPreferences } from '#shared/preferences.ts';
import type { AppContext } from '../../context.ts';
import type { WriteTransaction } from '../../database/schema.ts';
import { insertUser, type UserRow } from '../../store/identity/users.ts';
import { insertTenant } from '../../store/team/tenants.ts';
import { accountActor, recordEvent } from '../audit-log/record-event.ts';

export interface NewOwner {
  email: string;
  name: string;
  companyName: string;
  passwordHash: string;
}

/**
 * Creates a tenant and its owner, whose address is not verified yet. The address must be free.
 * @param client Undefined if the operator creates the account on the command line.
 */
export const createOwner = async (
  context: Pick<AppContext, 'audit' | 'clock' | 'ids'>,
  tx: WriteTransaction,
  client: { ip: string } | undefined,
  { email, name, companyName, passwordHash }: NewOwner,
): Promise<UserRow> => {
  const now = context.clock.now();
  const tenantId = context.ids.id('tnt');
  const user: UserRow = {
    id: context.ids.id('user'),
    tenant_id: tenantId,
    email,
    name,
    role: 'owner',
    status: 'active',
    password_hash: passwordHash,
    email_verified: 0,
    pending_email: null,
    preferences: JSON.stringify(defaultPreferences),
    created_at: now,
    last_login_at: now,
    delete_at: null,
  };
  await insertTenant(tx, { id: tenantId, name: companyName, created_at: now, delete_at: null });
  await insertUser(tx, user);
  await recordEvent(context, tx, {
    action: 'signup',
    actor: accountActor(user),
    client,
    target: { kind: 'tenant', id: tenantId, label: companyName },
  });
  return user;
};
