import type { contract } from '#shared/contract/index.ts';
import { found } from '../../platform/app-error.ts';
import { deleteTrustedDevice } from '../../storage/store/identity/trusted-devices.ts';
import type { Handler } from '../handler.ts';
import { recordEvent, userTarget } from '../recording/record-event.ts';

/** Another user's device looks like one that does not exist. */
export const removeTrustedDevice: Handler<typeof contract.security.removeTrustedDevice> = async (
  context,
  { device_id },
  { client, transaction },
) =>
  transaction(async (tx, { user }) => {
    const { device } = found(await deleteTrustedDevice(tx, user.id, device_id));
    await recordEvent(context, tx, {
      action: 'removeTrustedDevice',
      actor: user,
      client,
      target: userTarget(user),
      details: { device },
    });
    return { success: true, message: 'The device is no longer trusted.' };
  });
