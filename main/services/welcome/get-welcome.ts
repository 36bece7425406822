import type { contract } from '#shared/contract/index.ts';
import { countTenants } from '../../store/team/sample-tenants.ts';
import type { Handler } from '../handler.ts';
import { isSampleOffered } from './sample-offer.ts';

/** What the console shows right after installation. */
export const getWelcome: Handler<typeof contract.welcome.getWelcome> = async (context, _input, { client }) => {
  const { real, sample } = await countTenants(context.db.read);
  return { first_run: real + sample === 0, sample_offered: await isSampleOffered(context, context.db.read, client) };
};
