import type { Queries } from '../../storage/database/schema.ts';
import { countTenants } from '../../storage/store/team/sample-tenants.ts';
import type { AppContext } from '../context.ts';
import type { Client } from '../handler.ts';
import { isOnThisMachine } from '../identity/sign-ups.ts';

/**
 * Whether a caller may create sample data. DECISION 0028: only from this machine, while no one has a real account, and
 * if no public address is set. Existing sample data may be recreated.
 */
export const isSampleOffered = async (
  context: Pick<AppContext, 'config'>,
  db: Queries,
  client: Client,
): Promise<boolean> =>
  context.config.signUps !== 'closed' && isOnThisMachine(context, client) && (await countTenants(db)).real === 0;
