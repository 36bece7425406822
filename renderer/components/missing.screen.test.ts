import { describe, expect, it } from 'vitest';
import { screenTests } from '#e2e/support/screens/screen-test.ts';
import { catalogues } from '#e2e/support/texts.ts';
import { errors } from '#shared/texts/errors.ts';
import { patterns } from '../paths.ts';

const screenTest = screenTests();
const { team, workspaces, applications, events, hosting } = catalogues.en;

/** What the page of each thing says if there is none, where it leads, and an address that no such thing can have. */
const pages = {
  member: { title: team.member.unknown, back: team.member.backToTeam, list: 'Team', file: 'team/member-page' },
  group: { ...team.groups.missing, list: 'Team', file: 'team/group-page' },
  workspace: {
    ...workspaces.missing,
    title: errors.WORKSPACE_NOT_FOUND.title,
    list: 'Workspaces',
    file: 'workspaces/workspace-page',
  },
  application: { ...applications.missing, list: 'Applications', file: 'applications/application-page' },
  eventDestination: { ...events.missing, list: 'Events', file: 'events/destination-page' },
  upgrade: {
    ...hosting.upgrade.missing,
    title: errors.SERVER_NOT_FOUND.title,
    list: 'Hosting',
    file: 'hosting/runs/upgrade-page',
  },
} as const satisfies Partial<Record<keyof typeof patterns, object>>;

/** Another form than any ID or slug has. */
const addresses = { 'an unknown address': 'nowhere', 'an impossible address': '..%20%C3%84' };

describe('the pages of things', () => {
  it('are all here', () => {
    const ofThings = Object.entries(patterns).filter(([, path]) => /^\/dashboard\/.*\$/.test(path));
    // The settings of a workspace are a tab of its page.
    expect(ofThings.map(([name]) => name).filter((name) => name !== 'workspaceSettings')).toEqual(Object.keys(pages));
  });
});

for (const [name, { title, back, list, file }] of Object.entries(pages)) {
  for (const [what, id] of Object.entries(addresses)) {
    screenTest(file, [], `says at ${what} what isn’t there, and leads back`, async ({ owner, open }) => {
      const path = patterns[name as keyof typeof pages].replace(/\$\w+/, id);
      const page = await open(owner, path);
      await page.see(title);
      expect(await page.has('alert', /./)).toBe(false);
      await page.press(back);
      await page.find('heading', list);
    });
  }
}
