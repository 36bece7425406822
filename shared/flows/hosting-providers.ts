import { defaultBaseUrl, defaultCurrency } from './hosting.ts';
import { type PowerAction, powerActions } from './power.ts';

/**
 * The hosting providers that Castellan knows, and what each can do. DECISION 0202: services and the console ask for
 * capabilities, never for a provider's name. Pure.
 */

export const providerNames = ['hostwinds', 'hetzner'] as const;
export type ProviderName = (typeof providerNames)[number];

/** The provider of seed 001, and of every connection that was made before there was a choice. */
export const defaultProvider: ProviderName = 'hostwinds';

export interface Capabilities {
  /**
   * `order`: an upgrade is an order with an invoice. It is applied once it is paid. `immediate`: a change of plan begins
   * right away, and there is no invoice for it.
   */
  readonly changes: 'order' | 'immediate';
  /** Whether a changed server waits to be confirmed, and can be reverted until then. */
  readonly revertWindow: boolean;
  /** Whether a change turns the server off for a while. `possible`: the provider may say more about it. */
  readonly restarts: 'possible' | 'always';
  /** Whether the disk stays as it is, so that going back to a smaller plan remains possible. */
  readonly keepsDisk: boolean;
  /** Whether a server has one of several billing cycles. */
  readonly billingCycles: boolean;
  /** Whether a server can be managed by the provider. */
  readonly serviceLevels: boolean;
  /** Whether servers of one plan have one price. Otherwise it also depends on what only the provider knows. */
  readonly planPrices: boolean;
  /** What it can do with a server's power. Empty if its interface has nothing for that. */
  readonly power: readonly PowerAction[];
}

interface HostingProvider {
  /** Its own name. Never translated. */
  readonly label: string;
  readonly baseUrl: string;
  /** Where people see their servers and invoices. Null if that is at the origin of the API. */
  readonly clientArea: string | null;
  /** The path in the client area that an invoice's number is added to. Null if there are no invoices to pay. */
  readonly invoicePath: string | null;
  /** Of accounts whose API names none (ISO 4217). Null if it always names one. */
  readonly currency: string | null;
  /** No one has run this on a real account yet. */
  readonly isExperimental: boolean;
  readonly capabilities: Capabilities;
}

export const hostingProviders: Readonly<Record<ProviderName, HostingProvider>> = {
  hostwinds: {
    label: 'Hostwinds',
    baseUrl: defaultBaseUrl,
    clientArea: null,
    // Where client areas of this kind (WHMCS) show an invoice.
    invoicePath: '/viewinvoice.php?id=',
    currency: defaultCurrency,
    isExperimental: false,
    capabilities: {
      changes: 'order',
      revertWindow: true,
      restarts: 'possible',
      keepsDisk: false,
      billingCycles: true,
      serviceLevels: true,
      planPrices: true,
      power: [],
    },
  },
  hetzner: {
    label: 'Hetzner Cloud',
    baseUrl: 'https://api.hetzner.cloud/v1',
    clientArea: 'https://console.hetzner.cloud',
    invoicePath: null,
    currency: null,
    isExperimental: true,
    capabilities: {
      changes: 'immediate',
      revertWindow: false,
      restarts: 'always',
      keepsDisk: true,
      billingCycles: false,
      serviceLevels: false,
      planPrices: false,
      power: powerActions,
    },
  },
};

export const capabilitiesOf = (provider: ProviderName): Capabilities => hostingProviders[provider].capabilities;
