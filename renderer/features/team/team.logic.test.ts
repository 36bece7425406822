import { describe, expect, test } from 'vitest';
import { english } from '#e2e/fixtures/texts.ts';
import {
  type Actor,
  type Invitation,
  invitationDisabledReason,
  inviteDisabledReason,
  type Member,
  removalDisabledReason,
  resetDisabledReason,
  roleChangeDisabledReason,
  roleChangeWarnings,
  roleChoices,
  secondFactorDisabledReason,
  sessionsDisabledReason,
  transferDisabledReason,
} from './team.logic.ts';

const actor = (role: Actor['role']): Actor => ({ user_id: 'user_me', role });
const member = (given: Partial<Member> = {}): Member => ({
  user_id: 'user_ann',
  name: 'Ann',
  email: 'ann@example.test',
  role: 'member',
  status: 'active',
  last_login: '2026-11-21T00:00:00.000Z',
  ...given,
});
const invitation = (given: Partial<Invitation> = {}): Invitation => ({
  invitation_id: 'inv_1',
  email: 'bob@example.test',
  status: 'pending',
  expires_at: '2026-11-28T00:00:00.000Z',
  created_at: '2026-11-21T00:00:00.000Z',
  role: 'member',
  workspaces: [],
  invited_by: 'Ann',
  ...given,
});

test('members may not invite, admins and owners may', () => {
  expect(inviteDisabledReason('member', english)).toContain('Only admins and owners');
  expect([inviteDisabledReason('admin', english), inviteDisabledReason('owner', english)]).toEqual([
    undefined,
    undefined,
  ]);
});

describe('roles', () => {
  test('an admin changes members and admins, an owner everybody, a member nobody', () => {
    expect(roleChangeDisabledReason(actor('admin'), member({ role: 'admin' }), english)).toBeUndefined();
    expect(roleChangeDisabledReason(actor('admin'), member({ role: 'owner' }), english)).toContain('Only an owner');
    expect(roleChangeDisabledReason(actor('owner'), member({ role: 'owner' }), english)).toBeUndefined();
    expect(roleChangeDisabledReason(actor('member'), member(), english)).toContain('Only admins and owners');
  });

  test('who has left has no role to change', () => {
    expect(roleChangeDisabledReason(actor('owner'), member({ status: 'removed' }), english)).toContain('active');
  });

  test('an admin cannot choose owner, but sees it where it is the present one', () => {
    expect(roleChoices('admin', 'member', english).filter(({ disabled }) => disabled)).toMatchObject([
      { value: 'owner' },
    ]);
    expect(roleChoices('admin', 'owner', english).every(({ disabled }) => !disabled)).toBe(true);
    expect(roleChoices('owner', 'member', english).map(({ value }) => value)).toEqual(['owner', 'admin', 'member']);
  });

  test('asks before the own role changes and before somebody becomes owner, not otherwise', () => {
    expect(roleChangeWarnings(actor('owner'), member(), 'admin', english)).toEqual([]);
    expect(roleChangeWarnings(actor('owner'), member(), 'owner', english)).toHaveLength(1);
    expect(
      roleChangeWarnings(actor('owner'), member({ user_id: 'user_me', role: 'owner' }), 'admin', english),
    ).toHaveLength(2);
  });
});

test('removal: not oneself, not beyond the own rank, not twice', () => {
  expect(removalDisabledReason(actor('owner'), member(), english)).toBeUndefined();
  expect(removalDisabledReason(actor('owner'), member({ user_id: 'user_me' }), english)).toContain('profile');
  expect(removalDisabledReason(actor('admin'), member({ role: 'owner' }), english)).toContain('Only an owner');
  expect(removalDisabledReason(actor('member'), member(), english)).toContain('Only admins');
  expect(removalDisabledReason(actor('owner'), member({ status: 'removed' }), english)).toContain('already');
});

test('sessions of others: governed members only', () => {
  expect(sessionsDisabledReason(actor('admin'), member(), english)).toBeUndefined();
  expect(sessionsDisabledReason(actor('admin'), member({ role: 'owner' }), english)).toContain('Only an owner');
  expect(sessionsDisabledReason(actor('member'), member(), english)).toContain('Only admins');
});

test('ownership passes from an owner to another active member', () => {
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

  test('an owner’s invitation is an owner’s matter', () => {
    expect(invitationDisabledReason(actor('admin'), invitation({ role: 'owner' }), 'revoke', english)).toContain(
      'Only an owner',
    );
  });
});

describe('second factors of others', () => {
  test('are seen and reset by owners alone, and not of somebody who has left', () => {
    expect(secondFactorDisabledReason(actor('owner'), member(), english)).toBeUndefined();
    expect(secondFactorDisabledReason(actor('admin'), member(), english)).toContain('Only an owner');
    expect(secondFactorDisabledReason(actor('owner'), member({ status: 'removed' }), english)).toContain('removed');
  });

  test('are reset where there is one, and never one’s own', () => {
    expect(resetDisabledReason(actor('owner'), member(), true, english)).toBeUndefined();
    expect(resetDisabledReason(actor('owner'), member(), false, english)).toContain('nothing to reset');
    expect(resetDisabledReason(actor('owner'), member({ user_id: 'user_me' }), true, english)).toContain(
      'in your profile',
    );
  });
});
