import { isOpen } from '#shared/flows/upgrade-flow.ts';
import { type Observation, observedIn } from '#shared/flows/upgrade-observation.ts';
import type { SteadyClock } from '../../../platform/steady-clock.ts';
import type { UpgradeOrder } from '../../../provider/actions.ts';
import type { ServerReading } from '../../../provider/provider.ts';
import { ProviderError } from '../../../provider/provider-error.ts';
import type { RunRow } from '../../../storage/store/hosting/upgrade-runs.ts';
import { orderOf } from '../../../storage/store/stored-columns.ts';
import type { HostingContext } from '../hosting-context.ts';
import { changeOf, observedChange, observedPower, powerRequestOf } from './observed-change.ts';
import { storedOrder } from './pending-order.ts';

/** What a poll could read. */
export interface Fetched {
  observation: Observation;
  order: UpgradeOrder | null;
  serverReading: ServerReading | undefined;
  /** Why a part could not be read. */
  failure: ProviderError | undefined;
  /** Why a change without an order, or a request about the power, was not carried out. */
  message: string | undefined;
}

/** An answer, or why there is none. */
const tried = <Answer>(read: Promise<Answer>): Promise<Answer | ProviderError> =>
  read.catch((error: unknown) => {
    if (error instanceof ProviderError) return error;
    throw error;
  });

const failureOf = (answer: unknown): ProviderError | undefined =>
  answer instanceof ProviderError ? answer : undefined;

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
  const change = changeOf(run, steady);
  if (change) {
    const { after } = change.progress;
    const reading = await tried(provider.getChange({ ...input, after }));
    seen.failure = failureOf(reading);
    if (reading instanceof ProviderError) return seen;
    seen.serverReading = reading.server;
    seen.message = reading.message ?? change.progress.refused ?? undefined;
    seen.observation.change = observedChange(change, reading, steady.now());
    return seen;
  }
  const request = powerRequestOf(run);
  if (request) {
    const reading = await tried(provider.getPower({ ...input, ...request }));
    seen.failure = failureOf(reading);
    if (reading instanceof ProviderError) return seen;
    seen.serverReading = reading.server;
    if (reading.task === 'failed') seen.message = reading.message ?? '';
    const power = observedPower(run, request.action, reading, steady);
    if (power) seen.observation.power = power;
    return seen;
  }
  const { order, server } = observedIn[run.state];
  const asksOrder = order && provider.capabilities.changes === 'order';
  const [answer, reading] = await Promise.all([
    asksOrder ? tried(provider.checkUpgradeOrder(input)) : undefined,
    server ? tried(provider.getServer(input)) : undefined,
  ]);
  seen.failure = failureOf(answer) ?? failureOf(reading);
  if (answer && !(answer instanceof ProviderError)) {
    seen.order = answer.order;
    seen.observation.order = answer.order ? 'pending' : 'none';
    seen.observation.orderChanged = hasChanged(run, answer.order);
  } else if (answer?.reason === 'refused') {
    seen.observation.order = 'unclear';
  }
  if (reading && !(reading instanceof ProviderError)) {
    seen.serverReading = reading;
    const { status, billingcycle, sizes, pending } = reading;
    const hasPendingSizes = Object.values(pending).some((size) => size !== null);
    seen.observation.server = { status, billingCycle: billingcycle, sizes, hasPendingSizes };
  }
  return seen;
};

const hasChanged = (run: RunRow, order: UpgradeOrder | null): boolean =>
  order !== null && JSON.stringify(orderOf(run)) !== JSON.stringify(storedOrder(order));
