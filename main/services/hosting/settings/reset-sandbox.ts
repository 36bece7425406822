import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import {
  deleteHostingData,
  findProviderSettings,
  recordSync,
} from '../../../storage/store/hosting/provider-settings.ts';
import type { Handler } from '../../handler.ts';
import { recordEvent } from '../../recording/record-event.ts';
import { loadHostingContext } from '../hosting-context.ts';
import { providerTarget } from '../targets.ts';

/** Resets the emulated account and deletes everything that came from it. Live account data stays. */
export const resetSandbox: Handler<typeof contract.hosting.resetSandbox> = async (
  context,
  _input,
  { caller, client, transaction },
) => {
  const { tenantId } = caller.user;
  const { sandbox, scope } = await loadHostingContext(context, tenantId);
  if (!sandbox) throw new AppError('SANDBOX_ONLY');
  // Delete rows first: otherwise servers missing from the emulator would be reported as lost.
  await transaction(async (tx, caller) => {
    if ((await findProviderSettings(tx, tenantId))?.mode !== 'sandbox') throw new AppError('SANDBOX_ONLY');
    await deleteHostingData(tx, scope);
    await recordSync(tx, scope, null);
    await recordEvent(context, tx, {
      action: 'resetSandbox',
      actor: caller.user,
      client,
      target: providerTarget(tenantId, 'sandbox'),
    });
  });
  await sandbox.reset();
  return { success: true, message: 'Sandbox reset.' };
};
