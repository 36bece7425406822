import { createConnections, type ProviderDependencies } from '../provider/connections.ts';
import { openSandboxes } from '../provider/emulator/sandbox.ts';
import { sandboxFile } from '../provider/emulator/sandbox-file.ts';
import type { SecretBox } from '../security/secret-box.ts';
import type { ProviderContext } from '../services/context.ts';
import { reserveProviderTurn } from '../storage/store/hosting/provider-turns.ts';
import type { Foundation } from './foundation.ts';
import { sharedSandboxes } from './shared-sandboxes.ts';

/** @param dependencies in tests, how the provider is reached */
export const composeProvider = (
  { config, folder, installation: { db }, clock, log, stopping }: Foundation,
  secretBox: SecretBox,
  dependencies?: ProviderDependencies,
): ProviderContext => {
  const sandboxes = openSandboxes(db.isShared ? sharedSandboxes(db) : sandboxFile(folder.sandbox), { clock });
  const { connect, usage } = createConnections({
    sandboxes,
    secretBox,
    clock,
    log,
    stopping,
    reserveStart: db.isShared ? (tenant, now, ms) => reserveProviderTurn(db.write, tenant, now, ms) : undefined,
    proxy: config.outgoingProxy,
    dependencies,
  });
  return { sandboxes, provider: connect, providerUsage: usage };
};
