import { type HTTPLinkOptions, httpBatchLink, httpLink, type Operation, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '#shared/contract/app-router.ts';
import { maxBatchedReads } from '#shared/rules/limits.ts';
import { operationFacts } from './operation-facts.ts';

type Options = Omit<HTTPLinkOptions<AppRouter['_def']['_config']['$types']>, 'headers'> & {
  headers: (op: Operation) => Record<string, string>;
};

/** Proxies accept URLs of 8,000 characters. A long search goes alone, so that a batch never has to be refused. */
const maxUrlLength = 6_000;
const maxInputLength = 1_000;

/** A call that can be given up goes alone: of a batch, only all calls together could be. */
const mayShare = ({ path, input, signal }: Operation): boolean =>
  operationFacts[path]?.isBatchable === true &&
  !signal &&
  encodeURIComponent(JSON.stringify(input ?? null)).length <= maxInputLength;

interface Waiting {
  op: Operation;
  send: (link: ReturnType<TRPCLink<AppRouter>>) => void;
}

/**
 * Sends each call as a request, but reads that begin together as one (DECISION 0288): those with the same headers, so that
 * each is still sent with its own token, and counts as activity or doesn't. A read that begins alone is sent as it is.
 */
export const readLink =
  ({ headers, ...options }: Options): TRPCLink<AppRouter> =>
  (runtime) => {
    const alone = httpLink<AppRouter>({ ...options, headers: ({ op }) => headers(op) })(runtime);
    let waiting = new Set<Waiting>();

    const sendAll = () => {
      const groups = Map.groupBy(waiting, ({ op }) => JSON.stringify(headers(op)));
      waiting = new Set();
      for (const [, group] of groups) {
        const together = httpBatchLink<AppRouter>({
          ...options,
          headers: ({ opList: [op] }) => headers(op),
          maxItems: maxBatchedReads,
          maxURLLength: maxUrlLength,
        })(runtime);
        for (const { send } of group) send(group.length > 1 ? together : alone);
      }
    };

    return ({ op, next }) => {
      if (!mayShare(op)) return alone({ op, next });
      return observable((observer) => {
        let stop = () => {};
        const mine: Waiting = {
          op,
          send: (link) => {
            const subscription = link({ op, next }).subscribe(observer);
            stop = () => subscription.unsubscribe();
          },
        };
        if (waiting.size === 0) setTimeout(sendAll);
        waiting.add(mine);
        return () => {
          waiting.delete(mine);
          stop();
        };
      });
    };
  };
