import { expect, test } from 'vitest';
import { english, german } from '#e2e/support/texts.ts';
import { actorLabel } from '../../components/audit-labels.ts';
import type { Actor } from '../../components/commands.ts';
import { historyDetail, originText } from './history.logic.ts';
import { type Member, workspaceRoleDisabledReason } from './team.logic.ts';

test.each([
  [{ from: 'member', to: 'admin' }, 'member → admin'],
  [{ workspace: 'Ops', role: 'Viewer' }, 'Ops · Viewer'],
  [{ role: 'owner', heir_id: 'user_x' }, 'owner'],
  [{ with_team: true, erased: 3, from: null }, ''],
  [{}, ''],
])('a row with %j reads “%s”', (details, expected) => {
  expect(historyDetail({ details }, english)).toBe(expected);
});

test('a row shows roles in the current language', () => {
  expect(historyDetail({ details: { from: 'member', to: 'owner' } }, german)).toBe('Mitglied → Inhaber');
});

test.each([
  ['203.0.113.1', 'Chrome on Linux', '203.0.113.1 · Chrome auf Linux'],
  ['203.0.113.1', null, '203.0.113.1'],
  [null, null, ''],
])('a row from %s with %s reads “%s”', (ip_address, device, expected) => {
  expect(originText({ ip_address, device }, german)).toBe(expected);
});

test('a row names its actor, even for one without an account or an erased one', () => {
  const by = (actor_id: string, actor_name: string | null) => actorLabel({ actor_id, actor_name }, english);
  expect(by('user_a', 'Ann')).toBe('Ann');
  expect(by('system', 'Castellan')).toBe('Castellan');
  expect(by('operator', 'Operator')).toBe('Operator of this server');
  expect(by('unknown', 'Unknown')).toBe('Unknown');
  expect(by('user_a', null)).toBe('Deleted account');
});

test("workspace roles can be changed by the workspace's admins and by the team's admins and owners", () => {
  const actor = (role: Actor['role']): Actor => ({ user_id: 'user_me', role, granted: [] });
  const member: Member = {
    user_id: 'user_a',
    name: 'Ann',
    email: 'ann@example.test',
    role: 'member',
    guest: false,
    status: 'active',
    last_login: '2026-11-21T00:00:00.000Z',
  };
  const disabledReason = (role: Actor['role'], my_role: 'Admin' | 'Member' | null, status = member.status) =>
    workspaceRoleDisabledReason(actor(role), { ...member, status }, { my_role }, english);
  expect([disabledReason('owner', null), disabledReason('admin', null), disabledReason('member', 'Admin')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect([disabledReason('member', 'Member'), disabledReason('member', null)]).toEqual([
    expect.stringContaining('Only admins of the workspace'),
    expect.stringContaining('Only admins of the workspace'),
  ]);
  expect(disabledReason('owner', 'Admin', 'removed')).toContain('removed');
});
