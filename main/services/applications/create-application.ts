import type { contract } from '#shared/contract/index.ts';
import { keepsSecret } from '#shared/rules/applications.ts';
import { applicationLimits } from '#shared/rules/limits.ts';
import { sortKey } from '#shared/text-input/text-keys.ts';
import { AppError } from '#shared/texts/errors.ts';
import { setApplicationCustomRoles, setApplicationGroups } from '../../storage/store/oauth/application-access.ts';
import { countApplications, insertApplication } from '../../storage/store/oauth/applications.ts';
import type { Handler } from '../handler.ts';
import { actingPerson } from '../identity/seen-workspaces.ts';
import { applicationTarget, recordEvent } from '../recording/record-event.ts';
import { checkApplication } from './check-application.ts';
import { applicationNow } from './present-application.ts';
import { columnsOf, issueSecret, noLogoutState } from './store-application.ts';

/** Creates an application. Without an https public URL no browser could be trusted with a sign-in, so there is none. */
export const createApplication: Handler<typeof contract.applications.createApplication> = async (
  context,
  { tenant_id, ...entered },
  { client, transaction },
) => {
  const { clock, config, ids } = context;
  if (!config.isPublicHttps) throw new AppError('APPLICATIONS_NEED_HTTPS');
  return transaction(async (tx, caller) => {
    if ((await countApplications(tx, tenant_id)) >= applicationLimits.perTenant) {
      throw new AppError('TOO_MANY_APPLICATIONS');
    }
    await checkApplication(context, tx, tenant_id, entered);
    const id = ids.id('app');
    const now = clock.now();
    await insertApplication(tx, {
      ...{ id, tenant_id, name_key: sortKey(entered.name), ...columnsOf(entered) },
      ...noLogoutState,
      ...{ created_at: now, updated_at: now, created_by: actingPerson(caller)?.id ?? null },
    });
    await setApplicationGroups(tx, id, [...new Set(entered.group_ids)]);
    await setApplicationCustomRoles(tx, id, [...new Set(entered.role_ids)]);
    const secret = keepsSecret(entered.kind) ? (await issueSecret(context, tx, id)).secret : null;
    await recordEvent(context, tx, {
      action: 'createApplication',
      actor: caller.principal,
      client,
      target: applicationTarget({ id, name: entered.name }),
      details: { kind: entered.kind, access: entered.access },
    });
    return { ...(await applicationNow(context, tx, tenant_id, id)), secret };
  });
};
