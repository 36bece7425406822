import { toCsv } from '#shared/text-input/csv.ts';
import type { Member } from './team.logic.ts';

const columns = ['name', 'email', 'role', 'guest', 'status', 'last_login', 'user_id'] as const;

/** Members as a CSV table, with the contract's names so that other tools can read it too. */
export const membersCsv = (members: readonly Member[]): string =>
  toCsv([
    columns,
    ...members.map((member) => columns.map((column) => (column === 'guest' ? member.guest === true : member[column]))),
  ]);
