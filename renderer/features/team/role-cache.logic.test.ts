import { expect, test } from 'vitest';
import { withRole } from './role-cache.logic.ts';
import type { Member } from './team.logic.ts';

const member = (user_id: string): Member => ({
  user_id,
  name: user_id,
  email: `${user_id}@example.test`,
  role: 'member',
  status: 'active',
  last_login: '2026-11-21T00:00:00.000Z',
});
const page = { users: [member('a'), member('b')], total: 2 };

test('sets one role on the page that shows the member, and leaves other pages unchanged', () => {
  const changed = withRole(page, 'b', 'admin');
  expect(changed.users.map(({ role }) => role)).toEqual(['member', 'admin']);
  expect([changed.total, changed.users[0]]).toEqual([2, page.users[0]]);
  expect(page.users.map(({ role }) => role)).toEqual(['member', 'member']);
  expect(withRole(page, 'c', 'admin')).toBe(page);
  expect(withRole(page, 'a', 'member')).toBe(page);
});
