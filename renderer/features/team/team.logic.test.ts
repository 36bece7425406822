import { describe, expect, test } from 'vitest';
import { english } from '#e2e/fixtures/texts.ts';
import {
  type Actor,
  type Invitation,
  invitationRefusal,
  inviteRefusal,
  type Member,
  removalRefusal,
  resetRefusal,
  roleChangeRefusal,
  roleChangeWarnings,
  roleChoices,
  secondFactorRefusal,
  sessionsRefusal,
  transferRefusal,
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
  expect(inviteRefusal('member', english)).toContain('Only admins and owners');
  expect([inviteRefusal('admin', english), inviteRefusal('owner', english)]).toEqual([undefined, undefined]);
});

describe('roles', () => {
  test('an admin changes members and admins, an owner everybody, a member nobody', () => {
    expect(roleChangeRefusal(actor('admin'), member({ role: 'admin' }), english)).toBeUndefined();
    expect(roleChangeRefusal(actor('admin'), member({ role: 'owner' }), english)).toContain('Only an owner');
    expect(roleChangeRefusal(actor('owner'), member({ role: 'owner' }), english)).toBeUndefined();
    expect(roleChangeRefusal(actor('member'), member(), english)).toContain('Only admins and owners');
  });

  test('who has left has no role to change', () => {
    expect(roleChangeRefusal(actor('owner'), member({ status: 'removed' }), english)).toContain('active');
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
  expect(removalRefusal(actor('owner'), member(), english)).toBeUndefined();
  expect(removalRefusal(actor('owner'), member({ user_id: 'user_me' }), english)).toContain('profile');
  expect(removalRefusal(actor('admin'), member({ role: 'owner' }), english)).toContain('Only an owner');
  expect(removalRefusal(actor('member'), member(), english)).toContain('Only admins');
  expect(removalRefusal(actor('owner'), member({ status: 'removed' }), english)).toContain('already');
});

test('sessions of others: governed members only', () => {
  expect(sessionsRefusal(actor('admin'), member(), english)).toBeUndefined();
  expect(sessionsRefusal(actor('admin'), member({ role: 'owner' }), english)).toContain('Only an owner');
  expect(sessionsRefusal(actor('member'), member(), english)).toContain('Only admins');
});

test('ownership passes from an owner to another active member', () => {
  expect(transferRefusal(actor('owner'), member(), english)).toBeUndefined();
  expect(transferRefusal(actor('owner'), member({ user_id: 'user_me' }), english)).toContain('already');
  expect(transferRefusal(actor('owner'), member({ status: 'pending_deletion' }), english)).toContain('active');
  expect(transferRefusal(actor('admin'), member(), english)).toContain('Only an owner');
});

describe('invitations', () => {
  test.each([
    ['pending', undefined, undefined, undefined],
    ['expired', undefined, /expired/, /expired/],
    ['accepted', /accepted/, /accepted/, /accepted/],
    ['revoked', /revoked/, /revoked/, /revoked/],
  ] as const)('%s', (status, ...expected) => {
    const deeds = ['resend', 'revoke', 'copy'] as const;
    for (const [index, deed] of deeds.entries()) {
      const refusal = invitationRefusal(actor('admin'), invitation({ status }), deed, english);
      if (expected[index]) expect(refusal).toMatch(expected[index]);
      else expect(refusal).toBeUndefined();
    }
  });

  test('an owner’s invitation is an owner’s matter', () => {
    expect(invitationRefusal(actor('admin'), invitation({ role: 'owner' }), 'revoke', english)).toContain(
      'Only an owner',
    );
  });
});

describe('second factors of others', () => {
  test('are seen and reset by owners alone, and not of somebody who has left', () => {
    expect(secondFactorRefusal(actor('owner'), member(), english)).toBeUndefined();
    expect(secondFactorRefusal(actor('admin'), member(), english)).toContain('Only an owner');
    expect(secondFactorRefusal(actor('owner'), member({ status: 'removed' }), english)).toContain('removed');
  });

  test('are reset where there is one, and never one’s own', () => {
    expect(resetRefusal(actor('owner'), member(), true, english)).toBeUndefined();
    expect(resetRefusal(actor('owner'), member(), false, english)).toContain('nothing to reset');
    expect(resetRefusal(actor('owner'), member({ user_id: 'user_me' }), true, english)).toContain('in your profile');
  });
});
