import type { contract } from '#shared/contract/index.ts';
import { findProviderSettings } from '../../../storage/store/hosting/provider-settings.ts';
import { otherOwners } from '../../../storage/store/identity/users.ts';
import type { Handler } from '../../handler.ts';
import { presentSettings } from './settings.ts';

/** The tenant's connection: what the console needs for its form, without the key. */
export const getProviderSettings: Handler<typeof contract.hosting.getProviderSettings> = async (
  { db },
  _input,
  { caller },
) => {
  const { id, tenantId } = caller.user;
  const others = await otherOwners(db.read, tenantId, id);
  return presentSettings(await findProviderSettings(db.read, tenantId), others.length > 0);
};
