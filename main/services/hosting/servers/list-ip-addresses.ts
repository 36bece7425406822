import type { contract } from '#shared/contract/index.ts';
import * as store from '../../../storage/store/hosting/smtp-ip-addresses.ts';
import type { Handler } from '../../handler.ts';
import { readPage } from '../../read-page.ts';
import { findScope } from '../hosting-context.ts';
import { presentIpAddress } from './ip-addresses.ts';

/** Current addresses, sorted by address. */
export const listIpAddresses: Handler<typeof contract.hosting.listIpAddresses> = async (
  { db },
  input,
  { caller, client },
) => {
  const scope = await findScope(db.read, caller.principal.tenantId);
  if (!scope) return { ip_addresses: [], total: 0 };
  const rows = await readPage(input, client, (page) => store.listIpAddresses(db.read, scope, input.q, page));
  return { ip_addresses: rows.map(presentIpAddress), total: await store.countIpAddresses(db.read, scope, input.q) };
};
