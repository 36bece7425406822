import { describe, expect, it } from 'vitest';
import { defaultPreferences } from '#shared/contract/preferences.ts';
import { roleAlone } from '#shared/rules/permissions.ts';
import { type FirstStepFacts, firstSteps } from './first-steps.logic.ts';

/** An owner right after signing up, who may do everything. */
const first: FirstStepFacts = {
  holder: roleAlone('owner'),
  timezone: defaultPreferences.timezone,
  members: 1,
  owners: 1,
  hasSecondFactor: false,
  invitations: 0,
  sendsEmail: false,
  canSetMailServer: true,
  canBackUp: true,
  isBackedUp: false,
};
const namesOf = (facts: FirstStepFacts): string[] => firstSteps(facts).map(({ name }) => name);
const doneOf = (facts: FirstStepFacts): string[] =>
  firstSteps(facts)
    .filter(({ isDone }) => isDone)
    .map(({ name }) => name);

describe('the steps on offer', () => {
  it('are all but a second owner while an owner is alone, and none is done', () => {
    expect(namesOf(first)).toEqual(['team', 'mailServer', 'secondFactor', 'backup', 'preferences']);
    expect(doneOf(first)).toEqual([]);
  });

  it('include a second owner once there is somebody to promote', () => {
    expect(namesOf({ ...first, members: 2 })).toContain('secondOwner');
  });

  it('leave out what others have to do', () => {
    expect(namesOf({ ...first, canSetMailServer: false, canBackUp: false })).toEqual([
      'team',
      'secondFactor',
      'preferences',
    ]);
  });

  it('leave an admin no second owner, and a member only their own', () => {
    const team = { ...first, members: 5, canSetMailServer: false, canBackUp: false };
    expect(namesOf({ ...team, holder: roleAlone('admin') })).toEqual(['team', 'secondFactor', 'preferences']);
    expect(namesOf({ ...team, holder: roleAlone('member'), invitations: undefined })).toEqual([
      'secondFactor',
      'preferences',
    ]);
  });
});

describe('a step ticks itself', () => {
  it.each<[string, Partial<FirstStepFacts>]>([
    ['team', { invitations: 1 }],
    ['team', { members: 2 }],
    ['mailServer', { sendsEmail: true }],
    ['secondFactor', { hasSecondFactor: true }],
    ['backup', { isBackedUp: true }],
    ['preferences', { timezone: 'Europe/Berlin' }],
  ])('%s after %o', (name, facts) => expect(doneOf({ ...first, ...facts })).toEqual([name]));

  it('second owner, once there are two', () => {
    expect(doneOf({ ...first, members: 2, owners: 2 })).toEqual(['team', 'secondOwner']);
  });
});

it('each step leads to the page where it is done', () => {
  const links = Object.fromEntries(firstSteps({ ...first, members: 2 }).map(({ name, link }) => [name, link.to]));
  expect(links).toEqual({
    team: '/dashboard/team',
    mailServer: '/dashboard/mail',
    secondFactor: '/dashboard/profile',
    secondOwner: '/dashboard/team',
    backup: '/dashboard/settings',
    preferences: '/dashboard/profile',
  });
});
