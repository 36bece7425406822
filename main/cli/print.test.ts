import { afterEach, expect, it, vi } from 'vitest';
import { printLine, tableLine } from './print.ts';

const { stdout } = process;
afterEach(() => {
  for (const listener of stdout.listeners('error')) stdout.off('error', listener as () => void);
});

/** Prints lines. Returns what reaches the terminal. */
const printed = async (...lines: string[]): Promise<string> => {
  const write = vi.spyOn(stdout, 'write').mockReturnValue(true);
  for (const line of lines) await printLine(line);
  const text = write.mock.calls.map(([chunk]) => String(chunk)).join('');
  write.mockRestore();
  return text;
};

it('lets no control character reach the terminal', async () => {
  expect(await printed('a\u001b[2Jb\u0007', 'c\nd')).toBe('a�[2Jb�\nc�d\n');
});

it('ends well once no one reads what it prints, and fails with any other error', async () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  await printed('a', 'b');
  stdout.emit('error', Object.assign(new Error('gone'), { code: 'EPIPE' }));
  expect(exit).toHaveBeenCalledExactlyOnceWith(0);
  expect(() => stdout.emit('error', new Error('the disk is full'))).toThrow('the disk is full');
});

it('waits until what it has printed was read', async () => {
  const write = vi.spyOn(stdout, 'write').mockReturnValue(false);
  const done = vi.fn();
  const printing = printLine('a').then(done);
  await new Promise(setImmediate);
  expect(done).not.toHaveBeenCalled();
  stdout.emit('drain');
  await printing;
  write.mockRestore();
});

it('puts the cells of a row below each other', () => {
  expect(
    tableLine([
      { text: 'ann', width: 5 },
      { text: 'admin', width: 8 },
    ]),
  ).toBe('ann    admin');
});
