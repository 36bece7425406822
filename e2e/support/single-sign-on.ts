import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { startApp } from '#main/app/app.ts';
import { createLogger } from '#main/platform/logger.ts';
import type { SystemContext } from '#main/services/context.ts';
import { addApplication, secretOf } from './applications.ts';
import { type FlaskSite, startFlask } from './flask-site.ts';
import { freePort } from './free-port.ts';
import { newDataFolder } from './new-data-folder.ts';
import { noNetwork } from './no-network.ts';
import type { ProxyName } from './programs/proxy-programs.ts';
import { callbackAt, logoutNoticesAt, pageAt, type RelyingParty, startRelyingParty } from './relying-party.ts';
import { startProxy } from './reverse-proxy.ts';
import { createSeedData, hashSeedPassword, type SeedData } from './seed-data.ts';
import { testCertificate } from './test-certificate.ts';
import { testConfig, testPassword, testPasswords } from './test-service.ts';

export { expect };

/** Castellan behind a real proxy with TLS, so that browsers take its cookie. */
export interface SecurePlace {
  /** `https://localhost:<port>`, and the path that it is below, if any. */
  readonly url: string;
  /** Where the service itself listens. */
  readonly address: string;
  readonly context: SystemContext;
}

/** A page that an organization protects, and the application that it is in Castellan. */
export interface Site extends RelyingParty {
  readonly clientId: string;
}

interface Parts {
  /** Three organizations of this test's own. */
  seed: SeedData;
  /**
   * Starts a site of an organization behind Apache.
   * @param logouts whether Castellan tells it when sessions end. If given, its own session lasts as long as documented
   */
  site: (tenantId: string, name: string, logouts?: 'told' | 'untold') => Promise<Site>;
  /** Starts a program of an organization that is built with Flask. */
  flaskSite: (tenantId: string, name: string) => Promise<FlaskSite & { readonly clientId: string }>;
  /** A browser of its own. */
  browserOf: () => Promise<BrowserContext>;
}

let applications = 0;

interface WorkerParts {
  /** What Castellan is behind. */
  behind: { proxy: ProxyName; mount: 'root' | 'path' };
  place: SecurePlace;
}

export const test = base.extend<Parts, WorkerParts>({
  behind: [
    { proxy: 'caddy', mount: 'root' },
    { scope: 'worker', option: true },
  ],
  place: [
    async ({ behind: { proxy: name, mount } }, use) => {
      const port = await freePort();
      const basePath = mount === 'path' ? '/castellan' : '';
      const dataDir = await newDataFolder('castellan-single-sign-on-');
      const certificates = join(dataDir, 'sites.pem');
      await writeFile(certificates, testCertificate.cert);
      const flags = {
        'rate-limits': 'off',
        'public-url': `https://localhost:${port}`,
        // Of the sites, which Castellan tells that a session has ended.
        'extra-ca-certs': certificates,
        ...(basePath && { 'base-path': basePath }),
      };
      const app = await startApp(testConfig(dataDir, flags), {
        log: createLogger('silent'),
        provider: noNetwork,
        ...testPasswords(flags),
      });
      const proxy = await startProxy(name, port, Number(new URL(app.address).port), mount);
      await use({ url: `${proxy.url}${basePath}`, address: app.address, context: app.context });
      await proxy.close();
      await app.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  seed: async ({ place: { context } }, use) => use(await createSeedData(context, await hashSeedPassword(context))),
  site: async ({ place }, use, { workerIndex }) => {
    const started: RelyingParty[] = [];
    await use(async (tenantId, name, logouts) => {
      applications += 1;
      const clientId = `app_${workerIndex}_${applications}`;
      const port = await freePort();
      const own = { name, name_key: name.toLowerCase(), redirect_uris: callbackAt(port), logout_uris: pageAt(port) };
      const backchannel = { backchannel_logout_uri: logoutNoticesAt(port), logout_allow_private: 1 } as const;
      await addApplication(place.context.db.write, clientId, tenantId, {
        ...own,
        ...(logouts === 'told' && backchannel),
      });
      const parts = { port, provider: place.url, clientId, clientSecret: secretOf(clientId) };
      const site = await startRelyingParty({ ...parts, refreshesAlways: logouts === undefined });
      started.push(site);
      return { ...site, clientId };
    });
    await Promise.all(started.map((site) => site.close()));
  },
  flaskSite: async ({ place }, use, { workerIndex }) => {
    const started: FlaskSite[] = [];
    await use(async (tenantId, name) => {
      applications += 1;
      const clientId = `app_${workerIndex}_${applications}`;
      const port = await freePort();
      const own = { name, name_key: name.toLowerCase(), redirect_uris: callbackAt(port) };
      await addApplication(place.context.db.write, clientId, tenantId, own);
      const site = await startFlask({ port, provider: place.url, clientId, clientSecret: secretOf(clientId) });
      started.push(site);
      return { ...site, clientId };
    });
    await Promise.all(started.map((site) => site.close()));
  },
  browserOf: async ({ browser, place }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({ ignoreHTTPSErrors: true, baseURL: place.url, locale: 'en-GB' });
      contexts.push(context);
      return context;
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

/** Fills in the form that the page shows. */
export const givePassword = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(testPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

/** What the protected page says about who is signed in. */
export const signedInAs = async (page: Page): Promise<string | undefined> =>
  /REMOTE_USER=(\S+)/.exec(await page.locator('body').innerText())?.[1];

/** Lets the application know whoever is signed in. */
export const allow = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { name: 'Sign in to Wiki?' })).toBeVisible();
  await page.getByRole('button', { name: 'Allow' }).click();
};

/** Forgets the session of every site, and keeps that of Castellan. */
export const leaveSite = (browser: BrowserContext): Promise<void> => browser.clearCookies({ domain: '127.0.0.1' });
