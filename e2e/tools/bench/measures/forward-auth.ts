import { addProtectedHost, protectedHost } from '#e2e/support/protected-host.ts';
import { hashSecret } from '#main/security/refresh-tokens.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { insertProtectedSession } from '#main/storage/store/oauth/protected-sessions.ts';
import { connections, type Measure, withRunningService } from '../bench.ts';
import { load } from '../load.ts';
import { startService } from '../processes.ts';
import { seed, withService } from '../seed.ts';
import { inTurn } from '../statistics.ts';

const people = 100;
const rounds = 5;
const secretOf = (n: number): string => `${n}`.padStart(43, 'x');

/** Lets each member with a session open a protected host that has rules. Returns how many they are. */
const openHost = (dataDir: string, tenantId: string): Promise<number> =>
  withService(dataDir, async ({ context: { db, clock } }) => {
    const sessions = await tablesOf(db.read).selectFrom('sessions').select(['id', 'user_id']).execute();
    await db.transaction({ tenant: tenantId }, async (tx) => {
      await addProtectedHost(tx, tenantId, {
        rules: [
          { path: '/status', access: 'public' },
          { path: '/money', access: 'second_factor' },
        ],
      });
      for (const [n, session] of sessions.entries()) {
        await insertProtectedSession(tx, {
          secret_hash: hashSecret(secretOf(n)),
          application_id: 'app_proxied',
          user_id: session.user_id,
          session_id: session.id,
          browser_hash: null,
          target: null,
          created_at: clock.now(),
          expires_at: null,
        });
      }
    });
    return sessions.length;
  });

/** What a proxy asks for each request to a protected host, next to a bare route. */
export const forwardAuth: Measure = async (bench) => {
  const { dataDir, tenantId } = await seed(await bench.folder(), people, people);
  const count = await openHost(dataDir, tenantId);
  const requests = Array.from({ length: count }, (_, n) => ({
    path: '/forward-auth/check/app_proxied',
    headers: {
      'x-forwarded-host': protectedHost,
      'x-forwarded-proto': 'https',
      'x-forwarded-method': 'GET',
      'x-forwarded-uri': '/wiki/page?action=edit',
      cookie: `__Host-castellan-visit-app_proxied=${secretOf(n)}`,
    },
  }));
  const until = { seconds: 3 };
  const environment = { CASTELLAN_PUBLIC_URL: 'https://castellan.example' };
  const seen = await withRunningService(startService(dataDir, environment), (service) =>
    withRunningService(bench.bare({}), async (bare) => {
      const ours = () => load({ url: service.url, connections, until, requests });
      const ceiling = () =>
        load({ url: bare.url, connections, until, requests: requests.map((sent) => ({ ...sent, path: '/' })) });
      await ceiling();
      await ours();
      return inTurn(rounds, ours, ceiling);
    }),
  );
  const of = (pick: 'perSecond' | 'p99') => ({
    values: seen.ours.map((result) => result[pick]),
    ceiling: { is: 'bare Fastify route, the same requests', values: seen.ceiling.map((result) => result[pick]) },
  });
  return [
    {
      name: 'Forward auth, requests per second',
      unit: 'req/s',
      ...of('perSecond'),
      bound: { of: 'ratio', is: 'at least', limit: 0.4 },
    },
    { name: 'Forward auth, p99', unit: 'ms', ...of('p99'), bound: { of: 'ratio', is: 'at most', limit: 5 } },
  ];
};
