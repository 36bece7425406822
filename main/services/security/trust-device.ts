import type { contract } from '#shared/contract/index.ts';
import { trustedDevicesPerUser } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { given } from '../../mail/mail-params.ts';
import { deviceName } from '../../security/device-name.ts';
import { hasSecondFactor } from '../../storage/store/identity/second-factors.ts';
import { deleteOldestTrustedDevices, trustDevice as trust } from '../../storage/store/identity/trusted-devices.ts';
import { findUser } from '../../storage/store/identity/users.ts';
import { findTenant } from '../../storage/store/team/tenants.ts';
import type { Handler } from '../handler.ts';
import { knownDeviceOf } from '../identity/lockout.ts';
import { notified, sendNotice } from '../identity/notices.ts';
import { presentTrustedDevice, trustHashOf, trustIn } from '../identity/trusted-devices.ts';
import { recordEvent, userTarget } from '../recording/record-event.ts';

/**
 * DECISION 0320: a device that is known from a sign-in takes the place of the second step for as long as the organization says.
 * Whoever trusts it has just shown their second factor.
 */
export const trustDevice: Handler<typeof contract.security.trustDevice> = async (
  context,
  { device_token },
  { client, transaction },
) =>
  transaction(async (tx, { user }) => {
    const trusted = await trustIn(context, tx, user.tenantId);
    if (!trusted) throw new AppError('STATE_CONFLICT', { reason: 'trusted_devices_off' });
    if (!(await hasSecondFactor(tx, user.id))) throw new AppError('STATE_CONFLICT', { reason: 'second_factor_off' });
    const known = knownDeviceOf(context, { device: device_token }, await findUser(tx, user.id));
    if (known === undefined) throw new AppError('DEVICE_UNKNOWN');
    const row = await trust(tx, {
      id: context.ids.id('tdev'),
      user_id: user.id,
      device_hash: trustHashOf(known),
      device: deviceName(client.userAgent),
      ip_address: client.ip,
      created_at: trusted.now,
    });
    await deleteOldestTrustedDevices(tx, user.id, trustedDevicesPerUser);
    const { name, trusted_device_days } = await findTenant(tx, user.tenantId);
    const told = { tenant_name: given.text(name), days: given.number(trusted_device_days) };
    await sendNotice(context, tx, notified(user), 'device_trusted', { by: user, client }, told);
    await recordEvent(context, tx, {
      action: 'trustDevice',
      actor: user,
      client,
      target: userTarget(user),
      details: { device: row.device, days: trusted_device_days },
    });
    return presentTrustedDevice(row, trusted);
  });
