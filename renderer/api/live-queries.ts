import type { Query, QueryClient } from '@tanstack/react-query';
import type { LiveTopic } from '#shared/contract/live-topics.ts';
import type { ChangeTimes } from './live.ts';
import { operationFacts } from './operation-facts.ts';

/** The operation of a query, such as `team.listMembers`. tRPC's keys begin with its path. */
const pathOf = ({ queryKey: [path] }: Query): string => (Array.isArray(path) ? path.join('.') : '');

/** What changes the answer of a query. */
const topicsOf = (query: Query): readonly LiveTopic[] => operationFacts[pathOf(query)]?.topics ?? [];

/** Reloads what has changed. */
export interface LiveQueries {
  /**
   * Reloads what is on the screen, and marks the rest to be loaded again when it is shown.
   * @param at when they changed at the latest: what was asked for since shows it
   */
  refresh: (topics: readonly LiveTopic[], at?: ChangeTimes) => void;
  /**
   * The same for all that the service tells of, after a change of one's own: the stream of changes may be slow, or not get
   * through. Call it when the change is answered, and the result once its screen has had its turn, so that what the screen
   * asks for again by itself isn't asked for twice.
   */
  afterChange: () => () => void;
  /** Whether calls of an operation are made only for such a reload, so that they must not count as activity. */
  isRefreshing: (path: string) => boolean;
}

/** @param now in milliseconds since the epoch */
export const createLiveQueries = (queryClient: QueryClient, now: () => number): LiveQueries => {
  const cache = queryClient.getQueryCache();
  const askedAt = new WeakMap<Query, number>();
  cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'fetch') askedAt.set(event.query, now());
  });
  const refreshing = new Set<Query>();
  /** Changed again during their reload. */
  const again = new Set<Query>();

  /** Waits for each answer, so that frequent changes can't keep a slow one from ever arriving. */
  const reload = async (query: Query): Promise<void> => {
    again.add(query);
    if (refreshing.has(query)) return;
    refreshing.add(query);
    while (again.delete(query)) {
      // The screen shows its failure.
      await queryClient.refetchQueries({ predicate: (other) => other === query });
    }
    refreshing.delete(query);
  };

  const invalidate = (isAffected: (query: Query) => boolean): void => {
    const affected = new Set(cache.findAll({ predicate: isAffected }));
    void queryClient.invalidateQueries({ predicate: (query) => affected.has(query), refetchType: 'none' });
    for (const query of affected) if (query.isActive()) void reload(query);
  };

  return {
    refresh: (topics, at = {}) => {
      const changed = new Set(topics);
      invalidate((query) => {
        const asked = query.state.status === 'error' ? undefined : askedAt.get(query);
        return topicsOf(query).some(
          (topic) => changed.has(topic) && !((asked ?? 0) > (at[topic] ?? Number.POSITIVE_INFINITY)),
        );
      });
    },
    afterChange: () => {
      const before = new Map(cache.getAll().map((query) => [query, { asked: query.promise, state: query.state }]));
      /** Asked for again since, or told by the answer of the change. */
      const isNew = (query: Query): boolean => {
        const known = before.get(query);
        if (!known || query.state.fetchStatus === 'fetching') return query.promise !== known?.asked;
        return known.state.fetchStatus === 'idle' && query.state.dataUpdateCount > known.state.dataUpdateCount;
      };
      return () => invalidate((query) => topicsOf(query).length > 0 && !isNew(query));
    },
    isRefreshing: (path) => {
      const fetching = cache.findAll({ fetchStatus: 'fetching', predicate: (query) => pathOf(query) === path });
      return fetching.length > 0 && fetching.every((query) => refreshing.has(query));
    },
  };
};
