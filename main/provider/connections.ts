import type { ProviderName } from '#shared/flows/hosting-providers.ts';
import { second } from '#shared/rules/limits.ts';
import type { Clock } from '../platform/clock.ts';
import type { OutgoingProxy } from '../platform/gate/outgoing-proxy.ts';
import type { Logger } from '../platform/logger.ts';
import type { SecretBox } from '../security/secret-box.ts';
import type { ProviderSettingsRow } from '../storage/store/hosting/provider-settings.ts';
import { type AccountTurns, createAccountTurns, type TurnOptions } from './account-turns.ts';
import { createProvider, type ProviderOptions } from './client.ts';
import { type Sandbox, type Sandboxes, sandboxKey, sandboxUrl } from './emulator/sandbox.ts';
import { createHetznerProvider } from './hetzner/hetzner-provider.ts';
import { createNetworkSend } from './network.ts';
import { createOrderingProvider } from './ordering-provider.ts';
import type { Provider } from './provider.ts';
import { createProviderUsage, type ProviderUsage } from './provider-usage.ts';
import type { RetryOptions } from './retries.ts';
import type { Send, TransportOptions } from './transport.ts';

/** A tenant's access to its account. */
export interface Connection {
  readonly provider: Provider;
  /** The emulated account. Undefined for a live one. */
  readonly sandbox: Sandbox | undefined;
  /** Aborted once a request has taken so long that its caller is answered. */
  readonly patience: () => AbortSignal;
}

/** The settings that a connection needs. */
export type ConnectionSettings = Pick<
  ProviderSettingsRow,
  'tenant_id' | 'mode' | 'provider' | 'base_url' | 'sealed_key' | 'allow_private_addresses' | 'version'
>;
export type Connect = (settings: ConnectionSettings) => Connection;

/** The connections of all tenants. */
export interface Connections {
  readonly connect: Connect;
  readonly usage: ProviderUsage;
}

/** Network, delays and randomness, injected so that tests can replace them. */
export interface ProviderDependencies extends Pick<TransportOptions, 'timeoutSignal'>, RetryOptions {
  /** Defaults to {@link patienceMs}. */
  patience?: () => AbortSignal;
  send: (options: { allowPrivateAddresses: boolean; proxy: OutgoingProxy | undefined }) => Send;
}

/** DECISION 0117: after so long, who asked for a change gets the run as it is. The change goes on. */
export const patienceMs = 8 * second;

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
 * Creates a tenant's connection from its settings, and caches it until they change.
 */
export const createConnections = ({
  sandboxes,
  secretBox,
  clock,
  log,
  stopping,
  reserveStart,
  proxy,
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
  /** Through which requests leave. Undefined for none. */
  proxy?: OutgoingProxy | undefined;
  dependencies?: ProviderDependencies | undefined;
}): Connections => {
  const kept = new Map<string, { version: number; allowsPrivate: number; connection: Connection }>();
  const { delay, random, send, patience = () => AbortSignal.timeout(patienceMs) } = dependencies;
  const timeoutSignal = (milliseconds: number): AbortSignal =>
    AbortSignal.any([dependencies.timeoutSignal(milliseconds), stopping]);
  const keptTurns = new Map<string, { account: string; turns: AccountTurns }>();
  const usage = createProviderUsage(() => [...keptTurns.values()].map(({ turns }) => turns));
  const common = { clock, log, delay, timeoutSignal, random, count: usage.count };

  /** The turns of an account outlive its settings: another key or budget doesn't renew what may be sent. */
  const turnsOf = ({ tenant_id, mode, base_url, version }: ConnectionSettings): AccountTurns => {
    const account = mode === 'sandbox' ? sandboxUrl : base_url;
    const known = keptTurns.get(tenant_id);
    if (known?.account === account) return known.turns;
    const reserve: TurnOptions['reserveStart'] =
      reserveStart && ((now, intervalMs) => reserveStart(tenant_id, now, intervalMs));
    // The emulator needs no rate limit.
    const rate = mode === 'sandbox' ? { intervalMs: 0 } : { reserveStart: reserve };
    const turns = createAccountTurns({ clock, delay, ...rate });
    if (version !== untestedVersion) keptTurns.set(tenant_id, { account, turns });
    return turns;
  };

  const make = (settings: ConnectionSettings): Connection => {
    if (settings.mode === 'sandbox') {
      const sandbox = sandboxes.account(settings.tenant_id);
      const client = createProvider({
        ...common,
        url: sandboxUrl,
        key: sandboxKey,
        send: sandbox.send,
        turns: turnsOf(settings),
      });
      return { provider: createOrderingProvider(client), sandbox, patience };
    }
    const provider = createLiveProvider(settings.provider, {
      ...common,
      url: settings.base_url,
      key: settings.sealed_key === null ? '' : secretBox.open('provider_settings.sealed_key', settings),
      send: send({ allowPrivateAddresses: settings.allow_private_addresses === 1, proxy }),
      turns: turnsOf(settings),
    });
    return { provider, sandbox: undefined, patience };
  };

  const connect: Connect = (settings) => {
    const { tenant_id, version, allow_private_addresses: allowsPrivate } = settings;
    const known = kept.get(tenant_id);
    if (known?.version === version && known.allowsPrivate === allowsPrivate) return known.connection;
    const connection = make(settings);
    if (version !== untestedVersion) kept.set(tenant_id, { version, allowsPrivate, connection });
    return connection;
  };
  return { connect, usage };
};
