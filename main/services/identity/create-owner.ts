import type { WriteTransaction } from '../../storage/database/schema.ts';
import { insertUser, type UserRow } from '../../storage/store/identity/users.ts';
import { lockInstallation } from '../../storage/store/installation.ts';
import { insertOperator, isUnclaimed } from '../../storage/store/operators.ts';
import { insertTenant, latestTenantCreation } from '../../storage/store/team/tenants.ts';
import type { AppContext } from '../context.ts';
import { accountActor, recordEvent } from '../recording/record-event.ts';
import { type InitialPreferences, newMember } from './new-member.ts';

export interface NewOwner {
  email: string;
  name: string;
  companyName: string;
  passwordHash: string;
  preferences?: InitialPreferences | undefined;
}

/**
 * Creates a tenant and its owner, whose address is not verified yet. The address must be free.
 * @param client Undefined if the operator creates the account on the command line.
 */
export const createOwner = async (
  context: Pick<AppContext, 'audit' | 'clock' | 'ids'>,
  tx: WriteTransaction,
  client: { ip: string } | undefined,
  { email, name, companyName, passwordHash, preferences }: NewOwner,
): Promise<UserRow> => {
  const tenantId = context.ids.id('tnt');
  const member = { tenantId, email, name, role: 'owner', passwordHash, verification: null, preferences } as const;
  const user = newMember(context, member);
  // DECISION 0025: the oldest tenant administers the server, so a clock that was set back must not make this one older.
  const created_at = Math.max(user.created_at, (await latestTenantCreation(tx)) + 1);
  // DECISION 0215: whoever founds the first organization operates the installation. One at a time, on every instance.
  await lockInstallation(tx);
  const operates = await isUnclaimed(tx);
  await insertTenant(tx, { id: tenantId, name: companyName, created_at });
  await insertUser(tx, user);
  if (operates) await insertOperator(tx, { user_id: user.id, granted_at: user.created_at, granted_by: null });
  await recordEvent(context, tx, {
    action: 'signup',
    actor: accountActor(user),
    client,
    target: { kind: 'tenant', id: tenantId, label: companyName },
  });
  return user;
};
