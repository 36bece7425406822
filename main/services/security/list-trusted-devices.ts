import type { contract } from '#shared/contract/index.ts';
import { listTrustedDevices as listRows } from '../../storage/store/identity/trusted-devices.ts';
import type { Handler } from '../handler.ts';
import { presentTrustedDevice, trustIn } from '../identity/trusted-devices.ts';

export const listTrustedDevices: Handler<typeof contract.security.listTrustedDevices> = async (
  context,
  _input,
  { caller: { user } },
) => {
  const { read } = context.db;
  const trusted = await trustIn(context, read, user.tenantId);
  const rows = trusted ? await listRows(read, user.id, trusted) : [];
  return { devices: trusted ? rows.map((row) => presentTrustedDevice(row, trusted)) : [], total: rows.length };
};
