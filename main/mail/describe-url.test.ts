import { expect, it } from 'vitest';
import { describeUrl } from './describe-url.ts';

const from = 'Castellan <mail@castellan.example>';

it("shows a URL's host, port, security and user, and never its password", () => {
  const described = describeUrl('smtp://ann%40example.com:s3cret-word@mail.example:2525', from);
  expect(described).toEqual({
    host: 'mail.example',
    port: 2525,
    security: 'opportunistic',
    username: 'ann@example.com',
    has_password: true,
    sender: from,
    sender_name: 'Castellan',
    sender_address: 'mail@castellan.example',
  });
  expect(JSON.stringify(described)).not.toContain('s3cret-word');
});

it.each([
  ['smtps://mail.example', 465, 'tls'],
  ['smtp://mail.example', 587, 'opportunistic'],
  ['smtp://mail.example?requireTLS=true', 587, 'starttls'],
  ['smtp://mail.example?ignoreTLS=true', 587, 'none'],
] as const)('parses %s like its library does', (url, port, security) => {
  expect(describeUrl(url, from)).toMatchObject({ port, security, username: '', has_password: false });
});

it('reads addresses and users as intended', () => {
  expect(describeUrl('smtp://[::1]:25', from).host).toBe('::1');
  expect(describeUrl('smtp://100%@mail.example', from).username).toContain('100');
  expect(describeUrl('smtp://mail.example', 'mail@castellan.example')).toMatchObject({
    sender_name: '',
    sender_address: 'mail@castellan.example',
  });
});
