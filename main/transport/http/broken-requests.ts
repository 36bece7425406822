import type { Socket } from 'node:net';
import { AppError, type PlainKey, toProblem } from '#shared/texts/errors.ts';
import { problemHeaders } from './problem.ts';
import { securityHeaders } from './security-headers.ts';

/** What Node's parser says about a request that never became one. */
const known: Record<string, PlainKey> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

/** In the words of HTTP: a title may have characters that a status line can't. */
const words: Record<number, string> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/** Answers what can't be read as a request, and closes the connection: what follows on it can't be read either. */
export const answerBroken =
  (newId: () => string) =>
  ({ code = '' }: NodeJS.ErrnoException, socket: Socket): void => {
    // Whoever has gone gets no answer, and neither does a connection whose answer has begun.
    const { _httpMessage: answering } = socket as Socket & { _httpMessage?: { headersSent: boolean } | null };
    if (code === 'ECONNRESET' || !socket.writable || answering?.headersSent) {
      socket.destroy();
      return;
    }
    const requestId = newId();
    const problem = toProblem(new AppError(known[code] ?? 'MALFORMED_REQUEST'), requestId);
    const body = JSON.stringify(problem);
    const headers = {
      ...problemHeaders(problem),
      ...securityHeaders,
      'x-request-id': requestId,
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${problem.status} ${words[problem.status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
    socket.destroySoon();
  };
