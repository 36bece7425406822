import type { CallById } from './types.ts';

export interface Followed {
  readonly signal?: AbortSignal;
  readonly onGap?: () => void;
  readonly after?: number;
}

interface Page {
  readonly events: readonly unknown[];
  readonly next: number;
  readonly removed: boolean;
}

/** How long the service holds a request if nothing happens. */
const waitSeconds = 25;

/** Asks for what has happened since the last answer, again and again. */
export async function* followEvents(
  call: CallById,
  { signal, onGap, after, ...input }: Followed,
): AsyncGenerator<unknown, void> {
  let position = after;
  while (!signal?.aborted) {
    let page: Page;
    try {
      const options = signal ? { signal } : {};
      // The first answer without a position comes at once, and says where now is.
      page = (await call(
        'listEvents',
        { ...input, after: position, ...(position !== undefined && { wait_seconds: waitSeconds }) },
        options,
      )) as Page;
    } catch (error) {
      if (signal?.aborted) return;
      throw error;
    }
    if (page.removed) onGap?.();
    position = page.next;
    yield* page.events;
  }
}
