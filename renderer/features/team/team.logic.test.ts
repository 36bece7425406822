import { describe, expect, test } from 'vitest';
import { english } from '#e2e/support/texts.ts';
import { roleAlone } from '#shared/rules/permissions.ts';
import type { Actor } from '../../components/commands.ts';
import {
  endOfLock,
  type Invitation,
  invitationDisabledReason,
  type Member,
  removalDisabledReason,
  resetDisabledReason,
  roleChangeDisabledReason,
  roleChangeWarnings,
  roleChoices,
  secondFactorDisabledReason,
  seenSessionsDisabledReason,
  sessionsDisabledReason,
  transferDisabledReason,
  withRole,
} from './team.logic.ts';

const actor = (role: Actor['role']): Actor => ({ user_id: 'user_me', role, granted: [] });
const member = (given: Partial<Member> = {}): Member => ({
  user_id: 'user_ann',
  name: 'Ann',
  email: 'ann@example.test',
  role: 'member',
  guest: false,
  status: 'active',
  last_login: '2026-11-21T00:00:00.000Z',
  ...given,
});
const invitation = (given: Partial<Invitation> = {}): Invitation => ({
  invitation_id: 'inv_1',
  email: 'bob@example.test',
  status: 'pending',
  expires_at: '2026-11-28T00:00:00.000Z',
  email_held: false,
  created_at: '2026-11-21T00:00:00.000Z',
  role: 'member',
  guest: false,
  workspace_role: 'Member',
  workspaces: [],
  invited_by: 'Ann',
  ...given,
});

describe('roles', () => {
  test('an admin may change members and admins, an owner everyone, and a member nobody', () => {
    expect(roleChangeDisabledReason(actor('admin'), member({ role: 'admin' }), english)).toBeUndefined();
    expect(roleChangeDisabledReason(actor('admin'), member({ role: 'owner' }), english)).toContain('Only an owner');
    expect(roleChangeDisabledReason(actor('owner'), member({ role: 'owner' }), english)).toBeUndefined();
    expect(roleChangeDisabledReason(actor('member'), member(), english)).toContain('Only admins and owners');
  });

  test('a member who has left has no role to change', () => {
    expect(roleChangeDisabledReason(actor('owner'), member({ status: 'removed' }), english)).toContain('active');
  });

  test("an admin can't choose owner, but sees it if it is the current role", () => {
    expect(roleChoices(roleAlone('admin'), 'member', english).filter(({ disabled }) => disabled)).toMatchObject([
      { value: 'owner' },
    ]);
    expect(roleChoices(roleAlone('admin'), 'owner', english).every(({ disabled }) => !disabled)).toBe(true);
    expect(roleChoices(roleAlone('owner'), 'member', english).map(({ value }) => value)).toEqual([
      'owner',
      'admin',
      'member',
    ]);
  });

  test("only changing one's own role and making an owner need a confirmation", () => {
    expect(roleChangeWarnings(actor('owner'), member(), 'admin', english)).toEqual([]);
    expect(roleChangeWarnings(actor('owner'), member(), 'owner', english)).toHaveLength(1);
    expect(
      roleChangeWarnings(actor('owner'), member({ user_id: 'user_me', role: 'owner' }), 'admin', english),
    ).toHaveLength(2);
  });
});

test('removal excludes oneself, higher roles, and members already removed', () => {
  expect(removalDisabledReason(actor('owner'), member(), english)).toBeUndefined();
  expect(removalDisabledReason(actor('owner'), member({ user_id: 'user_me' }), english)).toContain('profile');
  expect(removalDisabledReason(actor('admin'), member({ role: 'owner' }), english)).toContain('Only an owner');
  expect(removalDisabledReason(actor('member'), member(), english)).toContain('Only admins');
  expect(removalDisabledReason(actor('owner'), member({ status: 'removed' }), english)).toContain('already');
});

test('the sessions of others are visible to users who can manage some, and ended by those who govern their people', () => {
  expect(seenSessionsDisabledReason(actor('admin'), member(), english)).toBeUndefined();
  expect(seenSessionsDisabledReason(actor('member'), member(), english)).toContain('Only admins');
  expect(seenSessionsDisabledReason(actor('owner'), member({ status: 'removed' }), english)).toContain('removed');
  expect(sessionsDisabledReason(actor('owner'), member({ status: 'removed' }), english)).toContain('removed');
  expect(sessionsDisabledReason(actor('admin'), member(), english)).toBeUndefined();
  expect(sessionsDisabledReason(actor('admin'), member({ role: 'owner' }), english)).toContain('Only an owner');
  expect(sessionsDisabledReason(actor('member'), member(), english)).toContain('Only admins');
});

test('ownership can pass from an owner to another active member', () => {
  expect(transferDisabledReason(actor('owner'), member(), english)).toBeUndefined();
  expect(transferDisabledReason(actor('owner'), member({ user_id: 'user_me' }), english)).toContain('already');
  expect(transferDisabledReason(actor('owner'), member({ status: 'pending_deletion' }), english)).toContain('active');
  expect(transferDisabledReason(actor('admin'), member(), english)).toContain('Only an owner');
});

describe('invitations', () => {
  test.each([
    ['pending', undefined, undefined, undefined],
    ['expired', undefined, /expired/, /expired/],
    ['accepted', /accepted/, /accepted/, /accepted/],
    ['revoked', /revoked/, /revoked/, /revoked/],
  ] as const)('%s', (status, ...expected) => {
    const actions = ['resend', 'revoke', 'copy'] as const;
    for (const [index, action] of actions.entries()) {
      const disabledReason = invitationDisabledReason(actor('admin'), invitation({ status }), action, english);
      if (expected[index]) expect(disabledReason).toMatch(expected[index]);
      else expect(disabledReason).toBeUndefined();
    }
  });

  test("only an owner may manage an owner's invitation", () => {
    expect(invitationDisabledReason(actor('admin'), invitation({ role: 'owner' }), 'revoke', english)).toContain(
      'Only an owner',
    );
  });
});

describe('two-factor authentication of others', () => {
  test('is visible to and reset by owners only, and not for members who have left', () => {
    expect(secondFactorDisabledReason(actor('owner'), member(), english)).toBeUndefined();
    expect(secondFactorDisabledReason(actor('admin'), member(), english)).toContain('Only an owner');
    expect(secondFactorDisabledReason(actor('owner'), member({ status: 'removed' }), english)).toContain('removed');
  });

  test("can be reset, but never one's own", () => {
    expect(resetDisabledReason(actor('owner'), member(), english)).toBeUndefined();
    expect(resetDisabledReason(actor('owner'), member({ user_id: 'user_me' }), english)).toContain('in your profile');
  });
});

test('sets one role on the page that shows the member, and leaves other pages unchanged', () => {
  const page = { users: [member({ user_id: 'a' }), member({ user_id: 'b' })], total: 2 };
  const changed = withRole(page, 'b', 'admin');
  expect(changed.users.map(({ role }) => role)).toEqual(['member', 'admin']);
  expect([changed.total, changed.users[0]]).toEqual([2, page.users[0]]);
  expect(page.users.map(({ role }) => role)).toEqual(['member', 'member']);
  expect(withRole(page, 'c', 'admin')).toBe(page);
  expect(withRole(page, 'a', 'member')).toBe(page);
});

test('a lock that has passed is none', () => {
  const locked_until = '2026-03-28T12:00:00.000Z';
  const end = Date.parse(locked_until);
  expect(endOfLock({ locked_until }, end - 1)).toBe(locked_until);
  expect(endOfLock({ locked_until }, end)).toBeUndefined();
  expect(endOfLock({ locked_until: null }, 0)).toBeUndefined();
  expect(endOfLock(undefined, 0)).toBeUndefined();
});
