import { writeFile } from 'node:fs/promises';
import { systemClock } from '#main/platform/clock.ts';
import { dataFolder } from '#main/platform/data-folder.ts';
import { initialState } from '#main/provider/emulator/initial-state.ts';
import { sandboxKey } from '#main/provider/emulator/sandbox.ts';
import { second } from '#shared/rules/limits.ts';
import { enterConsole, signUpByApi } from './api-accounts.ts';
import { openContext } from './browser-contexts.ts';
import { test as base, expect, journeyPassword, loggedErrors, type TestUser } from './journey.ts';
import { spawnInstance } from './test-app.ts';

export { expect };

/**
 * The sandbox takes 20 seconds to upgrade a server. Here it takes just long enough for a screen to show the progress.
 */
const resizeDelay = 2 * second;

/**
 * A new owner on a server of their own, whose sandbox account upgrades servers quickly. The program reads the sandbox
 * file once, so the account is written before anyone has used this server's sandbox.
 */
export const test = base.extend<{ serverCount: number | undefined; quickOwner: TestUser }>({
  /** How many servers the account has, all alike. Undefined for those that it has at first. */
  serverCount: [undefined, { option: true }],
  quickOwner: async ({ browser, castellan, freshEmail, afterwards, serverCount }, use) => {
    const { mailbox } = castellan;
    const server = await spawnInstance({ args: ['--smtp-url', mailbox.url, '--rate-limits', 'off'] });
    afterwards(() => server.close());
    const context = await openContext(browser, server.address);
    afterwards(() => context.close());
    const page = await context.newPage();
    const account = { email: freshEmail('Olivia Owner'), name: 'Olivia Owner', password: journeyPassword };
    const userAgent = await page.evaluate(() => navigator.userAgent);
    const session = await signUpByApi({ address: server.address, mailbox }, account, userAgent);
    const state = initialState(systemClock.now(), { key: sandboxKey, resize_delay: resizeDelay });
    const [first] = state.servers;
    if (serverCount !== undefined && first) {
      state.servers = Array.from({ length: serverCount }, (_, index) => ({
        ...first,
        serviceid: 20_001 + index,
        srvrname: `web-${index + 1}`,
      }));
    }
    const accounts = { [session.user.tenant_id]: state };
    await writeFile(dataFolder(server.dataDir).sandbox, JSON.stringify({ version: 1, accounts }), { mode: 0o600 });
    await enterConsole(page, session);
    await use({ page, email: account.email, name: account.name, session });
    expect(loggedErrors(server.stderr()), 'errors in the log').toEqual([]);
  },
});
