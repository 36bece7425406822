import type { contract } from '#shared/contract/index.ts';
import { findProviderSettings } from '../../../store/provider-settings.ts';
import type { Handler } from '../../handler.ts';
import { presentSettings } from './settings.ts';

/** The connection of the tenant; what the console needs to fill its form, and no key. */
export const getProviderSettings: Handler<typeof contract.hosting.getProviderSettings> = async (
  { db },
  _input,
  { caller },
) => {
  return presentSettings(await findProviderSettings(db.read, caller.user.tenantId));
};
