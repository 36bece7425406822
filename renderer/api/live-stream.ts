import { bearer } from '#shared/contract/http-names.ts';
import { type LiveEvents, livePath } from '#shared/contract/live-topics.ts';
import { second } from '#shared/rules/limits.ts';
import type { Problem } from '#shared/texts/errors.ts';
import { eventReader } from './event-stream.ts';
import { isProblem } from './problem.ts';

export type LiveEvent = { [Name in keyof LiveEvents]: { event: Name; data: LiveEvents[Name] } }[keyof LiveEvents];

/** The service answered, but not with a stream. */
export class LiveRefusedError extends Error {
  override readonly name = 'LiveRefusedError';
  readonly problem: Problem | undefined;
  constructor(status: number, problem: Problem | undefined) {
    super(problem?.detail ?? `The stream of changes was refused with status ${status}`);
    this.problem = problem;
  }
}

/** The service sends something every 20 seconds. After a sleep of the computer, a dead connection looks open. */
const silenceMs = 45 * second;

/**
 * Opens the stream of changes and passes on its events until it ends.
 * @param sinceMs for how many milliseconds the console heard of no changes: those are reported, too
 * @throws LiveRefusedError, or what fetch throws if the connection fails or `signal` aborts
 */
export const openLiveStream = async (
  accessToken: string,
  sinceMs: number,
  signal: AbortSignal,
  onEvent: (event: LiveEvent) => void,
): Promise<void> => {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restartTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), silenceMs);
  };
  restartTimer();
  try {
    // Relative to the page's base.
    const response = await fetch(`.${livePath}?since=${Math.ceil(sinceMs)}`, {
      headers: { authorization: bearer(accessToken) },
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (!response.ok || !response.body) {
      // A proxy may answer without a problem.
      const answer: unknown = await response.json().catch(() => undefined);
      throw new LiveRefusedError(response.status, isProblem(answer) ? answer : undefined);
    }
    // The server of the console wrote it, so it has the type above.
    const read = eventReader(({ event, data }) => onEvent({ event, data: JSON.parse(data) } as LiveEvent));
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      restartTimer();
      read(next.value);
    }
  } finally {
    clearTimeout(timer);
  }
};
