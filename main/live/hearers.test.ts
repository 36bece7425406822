import { beforeEach, expect, it, vi } from 'vitest';
import { createFakeClock } from '#e2e/support/fake-clock.ts';
import { type LiveTopic, liveTopicNames, liveTopics } from '#shared/contract/live-topics.ts';
import { day, hour, minute, second } from '#shared/rules/limits.ts';
import { grantablePermissions, type Holder, may, roleAlone } from '#shared/rules/permissions.ts';
import { roles } from '#shared/rules/roles.ts';
import type { Callers } from '../security/callers.ts';
import { createChangeFeed } from '../storage/database/change-feed.ts';
import { createLiveHub } from './hub.ts';

const clock = createFakeClock();
const log = { error: vi.fn(), warn: vi.fn(), info: vi.fn() };

/** What the organization of a hearer requires of them. */
const requirements = {
  nothing: { secondFactorDueAt: undefined, lacksVerifiedEmail: false },
  'a second factor, soon': { secondFactorDueAt: clock.now() + day, lacksVerifiedEmail: false },
  'a second factor, now': { secondFactorDueAt: clock.now(), lacksVerifiedEmail: false },
  'a verified address': { secondFactorDueAt: undefined, lacksVerifiedEmail: true },
};
type Required = keyof typeof requirements;
const mayWait = new Set<Required>(['nothing', 'a second factor, soon']);

/** Each role alone, and a member with all that custom roles give. */
const holders: Holder[] = [...roles.map(roleAlone), { role: 'member', granted: grantablePermissions }];

/** Everyone who could listen: of an organization in which something changes, or of another one, each twice. */
const hearers = ['ours', 'theirs'].flatMap((tenantId) =>
  holders.flatMap(({ role, granted }) =>
    (Object.keys(requirements) as Required[]).flatMap((required) =>
      ['named', 'unnamed'].map((name) => ({
        id: `${tenantId} ${role} ${granted.length} ${required} ${name}`,
        tenantId,
        role,
        granted,
        required,
        name,
      })),
    ),
  ),
);
type Hearer = (typeof hearers)[number];

/** The only topic of the installation: everyone's. */
const isOfInstallation = (topic: LiveTopic): boolean => topic === 'mail_settings' || topic === 'mail_status';

const shouldHear = (topic: LiveTopic, { tenantId, required, name, ...holder }: Hearer): boolean => {
  // Whoever has yet to meet what is required may read their own account, and nothing else.
  if (topic === 'account') return name === 'named';
  if (!mayWait.has(required)) return false;
  return (isOfInstallation(topic) || tenantId === 'ours') && may(holder, liveTopics[topic]);
};

beforeEach(() => {
  vi.useFakeTimers();
});

/** A hub, its changes, and streams of all hearers. */
const openAll = () => {
  const changes = createChangeFeed();
  const watch = async (token: string) => {
    const user = hearers.find(({ id }) => id === token);
    if (!user) throw new Error(`Nobody has the token ${token}`);
    return { caller: { ...requirements[user.required], user }, until: clock.now() + hour };
  };
  const callers = { watch } as unknown as Callers;
  const hub = createLiveHub({ db: { changes } as never, callers, clock, log: log as never });
  // Before that, no one knows what has changed.
  clock.advance(minute);
  const listen = async (sinceMs: number): Promise<Map<string, LiveTopic[]>> => {
    const told = new Map<string, LiveTopic[]>(hearers.map(({ id }) => [id, []]));
    for (const { id } of hearers) {
      await hub.open(id, sinceMs, {
        send: (_event, data) => void told.get(id)?.push(...('topics' in data ? data.topics : [])),
        keepAlive() {},
        end() {},
      });
    }
    return told;
  };
  return { changes, hub, listen };
};

it.each(liveTopicNames)('%s is told to those who may read it, and to no one else', async (topic) => {
  const { changes, hub, listen } = openAll();
  const named = new Set(hearers.flatMap(({ id, name }) => (name === 'named' ? [id] : [])));
  const expected = new Map(hearers.map((hearer) => [hearer.id, shouldHear(topic, hearer) ? [topic] : []]));
  const told = await listen(0);
  changes.received({ topics: [topic], commit: { everyone: false, tenants: new Set(['ours']), named } });
  await vi.advanceTimersByTimeAsync(second);
  expect(told).toEqual(expected);
  // Those who come back hear what they have missed.
  expect(await listen(10 * second)).toEqual(expected);
  hub.stop();
});
