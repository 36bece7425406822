import ipaddr from 'ipaddr.js';
import type { AppContext } from '../../context.ts';
import type { Queries } from '../../database/schema.ts';
import { countTenants } from '../../store/team/sample-tenants.ts';
import type { Client } from '../handler.ts';

const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';

/**
 * Whether a caller may create sample data. DECISION 0028: only from this machine, while nobody has a real account, and
 * if no public address is set. Existing sample data may be recreated, or a forgotten password would leave it there
 * forever.
 */
export const isSampleOffered = async (
  { config }: Pick<AppContext, 'config'>,
  db: Queries,
  { ip }: Client,
): Promise<boolean> => config.publicUrl === undefined && isLoopback(ip) && (await countTenants(db)).real === 0;
