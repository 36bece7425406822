import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { membersCsv } from './members-file.logic.ts';
import type { Member } from './team.logic.ts';

const member = (index: number, name = `Person ${index}`): Member => ({
  user_id: `user_${index}`,
  name,
  email: `p${index}@example.test`,
  role: 'member',
  guest: false,
  status: 'active',
  last_login: '2026-11-21T00:00:00.000Z',
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
    guest: 'false',
    status: 'active',
    last_login: '2026-11-21T00:00:00.000Z',
    user_id: 'user_2',
  });
});
