import type { contract } from '#shared/contract/index.ts';
import { defaultCosts } from '#shared/flows/hosting.ts';
import { toMinor } from '#shared/flows/money.ts';
import { AppError } from '#shared/texts/errors.ts';
import { type IpAddressRow, insertIpAddress } from '../../../storage/store/hosting/smtp-ip-addresses.ts';
import type { Handler } from '../../handler.ts';
import { recordEvent } from '../../recording/record-event.ts';
import { findScope, requireScope } from '../hosting-context.ts';
import { ipAddressTarget } from '../targets.ts';
import { presentIpAddress, recordIpCost, requireNamedServer } from './ip-addresses.ts';

/** Adds a dedicated address, priced by the platform's model unless a cost is given (seed 001 §1). */
export const addIpAddress: Handler<typeof contract.hosting.addIpAddress> = async (
  context,
  { address, label, serviceid: serviceId, approximate_cost },
  { caller, client, transaction },
) => {
  const { tenantId } = caller.principal;
  return transaction(async (tx, caller) => {
    await requireNamedServer(tx, await findScope(tx, tenantId), serviceId);
    const { mode } = await requireScope(tx, tenantId);
    const row: IpAddressRow = {
      id: context.ids.id('ip'),
      tenant_id: tenantId,
      mode,
      address,
      label: label ?? '',
      service_id: serviceId ?? null,
      approximate_cost: toMinor(approximate_cost ?? defaultCosts.ipAddress),
      created_at: context.clock.now(),
      removed_at: null,
      is_imported: 0,
      unlisted_at: null,
    };
    if (!(await insertIpAddress(tx, row))) throw new AppError('IP_ADDRESS_EXISTS');
    await recordIpCost(tx, row, row.approximate_cost, row.created_at);
    await recordEvent(context, tx, {
      action: 'addIpAddress',
      actor: caller.user,
      client,
      target: ipAddressTarget(row),
      details: { approximate_cost: approximate_cost ?? defaultCosts.ipAddress, serviceid: row.service_id },
    });
    return presentIpAddress(row);
  });
};
