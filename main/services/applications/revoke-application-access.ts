import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { found } from '../../platform/app-error.ts';
import { findApplication } from '../../storage/store/oauth/applications.ts';
import { endAccess } from '../../storage/store/oauth/end-access.ts';
import type { Handler } from '../handler.ts';
import { recordEvent, userTarget } from '../recording/record-event.ts';

/** Ends what an application may do in the caller's name. Its next request is rejected, and the next sign-in asks again. */
export const revokeApplicationAccess: Handler<typeof contract.applications.revokeApplicationAccess> = async (
  context,
  { application_id },
  { client, transaction },
) => {
  await transaction(async (tx, { user }) => {
    const application = found(await findApplication(tx, user.tenantId, application_id));
    const ended = await endAccess(tx, { userId: user.id, applicationId: application_id }, context.clock.now());
    if (!ended) throw new AppError('NOT_FOUND');
    await recordEvent(context, tx, {
      action: 'revokeApplicationAccess',
      actor: user,
      client,
      target: userTarget(user),
      details: { application: application.name, application_id },
    });
  });
  return { success: true, message: 'Access revoked.' };
};
