import { toCsv } from '#shared/text-input/csv.ts';
import type { Member } from './team.logic.ts';

const columns = ['name', 'email', 'role', 'status', 'last_login', 'user_id'] as const;

/** Members as a CSV table, with the contract's names so that other tools can read it too. */
export const membersCsv = (members: readonly Member[]): string =>
  toCsv([columns, ...members.map((member) => columns.map((column) => member[column]))]);

interface MembersPage {
  users: readonly Member[];
  total: number;
}

const tries = 3;

/** The team kept changing while being read, so the result would miss someone. */
export class ListChangedError extends Error {
  override readonly name = 'ListChangedError';
}

/**
 * Reads every page of a list; each page starts with the last row of the previous one. If that row or the total differs,
 * someone joined or left and rows moved between pages, so it starts over. The result has everyone exactly once.
 * @throws ListChangedError after three tries
 */
export const readAllMembers = async (readPage: (offset: number) => Promise<MembersPage>): Promise<Member[]> => {
  for (let left = tries; left > 0; left -= 1) {
    const all = await readOnce(readPage);
    if (all) return all;
  }
  throw new ListChangedError('The list changed while it was read');
};

/** Undefined if the list changed. */
const readOnce = async (readPage: (offset: number) => Promise<MembersPage>): Promise<Member[] | undefined> => {
  const { users, total } = await readPage(0);
  const all = [...users];
  while (all.length < total) {
    const page = await readPage(all.length - 1);
    const [first, ...further] = page.users;
    if (page.total !== total || first?.user_id !== all.at(-1)?.user_id || further.length === 0) return undefined;
    all.push(...further);
  }
  return all.length === total ? all : undefined;
};
