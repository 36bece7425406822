import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { requestFor } from '../../platform/gate/connections.ts';
import { uses } from '../../platform/gate/uses.ts';

/** A header as Node gives it: names and values in turn. */
const headersOf = ({ rawHeaders }: IncomingMessage): Headers => {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return headers;
};

/** Reads an answer to its end. @throws Error if it is larger than any of Castellan's */
const bodyOf = async (answer: IncomingMessage): Promise<Buffer<ArrayBuffer>> => {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > uses.remote.maxBytes) throw new Error('The answer is too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
};

/** `fetch` for the server that a command names: the gate lets nothing else through. */
export const fetchRemote = async (request: Request): Promise<Response> => {
  const body = request.body ? Buffer.from(await request.arrayBuffer()) : undefined;
  const sent = requestFor(uses.remote, new URL(request.url), {
    method: request.method,
    // Node leaves the length out of a DELETE.
    headers: { ...Object.fromEntries(request.headers), ...(body && { 'content-length': body.length }) },
    signal: request.signal,
  });
  const arrival = once(sent, 'response') as Promise<[IncomingMessage]>;
  sent.end(body);
  const [answer] = await arrival;
  const status = answer.statusCode ?? 0;
  const data = await bodyOf(answer);
  return new Response(data.length === 0 ? null : data, { status, headers: headersOf(answer) });
};
