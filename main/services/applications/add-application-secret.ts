import type { contract } from '#shared/contract/index.ts';
import { keepsSecret } from '#shared/rules/applications.ts';
import { applicationLimits, day } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { found } from '../../platform/app-error.ts';
import { endApplicationSecretsBy, listApplicationSecrets } from '../../storage/store/oauth/application-secrets.ts';
import { findApplication } from '../../storage/store/oauth/applications.ts';
import type { Handler } from '../handler.ts';
import { applicationTarget, recordEvent } from '../recording/record-event.ts';
import { applicationNow } from './present-application.ts';
import { issueSecret } from './store-application.ts';

/** Rolls the secret of an application, which has the overlap to change over. */
export const addApplicationSecret: Handler<typeof contract.applications.addApplicationSecret> = async (
  context,
  { tenant_id, application_id, overlap_days },
  { client, transaction },
) =>
  transaction(async (tx, caller) => {
    const now = context.clock.now();
    const application = found(await findApplication(tx, tenant_id, application_id));
    if (!keepsSecret(application.kind)) throw new AppError('STATE_CONFLICT', { reason: 'no_secrets' });
    await endApplicationSecretsBy(tx, application_id, now + overlap_days * day, now);
    if ((await listApplicationSecrets(tx, application_id, now)).length >= applicationLimits.secrets) {
      throw new AppError('TOO_MANY_APPLICATION_SECRETS');
    }
    const { id, secret } = await issueSecret(context, tx, application_id);
    await recordEvent(context, tx, {
      action: 'addApplicationSecret',
      actor: caller.principal,
      client,
      target: applicationTarget(application),
      details: { secret_id: id, overlap_days },
    });
    return { ...(await applicationNow(context, tx, tenant_id, application_id)), secret };
  });
