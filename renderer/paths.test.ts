import { expect, test } from 'vitest';
import { reservedSlugs } from '#shared/text-input/reserved-slugs.ts';
import { paths, patterns, returnPath } from './paths.ts';

test('no workspace can have the address of another page', () => {
  const beside = Object.values(patterns).flatMap((path) => /\/workspaces\/([^/$]+)/.exec(path)?.[1] ?? []);
  expect(beside.length).toBeGreaterThan(0);
  expect(reservedSlugs).toEqual(expect.arrayContaining(beside));
});

const origin = 'http://127.0.0.1:4700';

test.each([
  ['/dashboard', '/dashboard'],
  ['/dashboard/team?q=ann&page=2', '/dashboard/team?q=ann&page=2'],
  ['/dashboard/workspaces/acme/settings#members', '/dashboard/workspaces/acme/settings'],
  ['/oauth2/interaction/aB3_-x', '/oauth2/interaction/aB3_-x'],
  ['/device?user_code=BCDF-GHJK', '/device?user_code=BCDF-GHJK'],
])('returns to the page %s', (value, expected) => {
  expect(returnPath(value, origin)).toBe(expected);
});

test.each([
  'https://evil.example/dashboard',
  '//evil.example/dashboard',
  '/\\evil.example/dashboard',
  '/\t/evil.example/dashboard',
  'javascript:alert(1)',
  'dashboard',
  '/dashboards',
  '/dashboard/../login',
  '/login',
  '/oauth2/authorize?client_id=app_1',
  '/oauth2/interaction/x/go-on',
  '/oauth2/sign-out',
  '//evil.example/device',
  'http://127.0.0.1:4700@evil.example/dashboard',
  '',
  undefined,
  7,
  ['/dashboard'],
])('never returns to %o', (value) => {
  expect(returnPath(value, origin)).toBeUndefined();
});

test('builds links with their parameters from the pattern', () => {
  expect(paths.member('user_1')).toEqual({ to: patterns.member, params: { userId: 'user_1' } });
  expect(paths.workspace('acme')).toEqual({ to: patterns.workspace, params: { slug: 'acme' } });
});

test('opens the tab that a link names', () => {
  const tabs = { ...paths, risk: paths.membersAtRisk('r'), invited: paths.invitationsOf('a@example.com') };
  const named = Object.entries(tabs).flatMap(([name, link]) =>
    typeof link === 'object' && 'search' in link && 'tab' in link.search ? [[name, link.search.tab]] : [],
  );
  expect(Object.fromEntries(named)).toEqual({
    ownSecondFactor: 'second-factor',
    invitations: 'invitations',
    groups: 'groups',
    newGroup: 'groups',
    roles: 'roles',
    accessReview: 'access',
    customRoles: 'roles',
    newCustomRole: 'roles',
    preferences: 'preferences',
    password: 'password',
    ownSignIns: 'sign-ins',
    mailServer: 'server',
    teamSessions: 'sessions',

    risk: 'members',
    invited: 'invitations',
  });
});
