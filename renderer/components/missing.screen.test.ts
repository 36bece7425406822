import { describe, expect, it } from 'vitest';
import { createApplication } from '#e2e/support/applications.ts';
import { addReceiverOf } from '#e2e/support/event-destinations.ts';
import { createGroup } from '#e2e/support/groups.ts';
import { hostingCaller, monthlyServer } from '#e2e/support/hosting.ts';
import { lookAgain } from '#e2e/support/screens/look-again.ts';
import { type Cast, screenTests } from '#e2e/support/screens/screen-test.ts';
import { catalogues } from '#e2e/support/texts.ts';
import { contract } from '#shared/contract/index.ts';
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

type PageName = keyof typeof pages;

/** A thing that the owner has, and how another owner deletes it. */
interface Thing {
  id: string;
  title: string;
  /** What its page says from then on, if there still is one. */
  kept?: string;
  remove: (token: string) => Promise<unknown>;
}

/** Makes one of each. */
const makers: Record<PageName, (cast: Cast) => Promise<Thing>> = {
  member: async ({ app, owner }) => {
    const { id, name } = await app.join(owner);
    const removal = { tenant_id: owner.tenantId, user_id: id };
    const remove = (token: string) => app.call(contract.team.removeMember, removal, { token });
    return { id, title: name, kept: 'Removed', remove };
  },
  group: async ({ app, owner }) => {
    const of = await createGroup(app, owner, 'Design');
    const remove = (token: string) => app.call(contract.groups.deleteGroup, of, { token });
    return { id: of.group_id, title: 'Design', remove };
  },
  workspace: async ({ app, owner: { tenantId: tenant_id, token } }) => {
    const { slug } = await app.call(contract.workspaces.createWorkspace, { tenant_id, name: 'Support' }, { token });
    const remove = (by: string) => app.call(contract.workspaces.deleteWorkspace, { tenant_id, slug }, { token: by });
    return { id: slug, title: 'Support', remove };
  },
  application: async ({ app, owner }) => {
    const of = await createApplication(app, owner, { name: 'Wiki' });
    const remove = (token: string) => app.call(contract.applications.deleteApplication, of, { token });
    return { id: of.application_id, title: 'Wiki', remove };
  },
  eventDestination: async ({ app, owner }) => {
    const { destination_id } = await addReceiverOf(app, owner, 'http://127.0.0.1:9/');
    const of = { tenant_id: owner.tenantId, destination_id };
    const remove = (token: string) => app.call(contract.events.deleteEventDestination, of, { token });
    return { id: destination_id, title: 'CI', remove };
  },
  upgrade: async ({ app, owner }) => {
    const { call } = hostingCaller(app, owner);
    await call(contract.hosting.updateProviderSettings, { mode: 'sandbox' });
    await call(contract.hosting.syncServers, {});
    const { label } = await call(contract.hosting.getServer, { serviceid: monthlyServer });
    const remove = (token: string) => app.call(contract.hosting.resetSandbox, {}, { token });
    return { id: monthlyServer, title: `Upgrade ${label}`, remove };
  },
};

const pathTo = (name: PageName, id: string): string => patterns[name].replace(/\$\w+/, id);

/** Another form than any ID or slug has. */
const addresses = { 'an unknown address': 'nowhere', 'an impossible address': '..%20%C3%84' };

describe('the pages of things', () => {
  it('are all here', () => {
    const ofThings = Object.entries(patterns).filter(([, path]) => /^\/dashboard\/.*\$/.test(path));
    // The settings of a workspace are a tab of its page.
    expect(ofThings.map(([name]) => name).filter((name) => name !== 'workspaceSettings')).toEqual(Object.keys(pages));
  });
});

for (const name of Object.keys(pages) as PageName[]) {
  const { title, back, list, file } = pages[name];
  screenTest(file, [], 'says that someone else has deleted it while it is open', async (cast) => {
    const { app, owner, member, open } = cast;
    const promotion = { tenant_id: owner.tenantId, user_id: member.id, role: 'owner' as const };
    await app.call(contract.team.changeRole, promotion, { token: owner.token });
    const thing = await makers[name](cast);
    const page = await open(owner, pathTo(name, thing.id));
    await page.find('heading', thing.title);
    await thing.remove(member.token);
    await lookAgain(cast, page);
    await page.see(thing.kept ?? title);
    expect(await page.has('alert', /./)).toBe(false);
    if (thing.kept) return;
    expect(await page.has('button', /^Actions for/)).toBe(false);
    expect(await page.has('heading', thing.title)).toBe(false);
    await page.press(back);
    await page.find('heading', list);
  });

  for (const [what, id] of Object.entries(addresses)) {
    screenTest(file, [], `says at ${what} what isn’t there, and leads back`, async ({ owner, open }) => {
      const page = await open(owner, pathTo(name, id));
      await page.see(title);
      expect(await page.has('alert', /./)).toBe(false);
      await page.press(back);
      await page.find('heading', list);
    });
  }
}
