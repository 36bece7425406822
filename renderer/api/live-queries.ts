import type { Query, QueryClient } from '@tanstack/react-query';
import { operations } from '#shared/contract/index.ts';
import type { LiveTopic } from '#shared/contract/live-topics.ts';

const topicsOf = new Map<string, readonly LiveTopic[]>(
  operations.flatMap(({ feature, name, operation: { topics } }) =>
    topics ? [[`${feature}.${name}`, topics] as const] : [],
  ),
);

/** The operation of a query, such as `team.listMembers`. tRPC's keys begin with its path. */
const pathOf = ({ queryKey: [path] }: Query): string => (Array.isArray(path) ? path.join('.') : '');

/** Reloads what others have changed. */
export interface LiveQueries {
  /** Reloads what is on the screen, and marks the rest to be loaded again when it is shown. */
  refresh: (topics: readonly LiveTopic[]) => void;
  /** Whether calls of an operation are made only for such a reload, so that they must not count as activity. */
  isRefreshing: (path: string) => boolean;
}

export const createLiveQueries = (queryClient: QueryClient): LiveQueries => {
  const cache = queryClient.getQueryCache();
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

  return {
    refresh: (topics) => {
      const changed = new Set(topics);
      const affected = new Set(
        cache.findAll({
          predicate: (query) => topicsOf.get(pathOf(query))?.some((topic) => changed.has(topic)) ?? false,
        }),
      );
      void queryClient.invalidateQueries({ predicate: (query) => affected.has(query), refetchType: 'none' });
      for (const query of affected) if (query.isActive()) void reload(query);
    },
    isRefreshing: (path) => {
      const fetching = cache.findAll({ fetchStatus: 'fetching', predicate: (query) => pathOf(query) === path });
      return fetching.length > 0 && fetching.every((query) => refreshing.has(query));
    },
  };
};
