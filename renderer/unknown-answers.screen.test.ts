import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openConsole } from '#e2e/support/screens/console-page.ts';
import { outlineOf } from '#e2e/support/screens/outline.ts';
import { patienceMs } from '#e2e/support/screens/page-actions.ts';
import { samplePlace } from '#e2e/support/screens/sample-place.ts';
import { sayingsOf, saysUnknown, unknownAnswers } from '#e2e/support/screens/unknown-answers.ts';
import { type Screen, screens } from '#e2e/support/screens.ts';
import type { Person } from '#e2e/support/test-service.ts';
import { english } from '#e2e/support/texts.ts';

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

/** What loads once they are there shows only at the second visit. */
const loadsMore: readonly string[] = ['hosting-costs'];

const place = samplePlace();

/** What a page says while one of its questions has no answer, and once it has failed. */
const visitWithout = async (person: Person, path: string, query: string, how: keyof typeof unknownAnswers) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const page = await openConsole(place.app, person, path);
  page.answer(query, { after: promise, answer: unknownAnswers[how] });
  await page.settled(20);
  const loading = sayingsOf(document.body);
  page.answer(query, unknownAnswers[how]);
  resolve();
  await page.settled(20);
  return { loading, [how]: sayingsOf(document.body) };
};

/** What a page says once nothing more appears, and what it asks for. */
const visitWhole = async (person: Person, path: string) => {
  const page = await openConsole(place.app, person, path);
  await page.settled(20);
  await vi.waitUntil(() => document.querySelector('main h1'), { timeout: patienceMs, interval: 5 });
  await page.settled(100);
  const outline = outlineOf(document.querySelector('main') ?? document.body);
  return { outline, known: sayingsOf(document.body), queries: [...new Set(page.sent.map((call) => call.path))] };
};

/** These say what the computer is, and where it keeps things. */
const ofComputer = (name: string): boolean => /^(?:server-|settings$)/.test(name);

const isShownTo = (role: 'owner' | 'member', { seenBy, route }: Screen): boolean =>
  seenBy === 'owner' && (role === 'owner' || forMembers.includes(route ?? ''));

describe.each(['owner', 'member'] as const)('as %s', (role) => {
  const cases = screens.filter((screen) => isShownTo(role, screen)).map((screen) => [screen.name, screen] as const);
  it.each(cases)('%s claims nothing that it does not know', async (_, screen) => {
    const person = place.people[role];
    const path = screen.path(place.places);
    if (loadsMore.includes(screen.name)) await visitWhole(person, path);
    const { outline, known, queries } = await visitWhole(person, path);
    if (!ofComputer(screen.name)) {
      const file = `../e2e/support/screens/recorded/${role}-${screen.name}.txt`;
      await expect(outline).toMatchFileSnapshot(join(import.meta.dirname, file));
    }
    const claims: string[] = [];
    const asked = queries.filter((query) => !leftOut(query, screen.name)).toSorted();
    for (const [index, query] of asked.entries()) {
      // Both kinds of errors lead to the same place: each screen takes them by turns.
      const how = (index + screen.name.length) % 2 === 0 ? 'refused' : 'failed';
      for (const [state, said] of Object.entries(await visitWithout(person, path, query, how))) {
        const unknown = [...said].filter((text) => !known.has(text) && !saysUnknown(text) && !maySay(text));
        claims.push(...unknown.map((text) => `${query} ${state}: ${text}`));
      }
    }
    // The page where an address is verified asks only who is signed in.
    expect(queries.length).toBeGreaterThan(screen.name === 'verify-first' ? 0 : 1);
    expect(claims).toEqual([]);
  });
});
