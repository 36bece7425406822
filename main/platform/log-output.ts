import { closeSync, fstatSync, openSync, write, writeSync } from 'node:fs';
import { fileProblem } from './system-error.ts';

/**
 * Where log lines go. Writing a line never blocks, never throws, and never delays an operation: lines that can't be
 * written are dropped and counted.
 */
export interface LogOutput {
  write(line: string): void;
  /** How many lines were dropped since the start. */
  dropped(): number;
  /**
   * Opens the log file again under its name, after a rotation. Does nothing for stderr.
   * @throws Error if the file can't be opened; then the previous one stays in use.
   */
  reopen(): void;
  /** Resolves once everything is written, after `timeoutMs` at the latest. */
  flush(timeoutMs: number): Promise<void>;
  /** Called with the number of lines dropped since the last successful write, once writing works again. */
  onRecovery(listener: (lines: number) => void): void;
}

/** Writes text, and calls back with the error if it could not. */
export type LogSink = (text: string, done: (error?: Error | null) => void) => void;

/** Lines that wait for a slow destination take at most this much memory. */
const maxWaiting = 1_048_576;

interface Parts {
  sink: LogSink;
  /** Returns the sink of the file that now has the log's name. */
  reopen?: () => LogSink;
  /** Characters that may wait. */
  limit?: number;
}

/** Buffers lines for a sink, which gets one piece of text at a time. */
export const createLogOutput = ({ sink: first, reopen, limit = maxWaiting }: Parts): LogOutput => {
  let sink = first;
  let waiting: string[] = [];
  let waitingLength = 0;
  let busy = false;
  let dropped = 0;
  let reported = 0;
  let tellRecovery: (lines: number) => void = () => {};
  const flushing: (() => void)[] = [];

  const finish = (lines: number, error: Error | null | undefined): void => {
    busy = false;
    if (error) dropped += lines;
    else if (dropped > reported) {
      const lost = dropped - reported;
      reported = dropped;
      tellRecovery(lost);
    }
    pump();
  };
  const pump = (): void => {
    if (busy) return;
    if (waiting.length === 0) {
      for (const resolve of flushing.splice(0)) resolve();
      return;
    }
    const lines = waiting;
    waiting = [];
    waitingLength = 0;
    busy = true;
    try {
      sink(lines.join(''), (error) => finish(lines.length, error));
    } catch (error) {
      finish(lines.length, error as Error);
    }
  };

  return {
    write(line) {
      if (waitingLength + line.length > limit) {
        dropped += 1;
        return;
      }
      waiting.push(line);
      waitingLength += line.length;
      pump();
    },
    dropped: () => dropped,
    reopen() {
      if (reopen) sink = reopen();
    },
    flush: (timeoutMs) =>
      new Promise((resolve) => {
        if (!busy && waiting.length === 0) {
          resolve();
          return;
        }
        const timer = setTimeout(resolve, timeoutMs);
        flushing.push(() => {
          clearTimeout(timer);
          resolve();
        });
      }),
    onRecovery(listener) {
      tellRecovery = listener;
    },
  };
};

const retryDelayMs = 20;

/** Writes to a file or a terminal from a worker thread, so a slow disk or a stopped terminal blocks no one. */
const fileSink = (fd: number): LogSink => {
  // After a write that failed halfway, begin a new line.
  let torn = false;
  return (text, done) => {
    const bytes = Buffer.from(torn ? `\n${text}` : text);
    const next = (offset: number): void =>
      write(fd, bytes, offset, (error, count) => {
        if (error?.code === 'EAGAIN') {
          setTimeout(next, retryDelayMs, offset).unref();
        } else if (error) {
          torn ||= offset > 0;
          done(error);
        } else if (offset + count < bytes.length) {
          next(offset + count);
        } else {
          torn = false;
          done();
        }
      });
    next(0);
  };
};

/** Writes at once. Only for local files: lines before a crash are then in the file. */
const immediateSink =
  (fd: number): LogSink =>
  (text, done) => {
    const bytes = Buffer.from(text);
    let offset = 0;
    while (offset < bytes.length) offset += writeSync(fd, bytes, offset);
    done();
  };

/** Node doesn't wait for a full pipe, and never closes stderr, even if its reader is gone. */
const pipeSink = (): LogSink => {
  // Each write reports its own error.
  process.stderr.on('error', () => {});
  return (text, done) => void process.stderr.write(text, done);
};

const stderr = 2;

/** Logs to stderr, whatever it is: a file, a pipe, a socket of the journal, or a terminal. */
export const openStderrLog = (): LogOutput => {
  const stats = fstatSync(stderr);
  return createLogOutput({ sink: stats.isFIFO() || stats.isSocket() ? pipeSink() : fileSink(stderr) });
};

/**
 * Logs to the end of a file that only its owner can read.
 * @param immediate writes each line before `write` returns, which blocks on a slow disk.
 * @throws StartError if the file can't be opened.
 */
export const openLogFile = (path: string, { immediate = false } = {}): LogOutput => {
  const sinkOf = immediate ? immediateSink : fileSink;
  const stale: number[] = [];
  let fd: number;
  try {
    fd = openSync(path, 'a', 0o600);
  } catch (cause) {
    throw fileProblem('open the log file', cause, path);
  }
  return createLogOutput({
    sink: sinkOf(fd),
    reopen() {
      const next = openSync(path, 'a', 0o600);
      stale.push(fd);
      fd = next;
      const sink = sinkOf(fd);
      return (text, done) => {
        // Sinks run one at a time, so the earlier files are idle now.
        for (const old of stale.splice(0)) closeSync(old);
        sink(text, done);
      };
    },
  });
};
