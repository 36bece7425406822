import { expect } from 'vitest';
import { connectHetzner } from '#e2e/support/hetzner-account.ts';
import { offServer, webServer } from '#e2e/support/hetzner-service.ts';
import { hostingCaller, monthlyServer } from '#e2e/support/hosting.ts';
import { connect, labelOf, serversOf } from '#e2e/support/screens/hosting-cast.ts';
import { screenTests } from '#e2e/support/screens/screen-test.ts';
import { contract } from '#shared/contract/index.ts';

const screenTest = screenTests();
const { hosting } = contract;

screenTest(
  'hosting/servers/power-dialog',
  ['hosting.setPower'],
  'does with the power of the row’s server what was chosen, and shows it until the provider does',
  async (cast) => {
    await connect(cast);
    const cloud = await connectHetzner(cast.app.service.context, cast.owner.tenantId);
    const { call } = hostingCaller(cast.app, cast.owner);
    await call(hosting.syncServers, {});
    const page = await cast.open(cast.owner, '/dashboard/hosting');
    await page.press('Actions for db-1');
    expect(await page.has('menuitem', 'Turn off')).toBe(false);
    await page.press('Turn on');
    await page.send('Turn on', 'hosting.setPower');
    await page.closed();
    await page.press('Actions for web-1');
    expect(await page.has('menuitem', 'Turn on')).toBe(false);
    await page.press('Turn off');
    await page.press(/^Cut power/);
    await page.send('Turn off', 'hosting.setPower');
    await page.closed();
    expect((await page.find('row', 'web-1')).textContent).toContain('Changing power');
    const other = await cast.open(cast.owner, `/dashboard/hosting/${webServer}/upgrade`);
    await other.find('heading', 'Power of web-1');
    cast.app.clock.advance(30_000);
    const { runs } = await call(hosting.listUpgradeRuns, {});
    for (const { run_id } of runs) await call(hosting.checkUpgradeRun, { run_id });
    expect(await serversOf(cast)).toMatchObject({
      [webServer]: { status: 'OFF', open_run: null },
      [offServer]: { status: 'ACTIVE', open_run: null },
    });
    expect(cloud.requests.filter((one) => one.startsWith('POST'))).toEqual([
      'POST /servers/43/actions/poweron',
      'POST /servers/42/actions/poweroff',
    ]);
  },
);

screenTest('hosting/servers/power-dialog', [], 'is not there where the provider has no such thing', async (cast) => {
  await connect(cast);
  const page = await cast.open(cast.owner, '/dashboard/hosting');
  await page.press(`Actions for ${await labelOf(cast, monthlyServer)}`);
  await page.see('Edit tags');
  for (const name of ['Turn on', 'Turn off', 'Restart']) expect(await page.has('menuitem', name)).toBe(false);
});
