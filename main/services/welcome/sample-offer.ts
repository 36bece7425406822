import ipaddr from 'ipaddr.js';
import type { AppContext } from '../../context.ts';
import type { Queries } from '../../database/schema.ts';
import { countTenants } from '../../store/sample-tenants.ts';
import type { Client } from '../handler.ts';

const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';

/**
 * Whether a caller may have sample data made. DECISION: only while nobody has an account, from this machine, and where no
 * public address is set; sample data alone may be made anew, or a forgotten password would leave it there for good.
 */
export const isSampleOffered = async (
  { config }: Pick<AppContext, 'config'>,
  db: Queries,
  { ip }: Client,
): Promise<boolean> => config.publicUrl === undefined && isLoopback(ip) && (await countTenants(db)).real === 0;
