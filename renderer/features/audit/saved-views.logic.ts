import { z } from 'zod';
import { type AuditSearch, readAuditSearch } from '../../search-params.ts';

/** Filters of the audit log under a name of the user's. */
export interface SavedView {
  name: string;
  search: AuditSearch;
}

/** How many views there may be. */
const kept = 30;

export const viewName = z.string().trim().min(1).max(60);
const stored = z.array(z.object({ name: viewName, search: z.record(z.string(), z.unknown()) }));

/** The filters of a search, without the page. */
const filtersOf = (search: AuditSearch): AuditSearch => readAuditSearch({ ...search, page: undefined });

/** What is stored; nothing if it can't be read. */
export const readViews = (text: string | undefined): SavedView[] => {
  try {
    return stored.parse(JSON.parse(text ?? '[]')).map(({ name, search }) => ({ name, search: filtersOf(search) }));
  } catch {
    // Another version wrote it, or someone by hand.
    return [];
  }
};

/** Adds a view, or replaces the one with this name. The newest comes first, and drops the oldest. */
export const withView = (views: readonly SavedView[], { name, search }: SavedView): SavedView[] =>
  [{ name, search: filtersOf(search) }, ...withoutView(views, name)].slice(0, kept);

export const withoutView = (views: readonly SavedView[], name: string): SavedView[] =>
  views.filter((view) => view.name !== name);

/** The view with exactly these filters. */
export const viewOf = (views: readonly SavedView[], search: AuditSearch): SavedView | undefined => {
  const wanted = JSON.stringify(filtersOf(search));
  return views.find((view) => JSON.stringify(view.search) === wanted);
};
