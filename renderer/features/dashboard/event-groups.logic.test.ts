import { expect, test } from 'vitest';
import { english } from '#e2e/support/texts.ts';
import { auditActors } from '#shared/texts/audit.ts';
import { type AuditEvent, groupEvents, groupText } from './event-groups.logic.ts';

let sequence = 100;
const event = (action: AuditEvent['action'], change: Partial<AuditEvent> = {}): AuditEvent => {
  sequence -= 1;
  return {
    sequence,
    at: '2026-03-29T10:00:00.000Z',
    action,
    actor_id: 'user_a',
    actor_name: 'Ann',
    target_kind: 'user',
    target_id: 'user_a',
    target_label: null,
    details: {},
    ...change,
  };
};
const bob = { actor_id: 'user_b', actor_name: 'Bob' };
const grouped = (log: AuditEvent[], most = 10) =>
  groupEvents(log, most).map(({ events, kind, people }) => [events[0].action, kind, events.length, people]);

test('sums up the sign-ins of everybody, and keeps the order of what is newest', () => {
  expect(grouped([event('login'), event('changeRole'), event('login', bob), event('completeLogin', bob)])).toEqual([
    ['login', 'sign_ins', 3, 2],
    ['changeRole', 'same', 1, 1],
  ]);
});

test('sums up what the service does to one target, and what one person does again to one target', () => {
  const system = { actor_id: auditActors.system.id, actor_name: null };
  expect(
    grouped([
      event('advanceUpgradeRun', { ...system, target_id: 'run_1' }),
      event('advanceUpgradeRun', { ...system, target_id: 'run_1' }),
      event('advanceUpgradeRun', { ...system, target_id: 'run_2' }),
      event('changeRole', { target_id: 'user_c' }),
      event('changeRole', { ...bob, target_id: 'user_c' }),
      event('changeRole', { target_id: 'user_c' }),
    ]).map(([, , count]) => count),
  ).toEqual([2, 1, 2, 1]);
});

test('shows no more groups than asked for', () => {
  expect(grouped([event('changeRole', { target_id: 'a' }), event('changeRole', { target_id: 'b' })], 1)).toHaveLength(
    1,
  );
});

test('says what the audit log says, and only the action where several say different things', () => {
  const words = (...log: AuditEvent[]) => groupEvents(log, 10).map((group) => groupText(group, english));
  const promoted = event('changeRole', { target_id: 'user_c', details: { from: 'member', to: 'admin' } });
  const demoted = event('changeRole', { target_id: 'user_c', details: { from: 'admin', to: 'member' } });
  expect(words(promoted)).toEqual(['Changed the role from member to admin']);
  expect(words(promoted, promoted)).toEqual(['Changed the role from member to admin (2 times)']);
  expect(words(promoted, demoted)).toEqual(['Changed a role (2 times)']);
  expect(words(event('login'), event('login', bob))).toEqual(['2 sign-ins by 2 people']);
});
