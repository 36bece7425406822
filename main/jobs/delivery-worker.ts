import { eventLimits, minute, second } from '#shared/rules/limits.ts';
import { remainingWait } from '../platform/remaining-wait.ts';
import type { SystemContext } from '../services/context.ts';
import type { Commit, Topic } from '../storage/database/change-feed.ts';

/** Works off a queue of deliveries to other programs: soon after each commit, and again after failures. */
export interface DeliveryWorker {
  start(): void;
  /** Sends everything that is due; resolves when nothing is left. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

/** Who is sent something. */
export interface Recipient {
  readonly id: string;
  readonly tenant_id: string;
}

/** A queue of deliveries, as far as its worker knows it. */
export interface DeliveryQueue<To extends Recipient, Delivery extends { readonly id: string }> {
  /** What it sends, for the log: 'events'. */
  readonly name: string;
  /** A commit to one of these may have queued something for any recipient. */
  readonly topics: readonly Topic[];
  /** The same, but only for recipients that the last round has found. */
  readonly topicsOfKnown?: readonly Topic[];
  /** Every recipient that may be sent something now. */
  recipients(): Promise<readonly To[]>;
  /** A recipient as it is now; undefined if nothing may be sent to it. */
  find(recipient: To): Promise<To | undefined>;
  /** Queues what isn't queued yet. Returns whether there is more of it. */
  fill?(recipient: To): Promise<boolean>;
  /** Until when nothing is sent to a recipient; null if it isn't paused. */
  pausedUntil?(recipient: To): number | null;
  /** One that fails gets one delivery at a time. */
  isFailing(recipient: To): boolean;
  /** What is due, without what is under way. */
  due(recipient: To, limit: number, underWay: readonly string[]): Promise<readonly Delivery[]>;
  /** Sends a delivery once, and records how that went. */
  attempt(recipient: To, delivery: Delivery, stopping: AbortSignal): Promise<void>;
  /** How long to wait until something can be attempted, in milliseconds; undefined if nothing waits. */
  nextWait(): Promise<number | undefined>;
}

/** Longer than an attempt takes, and than the clocks of two instances differ, in milliseconds. */
export const claimMs = 2 * minute;
/** How long to wait for the next round at least, and at most. */
const roundsMs = { min: 1 * second, max: 1 * minute };
/** How soon after a commit a round begins, so that a bulk operation is one. */
const collectMs = 50;
/** How long a recipient is left alone if its deliveries can't be recorded. */
const troubleMs = 1 * minute;
/** Attempts of all organizations that are under way at a time. */
const atOnceInAll = 200;
/** How long a pause may last, whoever asked for it. */
const longestPauseMs = 60 * minute;

/** How long to wait for the next round, unless there is a commit before. */
export const waitForRound = async ({ nextWait }: { nextWait(): Promise<number | undefined> }): Promise<number> =>
  Math.min(Math.max((await nextWait()) ?? roundsMs.max, roundsMs.min), roundsMs.max);

/** @returns the worker of a queue. It sends nothing before it is started or told to drain the queue */
export const createDeliveryWorker = <To extends Recipient, Delivery extends { readonly id: string }>(
  { db, clock, steady, log }: Pick<SystemContext, 'db' | 'clock' | 'steady' | 'log'>,
  queue: DeliveryQueue<To, Delivery>,
): DeliveryWorker => {
  const stopping = new AbortController();
  /** How many attempts are under way, by tenant. */
  const underWayOf = new Map<string, number>();
  /** Whose recipients the next round serves. */
  const changed = new Set<string>();
  let isForAll = false;
  const serving = new Map<string, Promise<void>>();
  /** Whose changes matter. Undefined until that was read. */
  let tenants: ReadonlySet<string> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let soon: NodeJS.Timeout | undefined;

  /** Recipients whose attempts could not be recorded, and until when they are left alone. */
  const troubled = new Map<string, number>();
  let underWayInAll = 0;

  /** How many more attempts may begin for a recipient. One that fails gets one at a time, and each gets one in any case. */
  const roomFor = (recipient: To, underWay: number): number => {
    const { id, tenant_id } = recipient;
    const paused = queue.pausedUntil?.(recipient) ?? null;
    if (paused !== null && remainingWait(paused, clock.now(), longestPauseMs) > 0) return 0;
    if ((troubled.get(id) ?? 0) > steady.now()) return 0;
    troubled.delete(id);
    const atOnce = (queue.isFailing(recipient) ? 1 : eventLimits.atOnce) - underWay;
    const ofTenant = eventLimits.atOncePerTenant - (underWayOf.get(tenant_id) ?? 0);
    return Math.max(underWay === 0 ? 1 : 0, Math.min(atOnce, ofTenant, atOnceInAll - underWayInAll));
  };

  const count = (tenantId: string, by: 1 | -1): void => {
    underWayInAll += by;
    const now = (underWayOf.get(tenantId) ?? 0) + by;
    if (now === 0) underWayOf.delete(tenantId);
    else underWayOf.set(tenantId, now);
  };

  const attempt = async (recipient: To, delivery: Delivery): Promise<void> => {
    const { tenant_id, id } = recipient;
    count(tenant_id, 1);
    try {
      await queue.attempt(recipient, delivery, stopping.signal);
    } catch (error) {
      // Nothing is known of it, so it would be sent again at once.
      troubled.set(id, steady.now() + troubleMs);
      log.error({ err: error, tenant_id, recipient: id }, `failed to deliver ${queue.name}; will retry`);
    } finally {
      count(tenant_id, -1);
    }
  };

  /** Works off what waits for a recipient until nothing of it is due. */
  const serve = async (found: To): Promise<void> => {
    const underWay = new Map<string, Promise<void>>();
    const find = () => (stopping.signal.aborted ? undefined : queue.find(found));
    for (;;) {
      // What ends during the look may be what others wait for.
      const isLastLook = underWay.size === 0;
      let recipient = await find();
      while (recipient && (await queue.fill?.(recipient))) recipient = await find();
      if (recipient) {
        const limit = roomFor(recipient, underWay.size);
        const due = limit > 0 ? await queue.due(recipient, limit, [...underWay.keys()]) : [];
        for (const delivery of due) {
          const sent = attempt(recipient, delivery).finally(() => underWay.delete(delivery.id));
          underWay.set(delivery.id, sent);
        }
      }
      if (underWay.size > 0) await Promise.race(underWay.values());
      else if (isLastLook) return;
    }
  };

  /** @param only the tenants whose recipients are served; all, if absent */
  const round = async (only?: ReadonlySet<string>): Promise<void> => {
    const recipients = await queue.recipients();
    tenants = new Set(recipients.map(({ tenant_id }) => tenant_id));
    for (const recipient of recipients) {
      const { id, tenant_id } = recipient;
      if (stopping.signal.aborted || serving.has(id) || (only && !only.has(tenant_id))) continue;
      const served = serve(recipient)
        .catch((error: unknown) => log.error({ err: error }, `failed to send ${queue.name}; will retry`))
        .finally(() => serving.delete(id));
      serving.set(id, served);
    }
    arm(recipients.length > 0 ? await waitForRound(queue) : roundsMs.max);
  };

  const run = (only?: ReadonlySet<string>): Promise<void> =>
    round(only).catch((error: unknown) => {
      log.error({ err: error }, `failed to look for ${queue.name} to send; will retry`);
      arm(roundsMs.max);
    });
  const arm = (waitMs: number): void => {
    clearTimeout(timer);
    if (!stopping.signal.aborted) timer = setTimeout(() => void run(), waitMs).unref();
  };
  const runSoon = (): void => {
    soon = undefined;
    const only = isForAll ? undefined : new Set(changed);
    changed.clear();
    isForAll = false;
    void run(only);
  };
  const nudge = ({ everyone, tenants: whose }: Commit): void => {
    if (everyone || whose.size === 0) isForAll = true;
    for (const tenant of whose) changed.add(tenant);
    if (!stopping.signal.aborted) soon ??= setTimeout(runSoon, collectMs).unref();
  };
  const concerns = ({ everyone, tenants: whose }: Commit): boolean =>
    tenants === undefined || everyone || [...whose].some((tenant) => tenants?.has(tenant));

  return {
    start() {
      for (const topic of queue.topicsOfKnown ?? []) {
        db.changes.onCommit(topic, (commit) => {
          if (concerns(commit)) nudge(commit);
        });
      }
      for (const topic of queue.topics) db.changes.onCommit(topic, nudge);
      void run();
    },
    async drain() {
      await Promise.all(serving.values());
      await round();
      await Promise.all(serving.values());
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      clearTimeout(soon);
      await Promise.all(serving.values());
    },
  };
};
