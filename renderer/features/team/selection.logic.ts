import type { Member } from './team.logic.ts';

/** Selected members as last loaded: a selection outlives its page. */
export type Selection = ReadonlyMap<string, Member>;

export const emptySelection: Selection = new Map();

/** Adds or removes one row or a whole page. */
export const select = (selection: Selection, members: readonly Member[], selected: boolean): Selection => {
  const next = new Map(selection);
  for (const member of members) {
    if (selected) next.set(member.user_id, member);
    else next.delete(member.user_id);
  }
  return next;
};

/** Whether a page is fully, partly or not selected. */
export const selectedOf = (selection: Selection, page: readonly Member[]): 'all' | 'some' | 'none' => {
  const count = page.filter(({ user_id }) => selection.has(user_id)).length;
  return count === 0 ? 'none' : count === page.length ? 'all' : 'some';
};

/** Updates selected members from the current page; returns the same selection if nothing changed. */
export const refreshed = (selection: Selection, page: readonly Member[]): Selection => {
  const stale = page.filter((member) => {
    const known = selection.get(member.user_id);
    return known !== undefined && (known.role !== member.role || known.status !== member.status);
  });
  return stale.length === 0 ? selection : select(selection, stale, true);
};
