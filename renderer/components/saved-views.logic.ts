import { z } from 'zod';

/** Filters of a list under a name of the user's. */
export interface SavedView<Search> {
  name: string;
  search: Search;
}

/** Reads the filters of a search, and nothing else of it, such as the page. */
export type ReadFilters<Search> = (search: Record<string, unknown>) => Search;

/** How many views there may be. */
const kept = 30;

export const viewName = z.string().trim().min(1).max(60);
const stored = z.array(z.object({ name: viewName, search: z.record(z.string(), z.unknown()) }));

/** What is stored; nothing if it can't be read. */
export const readViews = <Search>(text: string | undefined, read: ReadFilters<Search>): SavedView<Search>[] => {
  try {
    return stored.parse(JSON.parse(text ?? '[]')).map(({ name, search }) => ({ name, search: read(search) }));
  } catch {
    // Another version wrote it, or someone by hand.
    return [];
  }
};

/** Adds a view, or replaces the one with this name. The newest comes first, and drops the oldest. */
export const withView = <Search>(views: readonly SavedView<Search>[], view: SavedView<Search>): SavedView<Search>[] =>
  [view, ...withoutView(views, view.name)].slice(0, kept);

export const withoutView = <Search>(views: readonly SavedView<Search>[], name: string): SavedView<Search>[] =>
  views.filter((view) => view.name !== name);

/** The view with exactly these filters. */
export const viewOf = <Search>(views: readonly SavedView<Search>[], filters: Search): SavedView<Search> | undefined => {
  const wanted = JSON.stringify(filters);
  return views.find((view) => JSON.stringify(view.search) === wanted);
};
