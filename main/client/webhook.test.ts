import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { WebhookError } from './errors.ts';
import { verifyWebhook } from './webhook.ts';

const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;
const other = `whsec_${Buffer.from('another of thirty-two characters!').toString('base64')}`;
const body = JSON.stringify({ type: 'member.joined', data: { position: 1 } });
const at = Date.UTC(2027, 0, 31);

const signed = (by = secret, sentAt = at) => ({
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(sentAt / 1_000),
  'webhook-signature': new Webhook(by).sign('evt_1', new Date(sentAt), body),
});
const verify = (headers: Record<string, string>, secrets: string | string[] = secret, text = body) =>
  verifyWebhook({ headers, body: text }, secrets, () => at);

it('accepts what Standard Webhooks signs, also with one of several secrets or signatures', async () => {
  const event = { id: 'evt_1', ...JSON.parse(body) };
  expect(await verify(signed())).toEqual(event);
  expect(await verify(signed(), [other, secret])).toEqual(event);
  const both = {
    ...signed(),
    'webhook-signature': `v1,AAAA v2,x ${signed(other)['webhook-signature']} ${signed()['webhook-signature']}`,
  };
  expect(await verify(both)).toEqual(event);
  expect(await verifyWebhook({ headers: new Headers(signed()), body }, secret, () => at)).toEqual(event);
});

it('accepts messages of the last five minutes, and of clocks that are as much ahead', async () => {
  for (const [sentAt, isAccepted] of [
    [at - 300_000, true],
    [at - 301_000, false],
    [at + 300_000, true],
    [at + 301_000, false],
  ] as const) {
    const seen = verify(signed(secret, sentAt)).then(
      () => true,
      (error: unknown) => !(error instanceof WebhookError),
    );
    expect(await seen, String(sentAt)).toBe(isAccepted);
  }
});

it.each([
  ['another body', signed(), secret, `${body} `],
  ['another secret', signed(other), secret, body],
  ['another id', { ...signed(), 'webhook-id': 'evt_2' }, secret, body],
  ['another time', { ...signed(), 'webhook-timestamp': String(at / 1_000 - 1) }, secret, body],
  ['no time', { ...signed(), 'webhook-timestamp': 'soon' }, secret, body],
  ['no signature', { ...signed(), 'webhook-signature': '' }, secret, body],
  ['a signature that is no Base64', { ...signed(), 'webhook-signature': 'v1,?' }, secret, body],
  ['an empty secret', signed(), 'whsec_', body],
  ['no headers', {}, secret, body],
])('refuses %s', async (_, headers, by, text) => {
  await expect(verify(headers as Record<string, string>, by, text)).rejects.toThrow(WebhookError);
});
