import { z } from 'zod';
import { purge } from '../../jobs/purge.ts';
import { countAccounts } from '../../store/identity/accounts.ts';
import { scheduleTenantDeletion } from '../../store/team/tenants.ts';
import { findOrganization } from '../find.ts';
import { operatorOperation, refused } from '../operation.ts';
import { recordForServer } from '../record-for-server.ts';

/** Deletes an organization with everything in it, now. Its audit log goes with it, so another one says so. */
export const deleteOrganization = operatorOperation({
  input: z.strictObject({ organization: z.string().min(1), yes: z.boolean().default(false) }),
  async run(context, { organization, yes }): Promise<{ organization: string; accounts: number }> {
    const { db, clock } = context;
    const { id, name } = await findOrganization(db.read, organization);
    const accounts = await countAccounts(db.read, id);
    if (!yes) {
      throw refused(
        `This deletes ${name} with all data for good, including ${accounts} accounts. Repeat it with --yes`,
      );
    }
    await db.transaction({ tenant: id }, async (tx) => {
      // From here on, nobody of it is signed in.
      await scheduleTenantDeletion(tx, id, clock.now());
      await recordForServer(context, tx, {
        action: 'deleteTeam',
        target: { kind: 'tenant', id, label: name },
        details: { accounts },
        except: id,
      });
    });
    await purge(context);
    return { organization: name, accounts };
  },
});
