import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { found } from '../../platform/app-error.ts';
import { deleteApplicationSecret } from '../../storage/store/oauth/application-secrets.ts';
import { findApplication } from '../../storage/store/oauth/applications.ts';
import type { Handler } from '../handler.ts';
import { applicationTarget, recordEvent } from '../recording/record-event.ts';

export const removeApplicationSecret: Handler<typeof contract.applications.removeApplicationSecret> = async (
  context,
  { tenant_id, application_id, secret_id },
  { client, transaction },
) => {
  await transaction(async (tx, caller) => {
    const application = found(await findApplication(tx, tenant_id, application_id));
    if (!(await deleteApplicationSecret(tx, application_id, secret_id))) throw new AppError('NOT_FOUND');
    await recordEvent(context, tx, {
      action: 'removeApplicationSecret',
      actor: caller.principal,
      client,
      target: applicationTarget(application),
      details: { secret_id },
    });
  });
  return { success: true, message: 'Secret removed.' };
};
