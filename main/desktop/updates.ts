import { session } from 'electron';
import { z } from 'zod';
import { day } from '#shared/rules/limits.ts';
import { uses } from '../platform/gate/uses.ts';
import type { Logger } from '../platform/logger.ts';

/**
 * DECISION 0047: announce updates, never install them: the person responsible for a self-hosted service's data upgrades
 * it. The feed is a JSON document that the administrator chooses. Without one, nothing is requested.
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
  /** Hosts whose pages a release may link to. */
  hosts(): string[];
  /** The newer release, or undefined if there is none. @throws Error if the feed can't be read. */
  check(): Promise<Release | undefined>;
  /** Checks now and daily, and reports each newer release once. */
  watch(tell: (release: Release) => void): void;
  stop(): void;
}

/** The feed's URL, or undefined if none is set or it is not https. */
export const readFeed = (text: string | undefined, log: Logger): URL | undefined => {
  if (text === undefined || text === '') return undefined;
  const feed = URL.canParse(text) ? new URL(text) : undefined;
  if (feed?.protocol === 'https:') return feed;
  log.error('CASTELLAN_UPDATE_FEED is not an https URL; update checks are off');
  return undefined;
};

/** A separate session, kept in memory. */
const updatePartition = 'updates';

/** @throws Error if there is more than a feed needs */
const readText = async ({ body }: Response): Promise<string> => {
  const { maxBytes } = uses.updates;
  const decoder = new TextDecoder();
  let size = 0;
  let text = '';
  for await (const part of body ?? []) {
    size += part.byteLength;
    if (size > maxBytes) throw new Error(`The update feed has more than ${maxBytes} bytes`);
    text += decoder.decode(part, { stream: true });
  }
  return text;
};

const numbers = (version: string): number[] => version.split(/[.-]/).slice(0, 3).map(Number);

export const isNewer = (candidate: string, present: string): boolean => {
  const [theirs, ours] = [numbers(candidate), numbers(present)];
  const differing = [0, 1, 2].find((index) => theirs[index] !== ours[index]);
  return differing !== undefined && (theirs[differing] ?? 0) > (ours[differing] ?? 0);
};

export const createUpdates = ({ feed, version, log }: UpdateParts): Updates => {
  let notifiedVersion: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  const check = async (): Promise<Release | undefined> => {
    // Not the window's session: that one has no network access.
    const answer = await session
      .fromPartition(updatePartition)
      .fetch(feed.href, { redirect: 'error', signal: AbortSignal.timeout(uses.updates.totalMs) });
    if (!answer.ok) throw new Error(`The update feed returned HTTP ${answer.status}`);
    const release = feedDocument.parse(JSON.parse(await readText(answer)));
    if (new URL(release.url).host !== feed.host)
      throw new Error('The release page is on another host than the update feed');
    return isNewer(release.version, version) ? release : undefined;
  };
  return {
    hosts: () => [feed.host],
    check,
    watch(tell) {
      const look = async (): Promise<void> => {
        const release = await check();
        if (!release || release.version === notifiedVersion) return;
        notifiedVersion = release.version;
        tell(release);
      };
      const attempt = () =>
        void look().catch((error: unknown) => log.warn({ err: error }, 'failed to read the update feed'));
      attempt();
      timer = setInterval(attempt, day);
      timer.unref();
    },
    stop: () => clearInterval(timer),
  };
};
