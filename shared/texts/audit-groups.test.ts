import { expect, test } from 'vitest';
import { auditActionNames } from './audit.ts';
import { actionsOf, auditGroups, auditOutcomes } from './audit-groups.ts';

test('each action belongs to one group and has one outcome', () => {
  const grouped = auditGroups.flatMap((group) => actionsOf({ group }) ?? []);
  expect(grouped.toSorted()).toEqual(auditActionNames.toSorted());
  const ended = auditOutcomes.flatMap((outcome) => actionsOf({ outcome }) ?? []);
  expect(ended.toSorted()).toEqual(auditActionNames.toSorted());
});

test('a filter without any part has no list of actions, and parts that exclude each other an empty one', () => {
  expect(actionsOf({})).toBeUndefined();
  expect(actionsOf({ action: 'login' })).toEqual(['login']);
  expect(actionsOf({ group: 'sign_ins', outcome: 'blocked' })).toEqual(['lockAccount', 'endReusedSession']);
  expect(actionsOf({ group: 'team', action: 'login' })).toEqual([]);
});
