import { describe, expect, it, vi } from 'vitest';
import { createApplication } from '#e2e/support/applications.ts';
import { createCustomRole } from '#e2e/support/custom-roles.ts';
import { createGroup } from '#e2e/support/groups.ts';
import { monthlyServer } from '#e2e/support/hosting.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { openConsole } from '#e2e/support/screens/console-page.ts';
import { patienceMs } from '#e2e/support/screens/page-actions.ts';
import { sayingsOf, saysUnknown, unknownAnswers } from '#e2e/support/screens/unknown-answers.ts';
import { type Places, type Screen, screens } from '#e2e/support/screens.ts';
import { seedEvents } from '#e2e/support/seed-events.ts';
import { createTestService, type Person, type TestService } from '#e2e/support/test-service.ts';
import { english } from '#e2e/support/texts.ts';
import { contract } from '#shared/contract/index.ts';

/** What a page may say only while something isn't known, beside what says so itself. */
const instead: readonly string[] = [
  english('team.member.title'),
  english('team.groups.dialog.label'),
  english('applications.one'),
  english('workspaces.settings.title'),
  english('audit.chain.unknown'),
  english('sessions.lead'),
  english('profile.password.keepAnyKeys'),
  english('profile.password.keepAnyKeysOf'),
  english('profile.preferences.defaultWorkspace.unknown'),
  english('hosting.plans.orderUnknown'),
];

/** An address whose name isn't known shows by its ID, and how much of a disk is used changes by itself. */
const maySay = (text: string): boolean => instead.includes(text) || /^(?:ip_[\w-]{22}|[\d.]+ [kMGT]?B)$/.test(text);

/** Screens that look different to members. */
const forMembers: readonly string[] = ['dashboard', 'team', 'member', 'workspaces', 'workspace'];

/** What every page asks for beside its screen: one screen tells. Without `getMe`, no screen is shown. */
const askedEverywhere = ['profile.getMe', 'sessions.getSession', 'welcome.getWelcome', 'hosting.listUpgradeRuns'];
const leftOut = (query: string, screen: string): boolean =>
  query === 'profile.getMe' || (askedEverywhere.includes(query) && screen !== 'dashboard');

const { audit, welcome, team, workspaces, mail } = contract;

/** Someone of the sample data, where no list is empty. */
const enter = async (app: TestService, role: 'owner' | 'member'): Promise<Person> => {
  const {
    user,
    access_token: token,
    refresh_token: refreshToken,
  } = await app.call(welcome.enterSampleTenant, { role });
  const { id, tenant_id: tenantId } = user;
  return { id, tenantId, email: '', name: '', password: '', token, refreshToken };
};

const place = perFile(async () => {
  const app = await createTestService({ 'rate-limits': 'off' });
  await app.call(welcome.createSampleTenant, {});
  const people = { owner: await enter(app, 'owner'), member: await enter(app, 'member') };
  const { token, tenantId: tenant_id } = people.owner;
  await app.call(audit.verifyAuditLog, { tenant_id }, { token });
  const { users } = await app.call(team.listMembers, { tenant_id, q: 'priya' }, { token });
  const listed = await app.call(workspaces.listWorkspaces, { tenant_id }, { token: people.member.token });
  const { mails } = await app.call(mail.listMails, { tenant_id }, { token });
  const { context } = app.service;
  const { destinationId } = await context.db.transaction({ tenant: tenant_id }, (tx) =>
    seedEvents(context, tx, tenant_id, 1),
  );
  const { application_id: applicationId } = await createApplication(app, people.owner);
  const { application_id: proxiedId } = await createApplication(app, people.owner, {
    ...{ name: 'Metrics', kind: 'proxied', redirect_uris: [], host: 'metrics.example' },
  });
  const userId = users[0]?.user_id ?? '';
  const slug = listed.workspaces[0]?.slug ?? '';
  const { group_id: groupId } = await createGroup(app, people.owner, 'Design', {
    members: [userId],
    workspaces: { [slug]: 'Viewer' },
  });
  await createCustomRole(app, people.owner, ['audit.read'], [userId, groupId]);
  const places: Places = {
    userId,
    groupId,
    slug,
    mailId: mails[0]?.mail_id ?? '',
    destinationId,
    applicationId,
    proxiedId,
    serviceId: monthlyServer,
    invitation: '',
    signInSlug: 'nowhere',
  };
  return { app, people, places, close: () => app.close() };
});

/** Opens a page, and has one question of it remain without an answer. */
const visit = async (person: Person, path: string, query?: string, how?: keyof typeof unknownAnswers) => {
  const page = await openConsole(place.app, person, path);
  if (query && how) page.answer(query, unknownAnswers[how]);
  await page.settled(20);
  return page;
};

/** What a page says once nothing more appears, and what it asks for. */
const visitWhole = async (person: Person, path: string) => {
  const page = await visit(person, path);
  await vi.waitUntil(() => document.querySelector('main h1'), { timeout: patienceMs, interval: 5 });
  await page.settled(100);
  return { known: sayingsOf(document.body), queries: [...new Set(page.sent.map((call) => call.path))] };
};

const isShownTo = (role: 'owner' | 'member', { seenBy, route }: Screen): boolean =>
  seenBy === 'owner' && (role === 'owner' || forMembers.includes(route ?? ''));

describe.each(['owner', 'member'] as const)('as %s', (role) => {
  const cases = screens.filter((screen) => isShownTo(role, screen)).map((screen) => [screen.name, screen] as const);
  it.each(cases)('%s claims nothing that it does not know', async (_, screen) => {
    const person = place.people[role];
    const path = screen.path(place.places);
    // Its code loads at the first visit, and some of it shows only at the second.
    await visitWhole(person, path);
    const { known, queries } = await visitWhole(person, path);
    const claims: string[] = [];
    const asked = queries.filter((query) => !leftOut(query, screen.name)).toSorted();
    for (const [index, query] of asked.entries()) {
      // Both kinds of errors lead to the same place: each screen takes them by turns.
      for (const how of ['loading', (index + screen.name.length) % 2 === 0 ? 'refused' : 'failed'] as const) {
        await visit(person, path, query, how);
        const said = [...sayingsOf(document.body)].filter((text) => !known.has(text) && !saysUnknown(text));
        claims.push(...said.filter((text) => !maySay(text)).map((text) => `${query} ${how}: ${text}`));
      }
    }
    // The page where an address is verified asks only who is signed in.
    expect(queries.length).toBeGreaterThan(screen.name === 'verify-first' ? 0 : 1);
    expect(claims).toEqual([]);
  });
});
