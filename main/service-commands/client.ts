import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { DataFolder } from '../platform/data-folder.ts';
import { connectFor } from '../platform/gate/connections.ts';
import { uses } from '../platform/gate/uses.ts';
import { StartError, toStartErrorKind } from '../platform/start-error.ts';
import type { CommandCall } from './operation.ts';
import type { OperationName } from './operations.ts';
import { answerSchema, requestLine } from './protocol.ts';
import { commandSocket, findSocket } from './socket-path.ts';

/**
 * Connects to the service that runs on a data folder.
 * @returns undefined if none listens; a socket may be left over from a crash
 * @throws StartError if the socket can't be used
 */
export const connectToService = async (folder: DataFolder): Promise<Socket | undefined> => {
  const path = commandSocket(folder);
  if (!(await findSocket(path, folder.path))) return undefined;
  const socket = connectFor(uses.service, { path, allowHalfOpen: true });
  try {
    await once(socket, 'connect');
    return socket;
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return undefined;
    const isRefused = code === 'EACCES' || code === 'EPERM';
    throw new StartError(
      isRefused
        ? `${path} can't be accessed. Run this command as the user that Castellan runs as`
        : `Can't reach Castellan on ${path}: ${(cause as Error).message}`,
      { cause, kind: isRefused ? 'permission' : 'io' },
    );
  }
};

/** Sends the request and its body, while the answer is read. If the service refuses it half-way, the answer says why. */
const sendRequest = (socket: Socket, line: string, body: AsyncIterable<Uint8Array>): void => {
  socket.write(line);
  Readable.from(body)
    .on('error', (error) => socket.destroy(error))
    .pipe(socket);
};

/**
 * Has the running service run an operation.
 * @throws StartError if it is refused, or if the connection breaks off
 */
export const askService = async (
  socket: Socket,
  operation: OperationName,
  input: unknown,
  { emit, body }: CommandCall<unknown>,
): Promise<unknown> => {
  socket.on('error', () => {});
  sendRequest(socket, requestLine(operation, input), body);
  try {
    for await (const line of createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })) {
      const answer = answerSchema.parse(JSON.parse(line));
      if ('row' in answer) await emit(answer.row);
      else if ('result' in answer) return answer.result;
      else throw new StartError(answer.error.message, { kind: toStartErrorKind(answer.error.kind) });
    }
    throw new StartError('Castellan stopped before it answered. Start it, then check what was done', { kind: 'io' });
  } finally {
    socket.destroy();
  }
};

/**
 * The lock alone isn't enough: someone may remove its file while Castellan runs, which gives the next one a new file to
 * lock. Two instances would trust caches that the other one makes wrong.
 * @throws StartError if another instance answers on the folder's socket
 */
export const assertNotServed = async (folder: DataFolder): Promise<void> => {
  const running = await connectToService(folder);
  if (!running) return;
  running.destroy();
  throw new StartError({ name: 'running', values: { folder: folder.path } }, { kind: 'locked' });
};
