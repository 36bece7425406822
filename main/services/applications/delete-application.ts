import type { contract } from '#shared/contract/index.ts';
import { found } from '../../platform/app-error.ts';
import { deleteApplication as deleteRow, findApplication } from '../../storage/store/oauth/applications.ts';
import { countConsents } from '../../storage/store/oauth/consents.ts';
import type { Handler } from '../handler.ts';
import { applicationTarget, recordEvent } from '../recording/record-event.ts';

/** Deletes an application. Its next request, whatever it presents, is that of a stranger. */
export const deleteApplication: Handler<typeof contract.applications.deleteApplication> = async (
  context,
  { tenant_id, application_id },
  { client, transaction },
) => {
  await transaction(async (tx, caller) => {
    const application = found(await findApplication(tx, tenant_id, application_id));
    const people = await countConsents(tx, application_id);
    await deleteRow(tx, tenant_id, application_id);
    await recordEvent(context, tx, {
      action: 'deleteApplication',
      actor: caller.principal,
      client,
      target: applicationTarget(application),
      details: { people },
    });
  });
  return { success: true, message: 'Application deleted.' };
};
