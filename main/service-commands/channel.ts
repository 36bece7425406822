import { chmod } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { second } from '#shared/rules/limits.ts';
import { createInFlight, type InFlight } from '../platform/in-flight.ts';
import { StartError } from '../platform/start-error.ts';
import { version } from '../platform/version.ts';
import type { SystemContext } from '../services/context.ts';
import { type Answer, answerLine, requestSchema } from './protocol.ts';
import { isOperation, runOperation } from './run-operation.ts';
import { assertSocketPath, removeOldSocket } from './socket-path.ts';

/** How commands on this computer reach the running service. */
export interface CommandChannel {
  /** Lets running operations finish, for at most ten seconds. */
  close(): Promise<void>;
}

const drainTimeMs = 10 * second;
const maxRequestBytes = 1_048_576;
const newline = 10;

/** Splits what a command sends into its first line and the body that follows. */
const readRequest = async (socket: Socket): Promise<{ line: string; body: AsyncIterable<Uint8Array> }> => {
  const chunks: AsyncIterator<Buffer> = socket.iterator({ destroyOnReturn: false });
  let start = Buffer.alloc(0);
  for (let end = -1; end < 0; end = start.indexOf(newline)) {
    const { value, done } = await chunks.next();
    if (done || start.length > maxRequestBytes) throw new StartError('The request has no end');
    start = Buffer.concat([start, value]);
  }
  const end = start.indexOf(newline);
  const body = async function* () {
    yield start.subarray(end + 1);
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  };
  return { line: start.toString('utf8', 0, end), body: body() };
};

/** Writes an answer, and waits while the command isn't reading. @throws StartError if it is gone */
const send = (socket: Socket, answer: Answer): Promise<void> =>
  new Promise((resolve, reject) => {
    const hasRoom = socket.write(answerLine(answer), (cause) =>
      cause ? reject(new StartError('The command has disconnected', { cause })) : resolve(),
    );
    if (hasRoom) resolve();
  });

const unreadable = new StartError('The service could not read the request');

/** Handles the only request of a connection. */
const serve = async (context: SystemContext, inFlight: InFlight, socket: Socket): Promise<unknown> => {
  const { line, body } = await readRequest(socket);
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    throw unreadable;
  }
  const request = requestSchema.safeParse(parsed);
  if (!request.success) throw unreadable;
  const { version: theirs, operation, input } = request.data;
  if (theirs !== version) {
    throw new StartError(
      `This command is of version ${theirs}, but the running service is of version ${version}. Restart the service, or use the command of its version`,
    );
  }
  if (!isOperation(operation)) throw unreadable;
  context.log.info({ operation }, 'operator command');
  return inFlight.run(() => runOperation(context, operation, input, { emit: (row) => send(socket, { row }), body }));
};

/** What the command prints, and the kind of problem for its exit code. */
const problemOf = (error: unknown): Answer => ({
  error:
    error instanceof StartError
      ? { message: error.message, kind: error.kind }
      : { message: 'Something went wrong. See the log of the service for details', kind: 'refused' },
});

/**
 * Listens for commands in the data folder. Only the owner of the folder, or root, can connect.
 * @throws StartError if the socket can't be opened
 */
export const openCommandChannel = async (context: SystemContext, path: string): Promise<CommandChannel> => {
  assertSocketPath(path);
  await removeOldSocket(path);
  const inFlight = createInFlight();
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // Interrupting a command closes its connection.
    socket.on('error', (error) => context.log.debug({ err: error }, 'operator command disconnected'));
    serve(context, inFlight, socket)
      .then((result): Answer => ({ result }), problemOf)
      .then((answer) => send(socket, answer))
      .then(() => socket.end())
      .catch((error: unknown) => context.log.debug({ err: error }, 'operator command disconnected'));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) =>
      reject(new StartError(`Can't listen for commands on ${path}: ${cause.message}`, { cause })),
    );
    server.listen(path, resolve);
  });
  if (process.platform !== 'win32') await chmod(path, 0o600);
  return {
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      await Promise.race([inFlight.drain(), sleep(drainTimeMs, undefined, { ref: false })]);
      for (const socket of sockets) socket.destroySoon();
      await closed;
    },
  };
};
