import { session } from 'electron';
import { z } from 'zod';
import { day, second } from '#shared/limits.ts';
import type { Logger } from '../platform/logger.ts';

/**
 * DECISION: an update is told, never installed by itself: a self-hosted service is upgraded by whoever keeps its data.
 * The feed is a JSON document of the administrator's choice, and none is asked unless one is set.
 */
const feedDocument = z.object({
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  url: z.url({ protocol: /^https$/ }),
});
export type Release = z.output<typeof feedDocument>;

export interface UpdateParts {
  feed: URL;
  version: string;
  log: Logger;
}

export interface Updates {
  /** Hosts whose pages a release may name. */
  hosts(): string[];
  /** The newer release there is, or undefined. @throws Error where the feed cannot be read. */
  check(): Promise<Release | undefined>;
  /** Looks now and daily, and tells each newer release once. */
  watch(tell: (release: Release) => void): void;
  stop(): void;
}

/** The feed's address, or undefined where none is set or it is not https. */
export const readFeed = (text: string | undefined, log: Logger): URL | undefined => {
  if (text === undefined || text === '') return undefined;
  const feed = URL.canParse(text) ? new URL(text) : undefined;
  if (feed?.protocol === 'https:') return feed;
  log.error('CASTELLAN_UPDATE_FEED is no https address: no updates are looked for');
  return undefined;
};

/** A session of its own, kept in memory. */
const updatePartition = 'updates';

const numbers = (version: string): number[] => version.split(/[.-]/).slice(0, 3).map(Number);

export const isNewer = (candidate: string, present: string): boolean => {
  const [theirs, ours] = [numbers(candidate), numbers(present)];
  const differing = [0, 1, 2].find((index) => theirs[index] !== ours[index]);
  return differing !== undefined && (theirs[differing] ?? 0) > (ours[differing] ?? 0);
};

export const createUpdates = ({ feed, version, log }: UpdateParts): Updates => {
  let told: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  const check = async (): Promise<Release | undefined> => {
    // Not the window's session: that one reaches no network.
    const answer = await session
      .fromPartition(updatePartition)
      .fetch(feed.href, { redirect: 'error', signal: AbortSignal.timeout(30 * second) });
    if (!answer.ok) throw new Error(`The update feed answers ${answer.status}`);
    const release = feedDocument.parse(await answer.json());
    if (new URL(release.url).host !== feed.host) throw new Error('The update feed names a page of another host');
    return isNewer(release.version, version) ? release : undefined;
  };
  return {
    hosts: () => [feed.host],
    check,
    watch(tell) {
      const look = async (): Promise<void> => {
        const release = await check();
        if (!release || release.version === told) return;
        told = release.version;
        tell(release);
      };
      const attempt = () =>
        void look().catch((error: unknown) => log.warn({ err: error }, 'the update feed could not be read'));
      attempt();
      timer = setInterval(attempt, day);
      timer.unref();
    },
    stop: () => clearInterval(timer),
  };
};
