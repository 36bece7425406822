import { expect, test } from 'vitest';
import { ListChangedError, readAllRows } from './read-all-rows.ts';

interface Row {
  id: number;
}
const idOf = ({ id }: Row) => String(id);
const member = (id: number): Row => ({ id });
const team = (count: number) => Array.from({ length: count }, (_, index) => member(index));

test('reads every page once', async () => {
  for (const count of [0, 1, 3, 6, 7]) {
    const all = team(count);
    const asked: number[] = [];
    const read = await readAllRows(idOf, async (offset) => {
      asked.push(offset);
      return { rows: all.slice(offset, offset + 3), total: count };
    });
    expect(read).toEqual(all);
    expect(asked).toEqual([0, 2, 4].slice(0, Math.max(1, Math.ceil((count - 1) / 2))));
  }
});

test('starts over if someone joins meanwhile, so that everyone is listed once', async () => {
  let all = team(5);
  let calls = 0;
  const read = await readAllRows(idOf, async (offset) => {
    calls += 1;
    if (calls === 2) all = [member(99), ...all];
    return { rows: all.slice(offset, offset + 3), total: all.length };
  });
  expect(read).toEqual(all);
});

test('starts over if one member leaves and another joins, which keeps the total the same', async () => {
  let all = team(6);
  let calls = 0;
  const read = await readAllRows(idOf, async (offset) => {
    calls += 1;
    // The first member leaves, so the fourth moves to the page that was already read.
    if (calls === 2) all = [...all.slice(1), member(99)];
    return { rows: all.slice(offset, offset + 3), total: all.length };
  });
  expect(read).toEqual(all);
});

test('starts over if someone joins after the part that was read', async () => {
  let all = team(5);
  let calls = 0;
  const read = await readAllRows(idOf, async (offset) => {
    calls += 1;
    if (calls === 2) all = [...all, member(99)];
    return { rows: all.slice(offset, offset + 3), total: all.length };
  });
  expect(read).toEqual(all);
});

test('gives up on a list that keeps changing', async () => {
  let count = 4;
  const moving = readAllRows(idOf, async () => {
    count += 1;
    return { rows: team(3), total: count };
  });
  await expect(moving).rejects.toBeInstanceOf(ListChangedError);
});
