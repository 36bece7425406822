import type { Member } from './team.logic.ts';

/** Who is selected, as they were last seen: a selection outlives the page that it was made on. */
export type Selection = ReadonlyMap<string, Member>;

export const nobody: Selection = new Map();

/** Adds or takes out one or a whole page. */
export const select = (selection: Selection, members: readonly Member[], selected: boolean): Selection => {
  const next = new Map(selection);
  for (const member of members) {
    if (selected) next.set(member.user_id, member);
    else next.delete(member.user_id);
  }
  return next;
};

/** Whether a page is selected: all of it, some of it, or nothing. */
export const selectedOf = (selection: Selection, page: readonly Member[]): 'all' | 'some' | 'none' => {
  const count = page.filter(({ user_id }) => selection.has(user_id)).length;
  return count === 0 ? 'none' : count === page.length ? 'all' : 'some';
};

/** What a page shows by now of those who are selected; the very same selection where that is nothing new. */
export const refreshed = (selection: Selection, page: readonly Member[]): Selection => {
  const stale = page.filter((member) => {
    const known = selection.get(member.user_id);
    return known !== undefined && (known.role !== member.role || known.status !== member.status);
  });
  return stale.length === 0 ? selection : select(selection, stale, true);
};
