import type { contract } from '#shared/contract/index.ts';
import { serviceAccountLimits } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { found } from '../../platform/app-error.ts';
import {
  countServiceAccounts,
  findServiceAccount,
  insertServiceAccount,
  setServiceAccountWorkspaces,
} from '../../storage/store/service-accounts/service-accounts.ts';
import type { Handler } from '../handler.ts';
import { recordEvent, serviceAccountTarget } from '../recording/record-event.ts';
import { checkServiceAccount } from './check-service-account.ts';
import { presentServiceAccount } from './present-service-account.ts';

/** Creates a service account without keys, so no one can act by it yet. */
export const createServiceAccount: Handler<typeof contract.serviceAccounts.createServiceAccount> = async (
  context,
  { tenant_id, ...wanted },
  { client, transaction },
) =>
  transaction(async (tx, caller) => {
    const { user } = caller;
    if ((await countServiceAccounts(tx, tenant_id)) >= serviceAccountLimits.perTenant) {
      throw new AppError('TOO_MANY_SERVICE_ACCOUNTS');
    }
    const workspace_ids = wanted.workspace_ids && [...new Set(wanted.workspace_ids)];
    const checked = { ...wanted, workspace_ids };
    const details = await checkServiceAccount(tx, caller, checked);
    const now = context.clock.now();
    const row = {
      id: context.ids.id('svc'),
      tenant_id,
      name: wanted.name,
      description: wanted.description,
      role: wanted.role,
      role_given_at: now,
      role_given_by: user.id,
      scopes: [...new Set(wanted.scopes)].join(' '),
      all_workspaces: workspace_ids === null ? 1 : 0,
      addresses: [...new Set(wanted.addresses)].join(' '),
      disabled_at: null,
      created_at: now,
      created_by: user.id,
    } as const;
    await insertServiceAccount(tx, row);
    await setServiceAccountWorkspaces(tx, row.id, workspace_ids ?? []);
    await recordEvent(context, tx, {
      action: 'createServiceAccount',
      actor: user,
      client,
      target: serviceAccountTarget(row),
      details,
    });
    return presentServiceAccount(found(await findServiceAccount(tx, tenant_id, row.id, now)));
  });
