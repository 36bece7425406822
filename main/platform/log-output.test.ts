import { readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { createLogOutput, type LogSink, openLogFile } from './log-output.ts';
import { StartError } from './start-error.ts';

const folder = perTest(() => temporaryFolder('castellan-log-'));
let file: string;
beforeEach(() => {
  file = join(folder.path, 'castellan.log');
});

/** A sink whose writes end when the test says so. */
const heldSink = () => {
  const written: string[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const sink: LogSink = (text, done) => {
    written.push(text);
    ends.push(done);
  };
  return { sink, written, end: (error?: Error) => ends.shift()?.(error) };
};

describe('a log output', () => {
  it('hands lines over in order, and gathers those that wait', () => {
    const { sink, written, end } = heldSink();
    const output = createLogOutput({ sink });
    for (const line of ['a\n', 'b\n', 'c\n']) output.write(line);
    expect(written).toEqual(['a\n']);
    end();
    expect(written).toEqual(['a\n', 'b\nc\n']);
  });

  it('drops and counts lines beyond its limit, and reports them once writing works again', () => {
    const { sink, written, end } = heldSink();
    const output = createLogOutput({ sink, limit: 8 });
    const lost: number[] = [];
    output.onRecovery((lines) => lost.push(lines));
    for (let n = 0; n < 10; n += 1) output.write('123\n');
    expect(output.dropped()).toBe(7);
    end();
    expect(lost).toEqual([7]);
    end();
    expect(written).toEqual(['123\n', '123\n123\n']);
    expect(lost).toEqual([7]);
  });

  it('counts the lines of a write that fails or throws, and goes on', () => {
    const { sink, written, end } = heldSink();
    let broken = false;
    const output = createLogOutput({
      sink: (text, done) => {
        if (broken) throw new Error('broken');
        sink(text, done);
      },
    });
    for (const line of ['a\n', 'b\n', 'c\n']) output.write(line);
    end(new Error('full'));
    expect(output.dropped()).toBe(1);
    end();
    broken = true;
    output.write('d\n');
    expect(output.dropped()).toBe(2);
    broken = false;
    output.write('e\n');
    expect(written).toEqual(['a\n', 'b\nc\n', 'e\n']);
  });

  it('flushes what waits, but for no longer than asked', async () => {
    const { sink, end } = heldSink();
    const output = createLogOutput({ sink });
    await output.flush(0);
    output.write('a\n');
    let flushed = false;
    const flush = output.flush(60_000).then(() => {
      flushed = true;
    });
    await Promise.resolve();
    expect(flushed).toBe(false);
    end();
    await flush;
    output.write('b\n');
    await output.flush(1);
  });
});

describe('a log file', () => {
  it('is private, appended to, and complete after a flush', async () => {
    for (const line of ['first\n', 'second\n']) {
      const output = openLogFile(file);
      output.write(line);
      await output.flush(5_000);
    }
    expect(readFileSync(file, 'utf8')).toBe('first\nsecond\n');
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is written at once where asked', () => {
    const output = openLogFile(file, { immediate: true });
    output.write('first\n');
    expect(readFileSync(file, 'utf8')).toBe('first\n');
  });

  it('goes on under its name after a rotation, however often it is opened again', async () => {
    const output = openLogFile(file);
    output.write('before\n');
    await output.flush(5_000);
    renameSync(file, `${file}.1`);
    output.reopen();
    output.reopen();
    output.write('after\n');
    await output.flush(5_000);
    expect([readFileSync(`${file}.1`, 'utf8'), readFileSync(file, 'utf8')]).toEqual(['before\n', 'after\n']);
  });

  it('stays the previous one if it cannot be opened again', async () => {
    const output = openLogFile(file);
    renameSync(folder.path, `${folder.path}.moved`);
    expect(() => output.reopen()).toThrow('ENOENT');
    output.write('kept\n');
    await output.flush(5_000);
    renameSync(`${folder.path}.moved`, folder.path);
    expect(readFileSync(file, 'utf8')).toBe('kept\n');
  });

  it('in a folder that does not exist is refused by name', () => {
    const path = join(folder.path, 'missing', 'castellan.log');
    expect(() => openLogFile(path)).toThrow(StartError);
    expect(() => openLogFile(path)).toThrow(path);
  });

  it.runIf(process.platform === 'linux')('on a full disk drops lines and throws nothing', async () => {
    for (const immediate of [false, true]) {
      const output = openLogFile('/dev/full', { immediate });
      output.write('lost\n');
      await expect.poll(() => output.dropped()).toBe(1);
    }
  });
});
