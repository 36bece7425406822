import type { ProviderName } from '#shared/flows/hosting-providers.ts';
import { second } from '#shared/rules/limits.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import type { SecretBox } from '../security/secret-box.ts';
import type { ProviderSettingsRow } from '../storage/store/hosting/provider-settings.ts';
import { createProvider, type ProviderOptions } from './client.ts';
import { type Sandbox, type Sandboxes, sandboxKey, sandboxUrl } from './emulator/sandbox.ts';
import { createHetznerProvider } from './hetzner/hetzner-provider.ts';
import { createNetworkSend } from './network.ts';
import { createOrderingProvider } from './ordering-provider.ts';
import type { Provider } from './provider.ts';
import type { Send, TransportOptions } from './transport.ts';

/** A tenant's access to its account. */
export interface Connection {
  readonly provider: Provider;
  /** The emulated account. Undefined for a live one. */
  readonly sandbox: Sandbox | undefined;
  /** Aborted once a request has waited long enough for the provider. */
  readonly budget: () => AbortSignal;
}

/** The settings that a connection needs. */
export type ConnectionSettings = Pick<
  ProviderSettingsRow,
  'tenant_id' | 'mode' | 'provider' | 'base_url' | 'sealed_key' | 'allow_private_addresses' | 'version'
>;
export type Connect = (settings: ConnectionSettings) => Connection;

/** Network, delays and randomness, injected so that tests can replace them. */
export interface ProviderDependencies extends Pick<TransportOptions, 'delay' | 'timeoutSignal'> {
  random: () => number;
  /** Defaults to {@link budgetMs}. */
  budget?: () => AbortSignal;
  send: (options: { allowPrivateAddresses: boolean }) => Send;
}

/**
 * DECISION 0117: a request waits no longer than this for the provider, reads and the call that changes something
 * together. Whatever the provider answers to that call later is recorded anyway.
 */
const budgetMs = 8 * second;

export const systemDependencies: ProviderDependencies = {
  delay: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  timeoutSignal: (milliseconds) => AbortSignal.timeout(milliseconds),
  random: Math.random,
  send: createNetworkSend,
};

/** The adapter of each provider: the only place that asks for its name. */
const createLiveProvider = (name: ProviderName, options: ProviderOptions): Provider =>
  name === 'hetzner' ? createHetznerProvider(options) : createOrderingProvider(createProvider(options));

/** The version of settings that are tested before they are stored. Their connection is not cached. */
export const untestedVersion = -1;

/**
 * Creates a tenant's connection from its settings, and caches it until they change: rate limiting applies per account,
 * not per call.
 */
export const createConnect = ({
  sandboxes,
  secretBox,
  clock,
  log,
  stopping,
  reserveStart,
  dependencies = systemDependencies,
}: {
  sandboxes: Sandboxes;
  secretBox: SecretBox;
  clock: Clock;
  log: Logger;
  /** Aborted when the service stops, because then no one waits for the provider. */
  stopping: AbortSignal;
  /** Spaces a tenant's requests over all instances. Undefined if there is only one. */
  reserveStart?: ((tenantId: string, now: number, intervalMs: number) => Promise<number>) | undefined;
  dependencies?: ProviderDependencies | undefined;
}): Connect => {
  const kept = new Map<string, { version: number; allowsPrivate: number; connection: Connection }>();
  const { delay, random, send, budget = () => AbortSignal.timeout(budgetMs) } = dependencies;
  const timeoutSignal = (milliseconds: number): AbortSignal =>
    AbortSignal.any([dependencies.timeoutSignal(milliseconds), stopping]);
  const common = { clock, log, delay, timeoutSignal, random };

  const make = (settings: ConnectionSettings): Connection => {
    if (settings.mode === 'sandbox') {
      const sandbox = sandboxes.account(settings.tenant_id);
      // The emulator needs no rate limit.
      const client = createProvider({
        ...common,
        url: sandboxUrl,
        key: sandboxKey,
        send: sandbox.send,
        intervalMs: 0,
      });
      return { provider: createOrderingProvider(client), sandbox, budget };
    }
    const provider = createLiveProvider(settings.provider, {
      ...common,
      url: settings.base_url,
      key: settings.sealed_key === null ? '' : secretBox.open('provider_settings.sealed_key', settings),
      send: send({ allowPrivateAddresses: settings.allow_private_addresses === 1 }),
      reserveStart: reserveStart && ((now, intervalMs) => reserveStart(settings.tenant_id, now, intervalMs)),
    });
    return { provider, sandbox: undefined, budget };
  };

  return (settings) => {
    const { tenant_id, version, allow_private_addresses: allowsPrivate } = settings;
    const known = kept.get(tenant_id);
    if (known?.version === version && known.allowsPrivate === allowsPrivate) return known.connection;
    const connection = make(settings);
    if (version !== untestedVersion) kept.set(tenant_id, { version, allowsPrivate, connection });
    return connection;
  };
};
