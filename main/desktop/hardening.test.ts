import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { app } from '#e2e/support/electron.ts';
import { systemClock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { guardAllContents, openOutside } from './hardening.ts';
import { createRefusalLog } from './refusals.ts';

/** Counts the lines that are logged. */
const countingLog = () => {
  const lines: string[] = [];
  const log = { warn: (_fields: object, message: string) => lines.push(message) } as unknown as Logger;
  return { lines, log };
};

/** A page that may do nothing beyond its own content. */
const open = () => {
  const { lines, log } = countingLog();
  app.removeAllListeners('web-contents-created');
  guardAllContents(() => undefined, systemClock, log);
  const contents = Object.assign(new EventEmitter(), { setWindowOpenHandler: () => {} });
  app.emit('web-contents-created', {}, contents);
  return { lines, contents };
};

it('a page that leads elsewhere without end doesn’t fill the log', () => {
  const { lines, contents } = open();
  let prevented = 0;
  for (let count = 0; count < 1_000; count += 1)
    contents.emit('will-navigate', { url: 'https://evil.example/', preventDefault: () => (prevented += 1) });
  expect(prevented).toBe(1_000);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.length).toBeLessThan(20);
});

it('a page that opens addresses without end doesn’t fill the log', async () => {
  const { lines, log } = countingLog();
  const outside = { external: async () => undefined, refused: createRefusalLog(log, systemClock) };
  for (let count = 0; count < 1_000; count += 1) await openOutside('https://evil.example/', outside);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.length).toBeLessThan(20);
});

it('no page gets a Bluetooth device', () => {
  const { contents } = open();
  const chosen: string[] = [];
  let isPrevented = false;
  contents.emit(
    'select-bluetooth-device',
    { preventDefault: () => (isPrevented = true) },
    [{ deviceId: 'AA:BB', deviceName: 'Keyboard' }],
    (id: string) => chosen.push(id),
  );
  expect({ isPrevented, chosen }).toEqual({ isPrevented: true, chosen: [''] });
});
