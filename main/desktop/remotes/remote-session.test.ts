import { expect, it, vi } from 'vitest';
import { ClientRequest, network, session } from '#e2e/support/electron.ts';
import { day, second } from '#shared/rules/limits.ts';
import { hexFingerprint } from './remote-certificate.logic.ts';
import { openRemoteSession } from './remote-session.ts';

const address = 'https://acme.example/console/';
let count = 0;

const now = 10 * day;

const open = (trusted?: string) => {
  count += 1;
  const id = `server${count}`;
  const server = { id, name: 'Acme', address, color: 0, isPreset: false };
  const remote = openRemoteSession(
    server,
    () => trusted,
    () => now,
  );
  const own = session.fromPartition(`persist:server-${id}`);
  /** What the session decides about a request. */
  const decide = (listener: string, details: { url?: string; requestHeaders?: Record<string, string> }) => {
    let decided: object = {};
    own.listeners.get(listener)?.({ url: '', requestHeaders: {}, ...details }, (given) => {
      decided = given;
    });
    return decided;
  };
  return { remote, own, decide };
};

it('lets pages of a server reach that server alone', () => {
  const { decide } = open();
  expect(decide('onBeforeRequest', { url: 'https://acme.example/console/trpc' })).toEqual({ cancel: false });
  for (const url of ['https://other.example/', 'http://127.0.0.1:4310/', 'app://castellan/', 'file:///etc/passwd'])
    expect(decide('onBeforeRequest', { url })).toEqual({ cancel: true });
});

it('lets no page of a server install a service worker', () => {
  const { decide } = open();
  const requestHeaders = { 'Service-Worker': 'script', accept: '*/*' };
  expect(decide('onBeforeSendHeaders', { requestHeaders })).toEqual({ cancel: true });
  expect(decide('onBeforeSendHeaders', { requestHeaders: { accept: '*/*' } })).toEqual({ cancel: false });
});

/** Begins a check, and emits what comes back. */
const checkOf = async ({ remote }: ReturnType<typeof open>, respond: (request: ClientRequest) => void) => {
  const before = ClientRequest.last;
  const checked = remote.check(async () => undefined);
  // Later if it closes connections before.
  await vi.waitFor(() => expect(ClientRequest.last).not.toBe(before));
  const request = ClientRequest.last;
  if (!request) throw new Error('Nothing was requested');
  respond(request);
  return { answer: await checked, request };
};

it.each([
  ['https://acme.example/login', { kind: 'notCastellan' }],
  ['https://id.example:8443/', { kind: 'redirects', host: 'id.example:8443' }],
])('asks for the first page, and does not follow a redirect to %s', async (target, problem) => {
  const { answer, request } = await checkOf(open(), (asked) => asked.emit('redirect', 302, 'GET', target));
  expect(answer).toEqual({ problem });
  expect(request.options).toMatchObject({ url: address, redirect: 'manual', cache: 'no-store' });
  expect(request.abort).toHaveBeenCalledOnce();
});

/** Lets Chromium refuse a certificate. Returns what the session made of that, and of the server. */
const refused = async (trusted?: string, code = 'ERR_CERT_AUTHORITY_INVALID') => {
  const opened = open(trusted);
  const facts = { subjectName: 'acme', issuerName: 'nobody', validStart: 0, validExpiry: (11 * day) / second };
  const certificate = { ...facts, fingerprint };
  const results: number[] = [];
  const { answer } = await checkOf(opened, (request) => {
    const verification = { certificate, errorCode: -202, verificationResult: `net::${code}` };
    opened.own.verify?.(verification, (result) => results.push(result));
    request.emit('error', new Error(`net::${code}`));
  });
  return { answer, results };
};
const fingerprint = `sha256/${Buffer.alloc(32, 7).toString('base64')}`;

it('tells the certificate that was refused, and accepts none that Chromium refuses', async () => {
  const { answer, results } = await refused();
  expect(answer).toMatchObject({
    problem: {
      kind: 'certificate',
      certificate: { subject: 'acme', issuer: 'nobody', validUntil: '1970-01-12T00:00:00.000Z' },
    },
  });
  expect(results).toEqual([-3]);
});

it('accepts the certificate that the person trusts for this server, unless more is wrong with it', async () => {
  const trusted = hexFingerprint(fingerprint);
  expect((await refused(trusted)).results).toEqual([0]);
  expect((await refused('00'.repeat(32))).results).toEqual([-3]);
  for (const code of ['ERR_CERT_DATE_INVALID', 'ERR_CERT_REVOKED'])
    expect((await refused(trusted, code)).results).toEqual([-3]);
});

it('says that a server took too long', async () => {
  vi.useFakeTimers();
  const { answer } = await checkOf(open(), () => void vi.advanceTimersByTime(15 * second));
  expect(answer).toEqual({ problem: { kind: 'unreachable', code: 'ERR_TIMED_OUT' } });
});

it('connects anew after a server did not answer, whether to its check or to its page', async () => {
  const opened = open();
  const { remote, own } = opened;
  const check = () => checkOf(opened, (request) => request.emit('redirect', 302, 'GET', 'https://acme.example/login'));
  await check();
  expect(own.cleared).toEqual([]);
  for (const error of ['ERR_TIMED_OUT', 'net::ERR_CONNECTION_RESET']) {
    remote.problemOf(error);
    await check();
    await check();
    expect(own.cleared.splice(0)).toEqual(['connections']);
  }
});

it('erases all that is stored of a server', async () => {
  const { remote, own } = open();
  await remote.erase();
  expect(own.cleared.toSorted()).toEqual(['auth', 'cache', 'connections', 'storage']);
});

it('checks certificates anew once what is trusted has changed, also where a connection is open', async () => {
  const { remote, own } = open();
  const before = own.verify;
  await remote.verifyAgain();
  expect(own.verify).not.toBe(before);
  expect(own.cleared).toEqual(['connections']);
});

it('tells Chromium about certificates before a check only in another process of its network', async () => {
  const opened = open();
  const check = () => checkOf(opened, (request) => request.emit('error', new Error('net::ERR_FAILED')));
  const { own } = opened;
  const told = new Set([own.verify]);
  await check();
  told.add(own.verify);
  expect(told.size).toBe(1);
  // It crashes, and Electron doesn't say when the next one is there.
  for (const pid of [undefined, 2]) {
    network.pid = pid;
    await check();
    expect(told).not.toContain(own.verify);
    told.add(own.verify);
  }
  await check();
  expect(told).toContain(own.verify);
});
