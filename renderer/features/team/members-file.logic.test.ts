import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { ListChangedError, membersCsv, readAllMembers } from './members-file.logic.ts';
import type { Member } from './team.logic.ts';

const member = (index: number, name = `Person ${index}`): Member => ({
  user_id: `user_${index}`,
  name,
  email: `p${index}@example.test`,
  role: 'member',
  status: 'active',
  last_login: '2026-11-21T00:00:00.000Z',
});
const team = (count: number) => Array.from({ length: count }, (_, index) => member(index));

test('reads every page once', async () => {
  for (const count of [0, 1, 3, 6, 7]) {
    const all = team(count);
    const asked: number[] = [];
    const read = await readAllMembers(async (offset) => {
      asked.push(offset);
      return { users: all.slice(offset, offset + 3), total: count };
    });
    expect(read).toEqual(all);
    expect(asked).toEqual([0, 2, 4].slice(0, Math.max(1, Math.ceil((count - 1) / 2))));
  }
});

test('starts over if someone joins meanwhile, so that everyone is listed once', async () => {
  let all = team(5);
  let calls = 0;
  const read = await readAllMembers(async (offset) => {
    calls += 1;
    if (calls === 2) all = [member(99), ...all];
    return { users: all.slice(offset, offset + 3), total: all.length };
  });
  expect(read).toEqual(all);
});

test('starts over if one member leaves and another joins, which keeps the total the same', async () => {
  let all = team(6);
  let calls = 0;
  const read = await readAllMembers(async (offset) => {
    calls += 1;
    // The first member leaves, so the fourth moves to the page that was already read.
    if (calls === 2) all = [...all.slice(1), member(99)];
    return { users: all.slice(offset, offset + 3), total: all.length };
  });
  expect(read).toEqual(all);
});

test('starts over if someone joins after the part that was read', async () => {
  let all = team(5);
  let calls = 0;
  const read = await readAllMembers(async (offset) => {
    calls += 1;
    if (calls === 2) all = [...all, member(99)];
    return { users: all.slice(offset, offset + 3), total: all.length };
  });
  expect(read).toEqual(all);
});

test('gives up on a list that keeps changing', async () => {
  let count = 4;
  const moving = readAllMembers(async () => {
    count += 1;
    return { users: team(3), total: count };
  });
  await expect(moving).rejects.toBeInstanceOf(ListChangedError);
});

test('writes a table that a parser can read, with formulas neutralized', () => {
  const csv = membersCsv([member(1, '=HYPERLINK("x")'), member(2, 'Day, "Ann"'), member(3, '@sum')]);
  const { data, errors } = Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true });
  expect(errors).toEqual([]);
  expect(data.map(({ name }) => name)).toEqual([`'=HYPERLINK("x")`, 'Day, "Ann"', "'@sum"]);
  expect(data[1]).toEqual({
    name: 'Day, "Ann"',
    email: 'p2@example.test',
    role: 'member',
    status: 'active',
    last_login: '2026-11-21T00:00:00.000Z',
    user_id: 'user_2',
  });
});
