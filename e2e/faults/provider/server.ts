import { createServer, type ServerResponse } from 'node:http';
import type { Account } from './account.ts';
import { carryOut } from './answers.ts';

/** How a request fails. `before` is not carried out, `after` is. */
export type Fault =
  | 'cut_before'
  | 'cut_after'
  | 'error_before'
  | 'error_after'
  | 'hang_before'
  | 'hang_after'
  | 'html_before'
  | 'html_after'
  | 'broken_after'
  | 'empty_after'
  /** Carried out only when `release` is called, and never answered. */
  | 'late'
  /** Answers, and then accepts no more connections. */
  | 'closes'
  /** Takes no requests for a minute, and says so. */
  | 'pauses';

/** Answers instead of the account; `real` carries the request out. */
export type Shape = (real: () => unknown) => unknown;

export interface ProviderServer {
  readonly url: string;
  /** How often each action was called. */
  readonly calls: Map<string, number>;
  /** Lets the next calls of an action fail; 0 for none. */
  fail(action: string, fault: Fault, times?: number): void;
  /** Answers an action in another shape, until it is called without one. */
  shape(action: string, shape?: Shape): void;
  /** Every request waits for this first. */
  beforeEach(wait: (action: string, when: 'before' | 'after') => Promise<void>): void;
  /** Carries out the requests that came too late. */
  release(): void;
  closeSocket(): Promise<void>;
  openSocket(): Promise<void>;
  close(): Promise<void>;
}

/** How long a provider that takes no requests asks to be left alone. */
export const pauseSeconds = 60;

const page = '<html><body><h1>Down for maintenance</h1></body></html>';

/** Serves an account on a port of this computer, which stays its own while it refuses connections. */
export const serveAccount = async (account: Account, key: string, port: number): Promise<ProviderServer> => {
  const calls = new Map<string, number>();
  const faults = new Map<string, { fault: Fault; times: number }>();
  const shapes = new Map<string, Shape>();
  const late: (() => unknown)[] = [];
  let hook = async (_action: string, _when: 'before' | 'after'): Promise<void> => {};

  const takeFault = (action: string): Fault | undefined => {
    const entry = faults.get(action);
    if (!entry) return undefined;
    entry.times -= 1;
    if (entry.times <= 0) faults.delete(action);
    return entry.fault;
  };

  const respond = async (form: URLSearchParams, response: ServerResponse): Promise<void> => {
    const action = form.get('action') ?? '';
    calls.set(action, (calls.get(action) ?? 0) + 1);
    await hook(action, 'before');
    const send = (body: string, status = 200): void =>
      void response
        .writeHead(status, {
          'content-type': 'text/html; charset=utf-8',
          ...(status === 429 && { 'retry-after': String(pauseSeconds) }),
        })
        .end(body);
    if (form.get('API') !== key) {
      send(JSON.stringify([{ result: 'error', action: 'Authorization', message: 'Not Authorized!' }]));
      return;
    }
    const real = (): unknown => carryOut(account, form);
    const fault = takeFault(action);
    if (fault === 'pauses') {
      send('Too Many Requests', 429);
      return;
    }
    if (fault === 'late') {
      late.push(real);
      return;
    }
    const shape = shapes.get(action);
    const value = fault?.endsWith('_before') ? undefined : shape ? shape(real) : real();
    await hook(action, 'after');
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
    switch (fault) {
      case 'cut_before':
      case 'cut_after':
        response.socket?.destroy();
        return;
      case 'error_before':
      case 'error_after':
        send('Internal Server Error', 500);
        return;
      case 'hang_before':
      case 'hang_after':
        return;
      case 'html_before':
      case 'html_after':
        send(page);
        return;
      case 'broken_after':
        send(text.slice(0, -3));
        return;
      case 'empty_after':
        send('');
        return;
      case 'closes':
        send(text);
        await closeSocket();
        return;
      default:
        send(text);
    }
  };

  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      respond(new URLSearchParams(body), response).catch(() => response.socket?.destroy());
    });
  });
  const openSocket = (): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
  const closeSocket = (): Promise<void> =>
    new Promise((resolve) => {
      // Refuses new connections at once. What is open ends on its own.
      server.close();
      resolve();
    });
  await openSocket();
  return {
    url: `http://127.0.0.1:${port}/cloud/api.php`,
    calls,
    fail(action, fault, times = 1) {
      faults.delete(action);
      if (times > 0) faults.set(action, { fault, times });
    },
    shape(action, shape) {
      if (shape) shapes.set(action, shape);
      else shapes.delete(action);
    },
    beforeEach(wait) {
      hook = wait;
    },
    release() {
      for (const carryOutLate of late.splice(0)) carryOutLate();
    },
    closeSocket,
    openSocket,
    async close() {
      server.closeAllConnections();
      if (server.listening) await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
};
