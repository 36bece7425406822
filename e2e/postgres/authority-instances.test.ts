import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Cast, createCast } from '#e2e/support/authority-cast.ts';
import { probe } from '#e2e/support/authority-probes.ts';
import { happen } from '#e2e/support/authority-transitions.ts';
import { reachedByHttps } from '#e2e/support/client-credentials.ts';
import { createFakeClock } from '#e2e/support/fake-clock.ts';
import { expectGroupEnding, groupEndings } from '#e2e/support/group-endings.ts';
import { isGranted } from '#e2e/support/lasting-grants.ts';
import { openLiveStream } from '#e2e/support/live-stream.ts';
import { newTestFolder } from '#e2e/support/new-data-folder.ts';
import { noNetwork } from '#e2e/support/no-network.ts';
import { overHttp } from '#e2e/support/over-http.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { isLetIn } from '#e2e/support/protected-host.ts';
import { expectEnding, serviceAccountEndings, serviceCredentials } from '#e2e/support/service-account-endings.ts';
import { openTestService, testConfig, testHosts, testOrigin, testPasswords } from '#e2e/support/test-service.ts';
import { startApp } from '#main/app/app.ts';
import { createLogger } from '#main/platform/logger.ts';
import {
  type AuthorityKind,
  authority,
  effectOn,
  type Transition,
  transitions,
} from '#main/services/identity/authority.ts';
import { contract } from '#shared/contract/index.ts';

const flags = { 'rate-limits': 'off' };

/**
 * One instance at which things happen, and another one, with a server, on its database.
 * @param reachedAt `https`: service accounts can call with access tokens. With a public URL, passkeys would belong to another site
 */
const createPair = async (reachedAt: 'address' | 'https') => {
  const clock = createFakeClock();
  const place = await newTestFolder('castellan-first-');
  const one = await openTestService(place, clock, flags);
  const dataDir = await mkdtemp(join(tmpdir(), 'castellan-second-'));
  await cp(join(place.dataDir, 'keys.json'), join(dataDir, 'keys.json'));
  // As behind a proxy: without https, no browser stands for a session.
  const config = { ...testConfig(dataDir, flags), isPublicHttps: true, databaseServer: place.server };
  const log = createLogger('silent');
  const two = await startApp(config, { clock, log, provider: noNetwork, ...testPasswords(flags) });
  // Passkeys belong to a site, and both instances are behind one proxy.
  two.service.announce(testOrigin, testHosts);
  if (reachedAt === 'https') {
    // As `castellan keys rotate --signing` does, which tells every instance.
    const entry = await one.service.context.keys.newEntry(clock.now(), { signing: true });
    for (const { service } of [reachedByHttps(one), reachedByHttps(two)]) await service.context.keys.rotate(entry);
  }
  // Whoever founds the first organization is an operator.
  await one.owner();
  return {
    one,
    two,
    /** Each call goes to the other instance. */
    elsewhere: overHttp(one, two.address, two.service),
    async close() {
      await two.stop();
      await one.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

const pair = perFile(() => createPair('address'));
const httpsPair = perFile(() => createPair('https'));

/** Uses everything at the other instance once, so that it knows the sessions and the key, and what began in the sessions. */
const meetElsewhere = async ({ subject, other, apiKey, granted, visits }: Cast): Promise<void> => {
  for (const token of [subject.token, other.token, apiKey]) {
    await pair.elsewhere.call(contract.profile.getMe, {}, { token });
  }
  for (const token of Object.values(granted)) expect(await isGranted(pair.elsewhere, token)).toBe(true);
  for (const visit of Object.values(visits)) expect(await isLetIn(pair.elsewhere, visit)).toBe(true);
};

const kinds = Object.keys(authority) as AuthorityKind[];
const happening = transitions.filter((transition) => transition !== 'moved') as Exclude<Transition, 'moved'>[];
/** What has to happen before. */
const before: Partial<Record<Transition, (typeof happening)[number]>> = {
  enabled: 'disabled',
  restored: 'left',
  organization_reopened: 'organization_closed',
};

describe('what happens at one instance', () => {
  it.each(happening)('once %s, is so at the other one, with its open streams', async (transition) => {
    const cast = await createCast(pair.one);
    await meetElsewhere(cast);
    const streams = {
      this_session: await openLiveStream(pair.two.address, cast.subject.token),
      other_sessions: await openLiveStream(pair.two.address, cast.other.token),
    };
    try {
      const earlier = before[transition];
      if (earlier !== undefined) await happen[earlier](cast);
      await happen[transition](cast);
      const lives = (kind: AuthorityKind): boolean =>
        [earlier, transition].every((happened) => {
          const effect = happened === undefined ? 'lives' : effectOn(kind, happened);
          return effect === 'lives' || (effect === 'suspended' && happened === earlier);
        });
      for (const kind of ['this_session', 'other_sessions'] as const) if (!lives(kind)) await streams[kind].ended;
      cast.app = pair.elsewhere;
      expect(await probe(cast, transition)).toEqual(Object.fromEntries(kinds.map((kind) => [kind, lives(kind)])));
    } finally {
      for (const stream of Object.values(streams)) stream.close();
    }
  });
});

describe.each(serviceCredentials)('what happens at one instance to a service account with an %s', (credential) => {
  it.each(Object.entries(serviceAccountEndings))('once %s, is so at the other one', async (_name, ending) => {
    await expectEnding(httpsPair.one, ending, credential, httpsPair.elsewhere);
  });
});

describe('what happens to a group at one instance', () => {
  it.each(Object.entries(groupEndings))('once it %s, is so at the other one', async (_name, ending) => {
    await expectGroupEnding(pair.one, ending, pair.elsewhere);
  });
});
