import { expect, test } from 'vitest';
import type { AuditEvent } from './audit.logic.ts';
import { withSignInsTogether } from './sign-in-runs.logic.ts';

const entry = (action: AuditEvent['action'], sequence: number, actor_id = 'ann') =>
  ({ action, sequence, actor_id }) as AuditEvent;

const shown = (events: AuditEvent[]) =>
  withSignInsTogether(events).map((item) =>
    'event' in item ? item.event.sequence : [item.signIns.map(({ sequence }) => sequence), item.people],
  );

test('shows three or more sign-ins in a row as one, with how many people', () => {
  const events = [
    entry('updateTenant', 9),
    entry('login', 8),
    entry('logout', 7, 'bob'),
    entry('loginWithPasskey', 6),
    entry('createWorkspace', 5),
    entry('login', 4),
    entry('login', 3),
  ];
  expect(shown(events)).toEqual([9, [[8, 7, 6], 2], 5, 4, 3]);
});

test('never hides what was blocked', () => {
  const events = [entry('login', 5), entry('login', 4), entry('lockAccount', 3), entry('login', 2), entry('login', 1)];
  expect(shown(events)).toEqual([5, 4, 3, 2, 1]);
});

test('shows a page of sign-ins alone', () => {
  expect(shown([entry('login', 3), entry('login', 2), entry('login', 1)])).toEqual([[[3, 2, 1], 1]]);
  expect(shown([])).toEqual([]);
});
