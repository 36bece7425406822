import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import {
  findProviderSettings,
  insertProviderSettings,
  replaceProviderSettings,
} from '../../../storage/store/hosting/provider-settings.ts';
import { hasOpenRun } from '../../../storage/store/hosting/upgrade-runs.ts';
import { otherOwners } from '../../../storage/store/identity/users.ts';
import type { Handler } from '../../handler.ts';
import { recordEvent } from '../../recording/record-event.ts';
import { requireLimitApproved } from '../approvals.ts';
import { scopeOf } from '../hosting-context.ts';
import { providerTarget } from '../targets.ts';
import { assertMayUseProvider, assertReachable, mergeSettings, presentSettings } from './settings.ts';

/** The key is encrypted, and only its last characters are ever shown. The account cannot change while a run is open. */
export const updateProviderSettings: Handler<typeof contract.hosting.updateProviderSettings> = async (
  context,
  input,
  { caller, client, transaction },
) => {
  const { tenantId } = caller.user;
  return transaction(async (tx, caller) => {
    const stored = await findProviderSettings(tx, tenantId);
    const next = mergeSettings(context, tenantId, stored, input);
    await assertMayUseProvider(context, tx, next);
    assertReachable(next);
    const moves =
      stored !== undefined &&
      (stored.mode !== next.mode || stored.provider !== next.provider || stored.base_url !== next.base_url);
    if (moves && (await hasOpenRun(tx, scopeOf(stored)))) {
      throw new AppError('STATE_CONFLICT', { reason: 'open_run_in_account' });
    }
    const others = await otherOwners(tx, tenantId, caller.user.id);
    if (stored && others.length > 0) {
      await requireLimitApproved(context, tx, stored, next.approval_limit, caller.user.id);
    }
    const row = { ...next, version: (stored?.version ?? 0) + 1 };
    const isDone = stored
      ? await replaceProviderSettings(tx, row, stored.version)
      : await insertProviderSettings(tx, row);
    if (!isDone) throw new AppError('STATE_CONFLICT', { reason: 'settings_changed' });
    await recordEvent(context, tx, {
      action: 'updateProviderSettings',
      actor: caller.user,
      client,
      target: providerTarget(tenantId, row.mode),
      details: {
        mode: row.mode,
        provider: row.provider,
        base_url: row.base_url,
        new_key: input.key !== undefined,
        allow_private_addresses: row.allow_private_addresses === 1,
        ...(input.currency !== undefined && { currency: row.currency }),
        ...(input.monthly_budget !== undefined && { monthly_budget: input.monthly_budget }),
        ...(input.approval_limit !== undefined && { approval_limit: input.approval_limit }),
        ...(input.tax_percent !== undefined && { tax_percent: input.tax_percent }),
      },
    });
    return presentSettings(row, others.length > 0);
  });
};
