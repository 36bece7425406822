import type { contract } from '#shared/contract/index.ts';
import { mayDoMore } from '#shared/rules/service-account-reach.ts';
import { AppError } from '#shared/texts/errors.ts';
import { fieldError } from '#shared/texts/field-reasons.ts';
import { found } from '../../platform/app-error.ts';
import { listGrantedToAccount } from '../../storage/store/custom-roles/granted.ts';
import {
  findServiceAccount,
  setServiceAccountWorkspaces,
  updateServiceAccount as updateRow,
} from '../../storage/store/service-accounts/service-accounts.ts';
import type { Handler } from '../handler.ts';
import { findGovernedAccount } from '../identity/find-governed-account.ts';
import { recordEvent, serviceAccountTarget } from '../recording/record-event.ts';
import { checkServiceAccount } from './check-service-account.ts';
import { notifyOfMore } from './notify-of-more.ts';
import { presentServiceAccount } from './present-service-account.ts';

/** Changes a service account. Each of its requests reads what it may do, so the next one is already judged by this. */
export const updateServiceAccount: Handler<typeof contract.serviceAccounts.updateServiceAccount> = async (
  context,
  { tenant_id, account_id, password, ...change },
  { client, confirmPassword, transaction },
) => {
  if (password !== undefined) await confirmPassword(password);
  return transaction(async (tx, caller) => {
    const { user } = caller;
    const now = context.clock.now();
    const before = presentServiceAccount(await findGovernedAccount(tx, caller, account_id, now));
    const wanted = {
      name: change.name ?? before.name,
      description: change.description ?? before.description,
      role: change.role ?? before.role,
      scopes: [...new Set(change.scopes ?? before.scopes)],
      workspace_ids: change.workspace_ids === undefined ? before.workspace_ids : change.workspace_ids,
      addresses: [...new Set(change.addresses ?? before.addresses)],
    };
    const workspace_ids = wanted.workspace_ids && [...new Set(wanted.workspace_ids)];
    const details = await checkServiceAccount(
      tx,
      caller,
      { ...wanted, workspace_ids },
      await listGrantedToAccount(tx, account_id),
    );
    await updateRow(tx, tenant_id, account_id, {
      name: wanted.name,
      description: wanted.description,
      role: wanted.role,
      ...(wanted.role !== before.role && { role_given_at: now, role_given_by: user.id }),
      scopes: wanted.scopes.join(' '),
      all_workspaces: workspace_ids === null ? 1 : 0,
      addresses: wanted.addresses.join(' '),
    });
    await setServiceAccountWorkspaces(tx, account_id, workspace_ids ?? []);
    const after = presentServiceAccount(found(await findServiceAccount(tx, tenant_id, account_id, now)));
    const more = mayDoMore(before, after);
    if (more && password === undefined) {
      throw new AppError('VALIDATION_FAILED', { errors: [fieldError('password', { reason: 'required' })] });
    }
    const fields = ['name', 'description', 'role', 'scopes', 'workspace_ids', 'addresses'] as const;
    const changed = fields.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name])).join(', ');
    await recordEvent(context, tx, {
      action: 'updateServiceAccount',
      actor: user,
      client,
      target: serviceAccountTarget({ id: account_id, name: wanted.name }),
      details: { ...details, changed, may_do_more: more },
    });
    await notifyOfMore(context, tx, tenant_id, { by: user, client }, before, after);
    return after;
  });
};
