import { chromium } from '@playwright/test';
import { type FirstDashboard, openFirstDashboard } from '../../../support/first-dashboard.ts';
import { ensureBrowser } from '../../browser.ts';
import { type Measure, withRunningService } from '../bench.ts';
import { startService } from '../processes.ts';
import { inTurn } from '../statistics.ts';

const rounds = 5;
const kilobyte = 1_000;

/** From signing in on a first visit until the dashboard shows all that it loads first. */
export const firstDashboard: Measure = async (bench) => {
  const { dataDir, members, password } = await bench.seeded(100);
  const email = members[0]?.email ?? '';
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    return await withRunningService(startService(dataDir), async ({ url }) => {
      const opened = async (isSlow: boolean): Promise<FirstDashboard> => {
        const context = await browser.newContext({ baseURL: url });
        try {
          return await openFirstDashboard(await context.newPage(), { email, password }, { isSlow });
        } finally {
          await context.close();
        }
      };
      const { ours, ceiling } = await inTurn(
        rounds,
        () => opened(true),
        () => opened(false),
      );
      const each = (all: readonly FirstDashboard[], key: keyof FirstDashboard) => all.map((one) => one[key]);
      const fast = 'the same over loopback';
      return [
        {
          name: 'First dashboard, requests after the sign-in page',
          unit: '',
          values: each(ours, 'requests'),
          ceiling: { is: fast, values: each(ceiling, 'requests') },
          bound: { of: 'value', is: 'at most', limit: 12 },
        },
        {
          name: 'First dashboard, over the wire after the sign-in page',
          unit: 'kB',
          values: each(ours, 'bytes').map((bytes) => bytes / kilobyte),
          ceiling: { is: fast, values: each(ceiling, 'bytes').map((bytes) => bytes / kilobyte) },
          bound: { of: 'value', is: 'at most', limit: 150 },
        },
        {
          name: 'First dashboard after signing in, slow 4G and CPU',
          unit: 's',
          values: each(ours, 'seconds'),
          ceiling: { is: fast, values: each(ceiling, 'seconds') },
          bound: { of: 'value', is: 'at most', limit: 2.5 },
        },
      ];
    });
  } finally {
    await browser.close();
  }
};
