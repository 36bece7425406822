import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { ProviderError } from '../../../provider/provider-error.ts';
import { findProviderSettings } from '../../../storage/store/hosting/provider-settings.ts';
import type { Handler } from '../../handler.ts';
import { recordOutcome } from '../../recording/record-outcome.ts';
import { connectTo } from '../hosting-context.ts';
import { providerTarget } from '../targets.ts';
import { assertMayUseProvider, mergeSettings } from './settings.ts';

/** Requests the server list and reports what is wrong. Stores only the fact that someone tried. */
export const testProviderConnection: Handler<typeof contract.hosting.testProviderConnection> = async (
  context,
  input,
  { caller, client, transaction },
) => {
  const { tenantId } = caller.user;
  // The stored key goes out with the request: check the caller right before.
  const stored = await transaction((tx) => findProviderSettings(tx, tenantId));
  const mode = input.mode ?? stored?.mode;
  if (mode === undefined) throw new AppError('PROVIDER_NOT_CONNECTED');
  const tried = mergeSettings(context, tenantId, stored, { ...input, mode });
  await assertMayUseProvider(context, context.db.read, tried);
  const { provider } = await connectTo(context, tried);
  const verdict = await provider
    .on({ priority: 'click' })
    .listServers()
    .then(
      ({ servers, unreadable }) => ({
        ok: true,
        reason: null,
        message: null,
        servers: servers.length + unreadable.length,
      }),
      (error: unknown) => {
        if (!(error instanceof ProviderError)) throw error;
        return { ok: false, reason: error.reason, message: error.providerMessage ?? error.field, servers: null };
      },
    );
  await recordOutcome(context, {
    action: 'testProviderConnection',
    actor: caller.user,
    client,
    target: providerTarget(tenantId, mode),
    details: { mode, provider: tried.provider, base_url: tried.base_url, ok: verdict.ok, reason: verdict.reason },
  });
  return verdict;
};
