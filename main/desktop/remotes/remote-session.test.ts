import { expect, it } from 'vitest';
import { session } from '#e2e/support/electron.ts';
import { openRemoteSession } from './remote-session.ts';

const address = 'https://acme.example/console/';
let count = 0;

const open = () => {
  count += 1;
  const id = `server${count}`;
  const remote = openRemoteSession({ id, name: 'Acme', address });
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

it('asks for the first page as a stranger, and follows no redirect', async () => {
  const { remote, own } = open();
  own.fetch.mockRejectedValueOnce(new Error('net::ERR_FAILED: redirect'));
  expect(await remote.check()).toEqual({ problem: { kind: 'notCastellan' } });
  expect(own.fetch.mock.calls[0]).toMatchObject([
    address,
    { credentials: 'omit', redirect: 'error', cache: 'no-store' },
  ]);
});

it('tells the certificate that was refused, and accepts none that Chromium refuses', async () => {
  const { remote, own } = open();
  const certificate = { subjectName: 'acme', issuerName: 'nobody', validStart: 0, validExpiry: 86_400 };
  const results: number[] = [];
  own.fetch.mockImplementationOnce(async () => {
    own.verify?.({ certificate, errorCode: -202 }, (result) => results.push(result));
    throw new Error('net::ERR_CERT_AUTHORITY_INVALID');
  });
  const { problem } = (await remote.check()) as { problem: object };
  expect(problem).toMatchObject({
    kind: 'certificate',
    certificate: { subject: 'acme', issuer: 'nobody', validUntil: '1970-01-02T00:00:00.000Z' },
  });
  expect(results).toEqual([-3]);
});

it('says that a server took too long', async () => {
  const { remote, own } = open();
  own.fetch.mockRejectedValueOnce(new DOMException('late', 'TimeoutError'));
  expect(await remote.check()).toEqual({ problem: { kind: 'unreachable', code: 'ERR_TIMED_OUT' } });
});

it('erases all that is stored of a server', async () => {
  const { remote, own } = open();
  await remote.erase();
  expect(own.cleared.toSorted()).toEqual(['auth', 'cache', 'connections', 'storage']);
});
