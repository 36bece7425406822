import { type Stats, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { mostRemotes } from '#shared/contract/desktop-bridge.ts';
import { createLogger } from '../../platform/logger.ts';
import { isFromAdministrators, policyFile, readPolicy } from './policy.logic.ts';
import { loadPolicy } from './policy.ts';

const folder = perTest(() => temporaryFolder('castellan-policy-'));
const good = { name: 'Production', address: 'https://example.org/castellan' };
const read = (policy: unknown) => readPolicy(JSON.stringify(policy));
const names = (policy: unknown) => read(policy).servers.map(({ name }) => name);

it('is where only administrators can write', () => {
  expect(policyFile('linux', {})).toBe('/etc/castellan/desktop-policy.json');
  expect(policyFile('darwin', {})).toBe('/Library/Application Support/Castellan/desktop-policy.json');
  expect(policyFile('win32', { ProgramData: 'D:/Data' })).toMatch(/^D:.Data.Castellan.desktop-policy\.json$/);
  expect(isFromAdministrators({ uid: 0, mode: 0o100644 }, 'linux')).toBe(true);
  expect(isFromAdministrators({ uid: 1000, mode: 0o100644 }, 'linux')).toBe(false);
  expect(isFromAdministrators({ uid: 0, mode: 0o100664 }, 'darwin')).toBe(false);
  expect(isFromAdministrators({ uid: 0, mode: 0o100646 }, 'linux')).toBe(false);
});

it('presets servers, each with its color', () => {
  const staging = {
    name: 'Staging',
    address: 'staging.example.org',
    color: 'amber',
    certificate: `${'AB:'.repeat(31)}AB`,
  };
  expect(read({ servers: [good, staging] })).toEqual({
    servers: [
      { name: 'Production', address: 'https://example.org/castellan/', key: 'https://example.org/castellan/' },
      {
        name: 'Staging',
        address: 'https://staging.example.org/',
        color: 3,
        certificate: 'ab'.repeat(32),
        key: 'https://staging.example.org/',
      },
    ],
    problems: [],
  });
  const [first, second] = read({ servers: [good, { ...good, name: 'Second account' }] }).servers;
  expect(first?.key).not.toBe(second?.key);
});

describe.each([
  ['servers[0].address', { ...good, address: 'http://example.org' }],
  ['servers[0].address', { ...good, address: 'https://user:secret@example.org' }],
  ['servers[0].address', { name: 'Production' }],
  ['servers[0].name', { ...good, name: ' ' }],
  ['servers[0].name', { ...good, name: 7 }],
  ['servers[0]', 'https://example.org'],
  ['servers[0]', null],
])('a server with a bad %s: %j', (problem, bad) => {
  it('is left out, and the others stay', () => {
    const policy = { servers: [bad, { ...good, name: 'Good' }] };
    expect(read(policy).problems).toEqual([problem]);
    expect(names(policy)).toEqual(['Good']);
  });
});

it('tells what else it can’t use, and uses the rest', () => {
  expect(read({ servers: [{ ...good, color: 'gold', certificate: 'AB:CD', pin: 'x' }], theme: 'dark' })).toMatchObject({
    servers: [{ name: 'Production', color: undefined }],
    problems: ['theme', 'servers[0].pin', 'servers[0].certificate', 'servers[0].color'],
  });
  expect(read({ servers: [good, { ...good, name: 'PRODUCTION' }] }).problems).toEqual(['servers[1].name']);
  expect(read({ servers: {} })).toEqual({ servers: [], problems: ['servers'] });
  expect(read([])).toEqual({ servers: [], problems: ['JSON'] });
  expect(readPolicy('{')).toEqual({ servers: [], problems: ['JSON'] });
  expect(read({})).toEqual({ servers: [], problems: [] });
  const many = Array.from({ length: mostRemotes + 1 }, (_, index) => ({ ...good, name: `Server ${index}` }));
  expect(read({ servers: many }).problems).toEqual([`servers[${mostRemotes}]`]);
});

describe('the file', () => {
  const log = createLogger('silent');
  const ofRoot = (() => ({ uid: 0, mode: 0o100644 }) as Stats) as unknown as Parameters<typeof loadPolicy>[2];
  const file = () => join(folder.path, 'desktop-policy.json');

  it('may be absent', () => {
    expect(loadPolicy(file(), log)).toEqual({ servers: [], problems: [] });
  });

  it('is used if it belongs to the administrators, and not otherwise', () => {
    writeFileSync(file(), JSON.stringify({ servers: [good] }));
    expect(loadPolicy(file(), log, ofRoot).servers).toHaveLength(1);
    const ofOther = (() => ({ uid: 1_000, mode: 0o100644 }) as Stats) as unknown as typeof ofRoot;
    expect(loadPolicy(file(), log, ofOther)).toEqual({ servers: [], problems: ['owner'] });
  });

  it('says why it can’t be read', () => {
    expect(loadPolicy(folder.path, log, ofRoot)).toEqual({ servers: [], problems: ['EISDIR'] });
  });
});
