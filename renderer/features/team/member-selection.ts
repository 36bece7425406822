import { type Selection, selectionsOf } from '../../components/selection.logic.ts';
import type { Member } from './team.logic.ts';

export type MemberSelection = Selection<Member>;
export const emptySelection: MemberSelection = new Map();
export const { select, selectedOf, refreshed } = selectionsOf<Member>(
  ({ user_id }) => user_id,
  (known, { role, status }) => known.role === role && known.status === status,
);
