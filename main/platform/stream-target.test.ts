import { expect, it } from 'vitest';
import { readStreamTarget } from './stream-target.ts';

it.each([
  ['file:///var/log/audit.jsonl', 'file', 'file:///var/log/audit.jsonl'],
  ['syslog+tls://logs.example:6514', 'syslog', 'syslog+tls://logs.example:6514'],
  ['syslog+tls://[2001:db8::1]', 'syslog', 'syslog+tls://[2001:db8::1]'],
  ['https://user:word@logs.example/in?key=1', 'https', 'https://logs.example/in'],
  ['http://127.0.0.1:8080/', 'https', 'http://127.0.0.1:8080/'],
])('reads %s, whose name has nothing secret', (text, kind, name) => {
  expect(readStreamTarget(text)).toMatchObject({ kind, name });
});

it.each([
  'audit.jsonl',
  'file:///',
  'file:///logs/',
  'file://server/share.jsonl',
  'file:///%zz',
  'file:///audit.jsonl?x=1',
  'syslog://logs.example',
  'syslog+tls://logs.example/path',
  'syslog+tls://user@logs.example',
  'https://%zz@logs.example',
  'https://logs.example#part',
])('refuses %s', (text) => {
  expect(readStreamTarget(text)).toBeUndefined();
});
