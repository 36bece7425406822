import type { z } from 'zod';
import { lowerAscii } from '#shared/text-input/ascii-case.ts';
import type { Logger } from '../platform/logger.ts';
import type { Errand } from './account-turns.ts';
import { type ActionInput, type ActionMethod, type ActionResult, actions } from './actions.ts';
import { type ActionSuccess, type Envelope, openEnvelope } from './envelope.ts';
import { saysNoOrder } from './no-order.ts';
import type { OrderClient } from './order-client.ts';
import { ProviderError } from './provider-error.ts';
import type { CountCall } from './provider-usage.ts';
import { type RetryOptions, retryRead } from './retries.ts';
import { describeUnreadable, type Unreadable } from './rows.ts';
import { createTransport, type Transport, type TransportOptions } from './transport.ts';

export interface ProviderOptions extends TransportOptions, RetryOptions {
  log: Logger;
  /** For metrics. */
  count: CountCall;
}

type ReadMethod = {
  [Method in ActionMethod]: (typeof actions)[Method]['kind'] extends 'read' ? Method : never;
}[ActionMethod];
type WriteMethod = Exclude<ActionMethod, ReadMethod>;

/** Whether an answer of check_upgrade_order says that no order is pending. */
const isNoOrder = (error: unknown): boolean =>
  error instanceof ProviderError &&
  error.action === actions.checkUpgradeOrder.name &&
  error.reason === 'refused' &&
  saysNoOrder(error.providerMessage ?? '');

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === false ||
  value === 0 ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** Unwraps a list with a single member. Returns anything else as is. */
const single = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  const [key, ...others] = Object.keys(value);
  return key === '0' && others.length === 0 ? Object.values(value)[0] : value;
};

/** The client of one account at the provider. Never exposes a key, a parameter or a raw response. */
export const createProvider = (options: ProviderOptions): OrderClient =>
  createClient(options, createTransport(options), { priority: 'poll' });

const createClient = (options: ProviderOptions, transport: Transport, errand: Errand): OrderClient => {
  const { log } = options;

  const call = async <Method extends ActionMethod>(method: Method, input: ActionInput<Method>): Promise<Envelope> => {
    const { name, input: schema } = actions[method];
    const answer = transport(name, errand, schema.parse(input));
    return options.count(answer.then(({ status, text }) => openEnvelope(name, status, text)));
  };

  const report = (error: unknown, tries: number): void => {
    if (!(error instanceof ProviderError) || isNoOrder(error)) return;
    const { action, kind, reason, sent, code, field, providerMessage } = error;
    log.warn(
      { action, kind, reason, sent, code, field, provider_message: providerMessage, tries },
      'provider request failed',
    );
  };

  /** Retries reads where waiting may help. */
  const callAgain = <Method extends ReadMethod>(method: Method, input: ActionInput<Method>): Promise<Envelope> =>
    retryRead(options, () => call(method, input), report);

  const notUnderstood = (method: ActionMethod, unreadable?: Unreadable): ProviderError => {
    const error = new ProviderError(actions[method].name, 'unexpected_shape', { sent: true, unreadable });
    report(error, 1);
    return error;
  };

  /** Parses a value. */
  const parse = <Output extends z.ZodType>(method: ActionMethod, output: Output, value: unknown): z.output<Output> => {
    const result = output.safeParse(value);
    if (!result.success) throw notUnderstood(method, describeUnreadable(value, result.error));
    return result.data;
  };

  /** Logs rows that can't be read by their fields: only the caller sees the rest. */
  const reportRows = (method: ActionMethod, rows: readonly (Unreadable & { position: number })[]): void => {
    if (rows.length === 0) return;
    const named = rows.slice(0, 20).map(({ position, field, value }) => ({ position, field, value }));
    log.warn({ action: actions[method].name, rows: named }, 'rows could not be read');
  };

  /** Parses the value of `success`, or the response itself if `bare` allows that. */
  const readAs = async <Method extends ReadMethod>(
    method: Method,
    input: ActionInput<Method>,
    prepare: (value: unknown) => unknown = (value) => value,
    bare = false,
  ): Promise<z.output<(typeof actions)[Method]['output']>> => {
    const envelope = await callAgain(method, input);
    // An empty response is not an empty list: servers would appear to be deleted.
    const isRead = envelope.kind === 'value' || (envelope.kind === 'bare' && bare && !isEmpty(envelope.value));
    if (!isRead) throw notUnderstood(method);
    return parse(method, actions[method].output, prepare(envelope.value)) as z.output<
      (typeof actions)[Method]['output']
    >;
  };

  /** Sends a state change once. A response that names neither the action nor its success message proves nothing. */
  const change = async <Method extends WriteMethod>(
    method: Method,
    input: ActionInput<Method>,
  ): Promise<ActionResult> => {
    const { display, success } = actions[method];
    const envelope = await call(method, input).catch((error: unknown) => {
      report(error, 1);
      throw error;
    });
    const isProof = ({ action, message }: ActionSuccess): boolean =>
      lowerAscii(action ?? '') === lowerAscii(display) || success.test(message);
    const own = envelope.kind === 'results' ? envelope.results.find(isProof) : undefined;
    if (!own) throw notUnderstood(method);
    return { message: own.message };
  };

  return {
    on: (errand) => createClient(options, transport, errand),
    async getPriceList(input) {
      const list = await readAs('getPriceList', input);
      reportRows('getPriceList', list.unreadable);
      return list;
    },
    getBillingcyclePrices: (input) => readAs('getBillingcyclePrices', input, undefined, true),
    upgradeInstance: (input) => change('upgradeInstance', input),
    upgradeServer: (input) => change('upgradeServer', input),
    async checkUpgradeOrder(input) {
      let envelope: Envelope;
      try {
        envelope = await callAgain('checkUpgradeOrder', input);
      } catch (error) {
        if (isNoOrder(error)) return { order: null };
        throw error;
      }
      if (envelope.kind !== 'value') throw notUnderstood('checkUpgradeOrder');
      if (isEmpty(envelope.value)) return { order: null };
      return { order: parse('checkUpgradeOrder', actions.checkUpgradeOrder.output, envelope.value) };
    },
    async checkUpgradeReboot(input) {
      const envelope = await callAgain('checkUpgradeReboot', input);
      if (envelope.kind !== 'value') throw notUnderstood('checkUpgradeReboot');
      // Seed 001 doesn't show the response if no reboot is needed, so trust only a plain yes.
      return { reboot: envelope.value === true ? 'likely' : 'unknown' };
    },
    confirmUpgrade: (input) => change('confirmUpgrade', input),
    revertUpgrade: (input) => change('revertUpgrade', input),
    changeBillingCycle: (input) => change('changeBillingCycle', input),
    upgradeToManaged: (input) => change('upgradeToManaged', input),
    downgradeToUnmanaged: (input) => change('downgradeToUnmanaged', input),
    async getInstances() {
      const envelope = await callAgain('getInstances', {});
      // An account without servers may answer with a bare empty list.
      const isRead =
        envelope.kind === 'value' ||
        (envelope.kind === 'bare' && (Array.isArray(envelope.value) || !isEmpty(envelope.value)));
      if (!isRead) throw notUnderstood('getInstances');
      const list = parse('getInstances', actions.getInstances.output, envelope.value);
      const [first] = list.unreadable;
      // Without a single server, this may be another interface.
      if (first && list.servers.length === 0) throw notUnderstood('getInstances', first);
      reportRows('getInstances', list.unreadable);
      return list;
    },
    async getInstance(input) {
      const server = await readAs('getInstance', input, single, true);
      // Never mistake another server's state for this one's.
      if (server.serviceid !== input.serviceid) throw notUnderstood('getInstance');
      return server;
    },
  };
};
