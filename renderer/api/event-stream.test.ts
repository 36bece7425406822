import { expect, test } from 'vitest';
import { eventReader, type ServerSentEvent } from './event-stream.ts';

const stream = 'event: ready\ndata: {}\n\n:\n\nevent: changed\ndata: {"topics":["runs"]}\n\nevent: ended\nda';

test.each([1, 7, 1_000])('events are read from pieces of %i characters, and comments are skipped', (size) => {
  const events: ServerSentEvent[] = [];
  const read = eventReader((event) => events.push(event));
  for (let at = 0; at < stream.length; at += size) read(stream.slice(at, at + size));
  expect(events).toEqual([
    { event: 'ready', data: '{}' },
    { event: 'changed', data: '{"topics":["runs"]}' },
  ]);
});
