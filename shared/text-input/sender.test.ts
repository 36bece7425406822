import { expect, it } from 'vitest';
import { readSender } from './sender.ts';

it.each([
  ['Acme <mail@acme.example>', { name: 'Acme', address: 'mail@acme.example' }],
  ['"Acme, Inc." <mail@acme.example>', { name: 'Acme, Inc.', address: 'mail@acme.example' }],
  ['Acme, Inc. <mail@acme.example>', { name: 'Acme, Inc.', address: 'mail@acme.example' }],
  [' mail@acme.example ', { name: '', address: 'mail@acme.example' }],
  ['<mail@acme.example>', { name: '', address: 'mail@acme.example' }],
  ['Müller <post@müller.example>', { name: 'Müller', address: 'post@xn--mller-kva.example' }],
  ['Castellan <castellan@localhost>', { name: 'Castellan', address: 'castellan@localhost' }],
])('%j is a sender', (text, sender) => {
  expect(readSender(text)).toEqual(sender);
});

it.each([
  'Acme',
  '',
  'Acme <>',
  'Acme <acme>',
  'a@b.example, c@d.example',
  'A <a@b.example>, B <c@d.example>',
  '@b.example',
  'A <a@b.example> x',
])('%j is none', (text) => {
  expect(readSender(text)).toBeUndefined();
});
