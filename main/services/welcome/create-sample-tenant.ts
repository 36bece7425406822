import type { contract } from '#shared/contract/index.ts';
import { deleteSampleTenant, listSampleTenantIds } from '../../storage/store/team/sample-tenants.ts';
import type { Handler } from '../handler.ts';
import { recordTenantDeletion } from '../recording/record-tenant-deletion.ts';
import { writeSample } from './sample/write-sample.ts';
import { isSampleOffered } from './sample-offer.ts';
import { newSamplePassword, notOffered, signInToSample } from './sample-sign-in.ts';

/**
 * Creates a fictional company with a history, and signs the caller in as its owner. DECISION 0028: its accounts share
 * one random password, returned only in this response and by enterSampleTenant.
 */
export const createSampleTenant: Handler<typeof contract.welcome.createSampleTenant> = async (
  context,
  _input,
  { client, transaction },
) => {
  if (!(await isSampleOffered(context, context.db.read, client))) throw notOffered();
  const { password, hash } = await newSamplePassword(context, client);
  return transaction({}, async (tx) => {
    // Hashing took a while: someone may have signed up in the meantime.
    if (!(await isSampleOffered(context, tx, client))) throw notOffered();
    for (const id of await listSampleTenantIds(tx)) {
      await deleteSampleTenant(tx, id);
      await recordTenantDeletion(context, tx, id);
    }
    return { ...(await signInToSample(context, tx, await writeSample(context, tx, hash), client)), password };
  });
};
