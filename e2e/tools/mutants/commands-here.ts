import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { cleanEnvironment, type FinishedProgram } from '#e2e/support/test-app.ts';
import { run } from '#main/cli/run.ts';
import { oneAtATime } from '#main/platform/one-at-a-time.ts';

const alone = oneAtATime();

/** Collects what is written to a stream, until `restore` is called. */
const capture = (stream: NodeJS.WriteStream) => {
  const { write } = stream;
  let text = '';
  stream.write = (chunk: Uint8Array | string, ...rest: unknown[]): boolean => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    const done = rest.find((argument) => typeof argument === 'function');
    if (done) process.nextTick(done);
    return true;
  };
  return {
    restore() {
      stream.write = write;
      return text;
    },
  };
};

/** `runWarm` without a build, in the process of the tests: what it runs are the sources, with a mutant in them. */
export const runWarm = (
  args: readonly string[],
  environment: Record<string, string> = {},
  stdin = '',
): Promise<FinishedProgram> =>
  alone(async () => {
    const own = {
      stdin: Object.getOwnPropertyDescriptor(process, 'stdin'),
      handlers: process.listeners('uncaughtException'),
      code: process.exitCode,
    };
    const [stdout, stderr] = [capture(process.stdout), capture(process.stderr)];
    Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(stdin)]), configurable: true });
    process.exitCode = undefined;
    // Reports what goes wrong, and never throws.
    await run(args, cleanEnvironment(tmpdir(), environment));
    const code = Number(process.exitCode ?? 0);
    process.exitCode = own.code;
    if (own.stdin) Object.defineProperty(process, 'stdin', own.stdin);
    // The command has replaced them.
    process.removeAllListeners('uncaughtException');
    for (const handler of own.handlers) process.on('uncaughtException', handler);
    return { code, stdout: stdout.restore(), stderr: stderr.restore() };
  });
