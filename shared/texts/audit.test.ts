import { describe, expect, it, test } from 'vitest';
import { actionsOf, auditActionNames, auditActions, auditActors, auditTargetKinds } from './audit.ts';
import { auditGroups, auditOutcomes } from './audit-spec.ts';

describe('the texts of the audit log', () => {
  it('are a short phrase for every action', () => {
    expect(auditActionNames).toEqual(Object.keys(auditActions));
    for (const { text } of Object.values(auditActions)) expect(text).toMatch(/^[A-Z][^.]{3,60}$/);
  });

  it('use ids for actors without an account that no account can have', () => {
    for (const { id } of Object.values(auditActors)) expect(id).not.toContain('_');
    expect(new Set(auditTargetKinds).size).toBe(auditTargetKinds.length);
  });
});

test('each action belongs to one group and has one outcome', () => {
  const grouped = auditGroups.flatMap((group) => actionsOf({ group }) ?? []);
  expect(grouped.toSorted()).toEqual(auditActionNames.toSorted());
  const ended = auditOutcomes.flatMap((outcome) => actionsOf({ outcome }) ?? []);
  expect(ended.toSorted()).toEqual(auditActionNames.toSorted());
});

test('a filter without any part has no list of actions, and parts that exclude each other an empty one', () => {
  expect(actionsOf({})).toBeUndefined();
  expect(actionsOf({ action: 'login' })).toEqual(['login']);
  expect(actionsOf({ group: 'sign_ins', outcome: 'blocked' })).toEqual([
    'lockAccount',
    'endReusedSession',
    'endReusedAccess',
  ]);
  expect(actionsOf({ group: 'team', action: 'login' })).toEqual([]);
});
