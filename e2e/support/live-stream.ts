import { type LiveEvents, type LiveTopic, livePath } from '#shared/contract/live-topics.ts';
import { eventReader } from '../../renderer/api/event-stream.ts';

/** A stream of changes as a console gets it. */
export interface LiveStream {
  readonly headers: Headers;
  /** Topics that were reported so far. */
  readonly topics: ReadonlySet<LiveTopic>;
  /** Resolves once a topic has been reported. Rejects if the stream ends before. */
  hears(topic: LiveTopic): Promise<void>;
  /** Resolves with the events of the whole stream, once it has ended. */
  readonly ended: Promise<readonly { event: string; data: LiveEvents[keyof LiveEvents] }[]>;
  close(): void;
}

/** Opens the stream of a session, and waits until it reports changes. @throws Error with the answer if it is refused */
export const openLiveStream = async (address: string, token: string): Promise<LiveStream> => {
  const leaving = new AbortController();
  const response = await fetch(`${address}${livePath}?since=0`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leaving.signal,
  });
  if (!response.ok || !response.body) throw new Error(`${response.status} ${await response.text()}`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const events: { event: string; data: LiveEvents[keyof LiveEvents] }[] = [];
  const topics = new Set<LiveTopic>();
  const waiting = new Set<() => void>();
  let isOver = false;
  const read = eventReader((sent) => {
    const data = JSON.parse(sent.data) as LiveEvents[keyof LiveEvents];
    events.push({ event: sent.event, data });
    if ('topics' in data) for (const topic of data.topics) topics.add(topic);
    for (const check of waiting) check();
  });
  const readNext = async (): Promise<boolean> => {
    const { done, value } = await reader.read();
    if (!done) read(value);
    return !done;
  };
  await readNext();
  const readAll = async () => {
    while (await readNext());
    isOver = true;
    for (const check of waiting) check();
    return events;
  };
  const ended = readAll();
  // The caller that closes the stream doesn't have to wait for its end.
  ended.catch(() => undefined);
  return {
    headers: response.headers,
    topics,
    ended,
    hears: (topic) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (topics.has(topic)) resolve();
          else if (isOver) reject(new Error(`The stream ended without ${topic}: ${JSON.stringify(events)}`));
          else return;
          waiting.delete(check);
        };
        waiting.add(check);
        check();
      }),
    close: () => leaving.abort(),
  };
};
