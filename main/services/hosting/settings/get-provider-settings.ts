import type { contract } from '#shared/contract/index.ts';
import { findProviderSettings } from '../../../storage/store/hosting/provider-settings.ts';
import type { Handler } from '../../handler.ts';
import { presentSettings } from './settings.ts';

/** The tenant's connection: what the console needs for its form, without the key. */
export const getProviderSettings: Handler<typeof contract.hosting.getProviderSettings> = async (
  { db },
  _input,
  { caller },
) => {
  return presentSettings(await findProviderSettings(db.read, caller.user.tenantId));
};
