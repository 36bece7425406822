import type { contract } from '#shared/contract/index.ts';
import { listActiveUsers, setPasswordOfAll } from '../../storage/store/identity/users.ts';
import { listSampleTenantIds } from '../../storage/store/team/sample-tenants.ts';
import type { Handler } from '../handler.ts';
import { isSampleOffered } from './sample-offer.ts';
import { newSamplePassword, notOffered, signInToSample } from './sample-sign-in.ts';

/**
 * Signs in to the sample that exists, under the conditions under which the caller could create it again. DECISION 0180:
 * no one has to keep its password, so each entrance sets a new one.
 */
export const enterSampleTenant: Handler<typeof contract.welcome.enterSampleTenant> = async (
  context,
  { role },
  { client, transaction },
) => {
  if (!(await isSampleOffered(context, context.db.read, client))) throw notOffered();
  const [tenantId] = await listSampleTenantIds(context.db.read);
  if (tenantId === undefined) throw notOffered();
  const { password, hash } = await newSamplePassword(context, client);
  return transaction({ tenant: tenantId }, async (tx) => {
    // Hashing took a while: someone may have signed up or removed the sample in the meantime.
    if (!(await isSampleOffered(context, tx, client))) throw notOffered();
    const user = (await listActiveUsers(tx, tenantId)).find((member) => member.role === role);
    if (!user) throw notOffered();
    await setPasswordOfAll(tx, tenantId, hash);
    return { ...(await signInToSample(context, tx, user, client)), password };
  });
};
