import { isOpen } from '#shared/flows/upgrade-flow.ts';
import { type Observation, observedIn } from '#shared/flows/upgrade-observation.ts';
import type { SteadyClock } from '../../../platform/steady-clock.ts';
import type { UpgradeOrder } from '../../../provider/actions.ts';
import type { ServerReading } from '../../../provider/provider.ts';
import { ProviderError } from '../../../provider/provider-error.ts';
import type { RunRow } from '../../../storage/store/hosting/upgrade-runs.ts';
import { orderOf } from '../../../storage/store/stored-columns.ts';
import type { HostingContext } from '../hosting-context.ts';
import { changeOf, observedChange } from './observed-change.ts';
import { storedOrder } from './pending-order.ts';

/** What a poll could read. */
export interface Fetched {
  observation: Observation;
  order: UpgradeOrder | null;
  serverReading: ServerReading | undefined;
  /** Why a part could not be read. */
  failure: ProviderError | undefined;
  /** Why a change without an order was not made. */
  message: string | undefined;
}

/** Reads what a run's state needs. What could be read counts, even if the rest could not. */
export const fetchObservation = async (
  { provider }: HostingContext,
  run: RunRow,
  steady: SteadyClock,
): Promise<Fetched> => {
  const seen: Fetched = {
    observation: {},
    order: null,
    serverReading: undefined,
    failure: undefined,
    message: undefined,
  };
  if (!isOpen(run.state)) return seen;
  const input = { serviceid: run.service_id };
  const attempt = async <Answer>(read: () => Promise<Answer>): Promise<Answer | undefined> => {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      seen.failure ??= error;
      return undefined;
    }
  };
  const change = changeOf(run, steady);
  if (change) {
    const { after } = change.progress;
    const reading = await attempt(() => provider.getChange({ ...input, after }));
    if (!reading) return seen;
    seen.serverReading = reading.server;
    seen.message = reading.message ?? change.progress.refused ?? undefined;
    seen.observation.change = observedChange(change, reading, steady.now());
    return seen;
  }
  const { order, server } = observedIn[run.state];
  const answer =
    order && provider.capabilities.changes === 'order'
      ? await attempt(() => provider.checkUpgradeOrder(input))
      : undefined;
  if (answer) {
    seen.order = answer.order;
    seen.observation.order = answer.order ? 'pending' : 'none';
    seen.observation.orderChanged = hasChanged(run, answer.order);
  } else if (seen.failure?.reason === 'refused') {
    // Only the order has been asked for so far.
    seen.observation.order = 'unclear';
  }
  seen.serverReading = server ? await attempt(() => provider.getServer(input)) : undefined;
  if (seen.serverReading) {
    const { status, billingcycle, sizes, pending } = seen.serverReading;
    const hasPendingSizes = Object.values(pending).some((size) => size !== null);
    seen.observation.server = { status, billingCycle: billingcycle, sizes, hasPendingSizes };
  }
  return seen;
};

const hasChanged = (run: RunRow, order: UpgradeOrder | null): boolean =>
  order !== null && JSON.stringify(orderOf(run)) !== JSON.stringify(storedOrder(order));
