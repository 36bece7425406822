import { type Browser, test as base, expect, type Page } from '@playwright/test';
import { tablesOf } from '#main/storage/database/tables.ts';
import { updateTenantOf } from '#main/storage/store/team/tenants.ts';
import { contract } from '#shared/contract/index.ts';
import type { OperationSpec, OutputOf, RequestOf } from '#shared/contract/operation.ts';
import { withNeeded } from '#shared/rules/permissions.ts';
import { writeTokens } from '../../renderer/api/tokens.ts';
import { furnishApplications } from './applications.ts';
import { seedCustomRole } from './custom-roles.ts';
import { createFixedIds } from './fixed-ids.ts';
import { monthlyServer } from './hosting.ts';
import { answerForProvider, providerSamples } from './provider-samples.ts';
import type { Places, Screen } from './screens.ts';
import { seedEvents } from './seed-events.ts';
import { createTestApp, type TestApp } from './test-app.ts';
import { callHttp } from './transports.ts';

export { expect };

/** The language of the console, and of the browser for signed-out pages. */
export type SampleLanguage = 'en' | 'de';

/** The sample data on a server with a frozen clock, seen by its owner and by signed-out visitors. */
export interface SampleConsole {
  readonly places: Places;
  readonly pages: Record<Screen['seenBy'], Page>;
  close(): Promise<void>;
}

const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const locales: Record<SampleLanguage, string> = { en: 'en-GB', de: 'de-DE' };
const invited = 'nora.blake@example.com';

/** Machine-specific values are replaced by these in the pictures. */
const usualAddress = 'http://127.0.0.1:4310';
const usualFolder = '/home/admin/.local/share/castellan';

/** Replacements in answers that mention the machine. */
const machineReplacements = ({ address, port, dataDir }: TestApp): [string, string][] => [
  [address, usualAddress],
  [`:${port}`, `:${new URL(usualAddress).port}`],
  [dataDir, usualFolder],
  [process.version, 'v24.0.0'],
  [process.version.slice(1), '24.0.0'],
];

/**
 * Runs in the page. Playwright's routes would do the same, but they disable the browser's cache, which doubles the load
 * time.
 */
const hideMachine = (words: [string, string][]) => {
  const { fetch } = window;
  window.fetch = async (...request) => {
    const response = await fetch(...request);
    if (!/\/trpc\/[^?]*(getServiceInfo|getInstallation|getMail\b|getMailServer)/.test(response.url)) return response;
    let body = await response.text();
    for (const [found, usual] of words) body = body.replaceAll(found, usual);
    body = body.replaceAll(/"(database_bytes|wal_bytes|free_bytes|duration_ms)":\d+/g, '"$1":1048576');
    // Jobs have run or not by the time that the picture is taken.
    body = body.replace(/"jobs":\[.*?\]/, (jobs) =>
      jobs.replaceAll(/"(running|started_at|duration_ms|result|next_at)":[^,}]+/g, '"$1":null'),
    );
    return new Response(body, response);
  };
};

/** A caret would blink. */
const usualLooks = () => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(':root { caret-color: transparent; }');
  document.adoptedStyleSheets.push(sheet);
};

const openPage = async (browser: Browser, server: TestApp, language: SampleLanguage): Promise<Page> => {
  const context = await browser.newContext({
    baseURL: server.address,
    locale: locales[language],
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    userAgent,
  });
  await context.clock.setFixedTime(server.clock.now());
  await context.addInitScript(usualLooks);
  await context.addInitScript(hideMachine, machineReplacements(server));
  await context.addInitScript(answerForProvider, providerSamples);
  return context.newPage();
};

type Call = <Op extends OperationSpec>(operation: Op, input: RequestOf<Op>) => Promise<OutputOf<Op>>;

/** Names a server, as people do. */
const furnishHosting = async (call: Call): Promise<void> => {
  await call(contract.hosting.updateServer, { serviceid: monthlyServer, label: 'Mail, Europe' });
};

type Listed<Op extends OperationSpec, Name extends keyof OutputOf<Op>> = OutputOf<Op>[Name];

/** A group that opens a workspace to the owner. */
const furnishGroup = async (
  call: Call,
  { tenant_id, id }: { tenant_id: string; id: string },
  workspaces: Listed<typeof contract.workspaces.listWorkspaces, 'workspaces'>,
): Promise<string> => {
  const { groups } = contract;
  const named = { tenant_id, name: 'Design', description: 'Designers, ours and freelance.' };
  const { group_id } = await call(groups.createGroup, named);
  await call(groups.addGroupMembers, { tenant_id, group_id, user_ids: [id] });
  const slug = workspaces[0]?.slug ?? '';
  await call(groups.setGroupWorkspace, { tenant_id, group_id, slug, role: 'Viewer' });
  return group_id;
};

/** Whoever changes workspaces also opens them and sets their health score. */
const leads = withNeeded(['workspaces.settings']);

/** The token of the link in the newest email to an address, as its mailbox receives it. */
const mailedSecret = async ({ app }: TestApp, recipient: string): Promise<{ id: string; secret: string }> => {
  const { db, secretBox } = app.context;
  const mail = await tablesOf(db.read)
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', recipient)
    .where('sealed_secret', 'is not', null)
    .executeTakeFirstOrThrow();
  return { id: mail.id, secret: secretBox.open('mails.sealed_secret', mail) };
};

const callerAs = (address: string, token: string | undefined): Call => {
  return async (operation, input) => {
    const { status, body, text } = await callHttp(address, operation, input as Record<string, unknown>, {
      token,
      headers: { 'user-agent': userAgent },
    });
    expect(status, `${operation.id}: ${text}`).toBe(operation.http.status);
    return body as never;
  };
};

/** Opens the sample data in the same state on every run: the same times, ids and secrets. */
export const openSampleConsole = async (browser: Browser, language: SampleLanguage = 'en'): Promise<SampleConsole> => {
  const server = await createTestApp({ 'rate-limits': 'off' }, undefined, createFixedIds());
  const untouched = await createTestApp({ 'rate-limits': 'off' }, undefined, createFixedIds());
  const made = await callerAs(server.address, undefined)(contract.welcome.createSampleTenant, {});
  const call = callerAs(server.address, made.access_token);
  const { tenant_id } = made.user;
  await furnishHosting(call);
  if (language !== 'en') await call(contract.profile.updateMe, { preferences: { language } });
  const { users } = await call(contract.team.listMembers, { tenant_id, q: 'priya' });
  const { workspaces } = await call(contract.workspaces.listWorkspaces, { tenant_id });
  const { id: mailId, secret: invitation } = await mailedSecret(server, invited);
  const { context } = server.app;
  const { destinationId } = await context.db.transaction({ tenant: tenant_id }, (tx) =>
    seedEvents(context, tx, tenant_id, 1),
  );
  const signInSlug = 'acme';
  await context.db.transaction({ tenant: tenant_id }, (tx) =>
    updateTenantOf(tx, tenant_id, { sign_in_slug: signInSlug, accent: '#7a4fd0' }),
  );
  const groupId = await furnishGroup(call, made.user, workspaces);
  const applications = await furnishApplications(context, call, { tenant_id, id: made.user.id, groupId });
  const userId = users[0]?.user_id ?? '';
  await context.db.transaction({ tenant: tenant_id }, async (tx) => {
    const of = { tenantId: tenant_id, by: made.user.id, userId };
    const auditor = { name: 'Auditor', permissions: ['audit.read', 'settings.read'] } as const;
    await seedCustomRole(context, tx, { ...of, ...auditor, description: 'For the yearly audit.' });
    await seedCustomRole(context, tx, { ...of, groupId, name: 'Workspace lead', permissions: leads });
  });
  const pages = {
    owner: await openPage(browser, server, language),
    guest: await openPage(browser, server, language),
    'first guest': await openPage(browser, untouched, language),
  };
  const tokens = { key: 'owner', generation: 0, refresh: made.refresh_token, expiresAt: 0 };
  await pages.owner.goto('/favicon.svg');
  await pages.owner.evaluate((text) => sessionStorage.setItem('castellan-session', text), writeTokens(tokens));
  return {
    places: {
      userId,
      slug: workspaces[0]?.slug ?? '',
      mailId,
      destinationId,
      groupId,
      ...applications,
      signInSlug,
      serviceId: monthlyServer,
      invitation,
    },
    pages,
    async close() {
      for (const page of Object.values(pages)) await page.context().close();
      await server.close();
      await untouched.close();
    },
  };
};

interface WorkerParts {
  sample: SampleConsole;
  german: SampleConsole;
}

/** Views the console without changing anything: all tests of a worker share one. */
export const test = base.extend<object, WorkerParts>({
  sample: [
    async ({ browser }, use) => {
      const opened = await openSampleConsole(browser);
      await use(opened);
      await opened.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  german: [
    async ({ browser }, use) => {
      const opened = await openSampleConsole(browser, 'de');
      await use(opened);
      await opened.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});
