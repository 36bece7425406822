import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { day, hour, minute, second } from '#shared/rules/limits.ts';
import { lowerAscii } from '#shared/text-input/ascii-case.ts';
import { readSender } from '#shared/text-input/sender.ts';
import { readStreamTarget } from '../platform/stream-target.ts';

/** What is wrong with a value whose schema doesn't say it itself. */
export const plainReason = (issue: z.core.$ZodRawIssue): string | undefined => {
  if (issue.code === 'too_small') {
    return issue.origin === 'string' ? 'must not be empty' : `must be at least ${issue.minimum}`;
  }
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`;
  if (issue.code === 'invalid_value') return `must be one of: ${issue.values.join(', ')}`;
  if (issue.code === 'invalid_format') return issue.format === 'url' ? 'must be a URL' : 'has the wrong format';
  return undefined;
};

const isAddressRange = (text: string): boolean => ipaddr.isValid(text) || ipaddr.isValidCIDR(text);

const commaList = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

/** The proxy through which requests leave. */
export const proxyUrl = z
  .string()
  // Other programs take a host with its port, too.
  .transform((text) => (/^[\w.-]+:\d+\/?$/.test(text) ? `http://${text}` : text))
  .refine(
    (text) => /^https?:$/.test(URL.parse(text)?.protocol ?? '') && URL.parse(text)?.pathname === '/',
    'must be a URL without a path, such as http://proxy.example:3128',
  );

/** Where the audit logs go. */
export const streamTargets = commaList
  .refine(
    (list) => list.every(readStreamTarget),
    'must be addresses such as file:///var/log/castellan/audit.jsonl, syslog+tls://logs.example:6514 or https://logs.example/castellan, separated by commas',
  )
  .transform((list) => list.flatMap((text) => readStreamTarget(text) ?? []))
  .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, 'must name each receiver once');

/** A secret of Standard Webhooks. */
export const signingSecret = z
  .string()
  .regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, 'must be whsec_ and 24 to 64 random bytes in Base64');

/** Names in lower case, addresses and ranges. */
export const proxyExceptions = z
  .string()
  .transform((text) =>
    lowerAscii(text)
      .split(/[\s,]+/)
      .filter((part) => part !== ''),
  )
  .refine(
    (list) => list.every((part) => /^[\w.:*/[\]-]+$/.test(part) && !part.includes('//')),
    'must be names, addresses and ranges, separated by commas',
  );

/** `none` is an empty list. */
export const proxyRanges = commaList
  .transform((list) => (list.join() === 'none' ? [] : list))
  .refine((list) => list.every(isAddressRange), 'must be IP addresses or CIDR ranges, separated by commas');

/** Without a slash at the end; `/` is empty. */
export const basePath = z
  .string()
  .regex(/^(\/[\w.~-]+)*\/?$/, 'must be a path such as /castellan')
  .refine((text) => !/\/\.{1,2}(\/|$)/.test(text), 'must be a path such as /castellan')
  .transform((text) => text.replace(/\/$/, ''));

/** The absolute path of a socket. */
export const unixSocket = z
  .string()
  .regex(/^unix:\/.*[^/]$/, 'must be unix: and an absolute path, such as unix:/run/castellan/http.sock')
  .transform((text) => text.slice('unix:'.length));

const isHost = (text: string): boolean => /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/.test(text);

/** Host names in lower case, with their ports. */
export const hosts = commaList
  .transform((list) => list.map((host) => lowerAscii(host)))
  .refine((list) => list.every(isHost), 'must be host names with their ports, separated by commas');

/** Who email is from: a name with an address, or an address alone. */
export const sender = z
  .string()
  .regex(/^[^\r\n]+$/, 'must be on one line')
  .refine((text) => readSender(text) !== undefined, 'must be an address such as Castellan <castellan@example.com>');

const domainName = z.hostname().regex(/\./);

/** The host of a URL, if mail servers take it for a name. */
export const mailNameOf = (url: string): string | undefined => {
  const { hostname } = new URL(url);
  return !ipaddr.isValid(hostname) && domainName.safeParse(hostname).success ? hostname : undefined;
};

/** Lower-cased, because email addresses are compared that way. */
export const domains = commaList
  .transform((list) => list.map((name) => lowerAscii(name)))
  .refine(
    (list) => list.every((name) => domainName.safeParse(name).success),
    'must be domain names such as example.com, separated by commas',
  );

export const httpOrigin = z.url({ protocol: /^https?$/, abort: true }).refine((text) => {
  const url = new URL(text);
  return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
}, 'use only a scheme, host and port');

export const origins = commaList
  .refine((list) => list.every((text) => httpOrigin.safeParse(text).success), 'must be origins, separated by commas')
  .transform((list) => list.map((text) => new URL(text).origin));

export const integer = (min: number, max: number) =>
  z.string().regex(/^\d+$/, 'must be a whole number').transform(Number).pipe(z.int().min(min).max(max));

/** Seconds as milliseconds. */
export const inSeconds = (count: number): number => count * second;

/** Such as 15 or 15s, as milliseconds. */
export const shortDuration = (maxSeconds: number) =>
  z
    .string()
    .regex(/^\d{1,4}s?$/, 'must be a number of seconds, such as 15s')
    .transform((text) => Number(text.replace('s', '')))
    .pipe(z.int().max(maxSeconds))
    .transform(inSeconds);

const unitMs = { m: minute, h: hour, d: day } as const;

/** Such as 30m, 12h or 7d, as milliseconds. */
export const duration = z
  .string()
  .regex(/^[1-9]\d{0,3}[mhd]$/, 'must be a number of minutes, hours or days, such as 30m, 12h or 7d')
  .transform((text) => Number(text.slice(0, -1)) * unitMs[text.slice(-1) as keyof typeof unitMs]);

export const onOff = z.enum(['on', 'off']).transform((text) => text === 'on');

/** Whether only this machine can connect to a server that listens on `host`. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback');

const mailServerHint =
  'must look like smtp://USER:PASSWORD@HOST:587, where user and password write special characters as in URLs: %40 for @, %23 for #, %25 for %';

/** The mail library decodes the user and the password, and fails where that isn't possible. */
export const mailServerUrl = z.url({ protocol: /^smtps?$/, error: mailServerHint, abort: true }).refine((text) => {
  try {
    const { username, password } = new URL(text);
    decodeURIComponent(username);
    decodeURIComponent(password);
    return true;
  } catch {
    // The hint says how to write them.
    return false;
  }
}, mailServerHint);
