import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandTarget, createCommandTarget } from '#e2e/support/command-target.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { runWarm } from '#e2e/support/warm-program.ts';
import { commands } from '#main/cli/commands.ts';

/** Every command, with what it takes. A command that is added is tested without being named here. */
const names = Object.keys(commands).sort();
const requiredOf = (name: string): string[] =>
  (commands[name]?.operands ?? []).filter((operand) => !operand.startsWith('['));
/** Words that fit a command's operands. */
const valid: Readonly<Record<string, string>> = {
  USER: 'ann@example.com',
  ORGANIZATION: 'Acme',
  ROLE: 'admin',
  EMAIL: 'new@example.com',
  FILE: 'people.csv',
  OPERATION: 'getMe',
  SHELL: 'bash',
};
/** Options without which a command refuses. */
const required: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'user create': { '--email': 'new@example.com', '--name': 'New' },
  'owner create': { '--email': 'new@example.com', '--name': 'New', '--company': 'New' },
};
const documentation = readFileSync(join(import.meta.dirname, '../../docs/operating.md'), 'utf8').replaceAll(
  /\s+/g,
  ' ',
);

let operated: CommandTarget;
const folder = perFile(() => temporaryFolder('castellan-every-'));
beforeAll(async () => {
  operated = await createCommandTarget('offline');
});
afterAll(async () => {
  await operated.close();
});

const oneLine = /^castellan: [^\n]+\n$/;
/** Runs a command on a folder that does not exist: what is wrong on the command line is found before anything is opened. */
const run = (argv: readonly string[], name?: string) =>
  runWarm([...argv, ...(hasSettings(name) ? ['--data-dir', join(folder.path, 'nowhere')] : [])]);
/** Whether it works with the Castellan of the settings. */
const hasSettings = (name = ''): boolean => commands[name]?.worksWith === undefined;
const expectRefusal = async (name: string, argv: readonly string[], message: RegExp, code = 78): Promise<void> => {
  const ended = await run(argv, name);
  expect(ended).toEqual({ code, stdout: '', stderr: expect.stringMatching(message) });
  expect(ended.stderr).toMatch(oneLine);
  expect(readdirSync(folder.path)).toEqual([]);
};
const operandsOf = (name: string): string[] => requiredOf(name).map((operand) => valid[operand] ?? 'x');
const split = (name: string): string[] => name.split(' ');

describe.each(names)('castellan %s', (name) => {
  it('refuses an unknown option in one line that names it', () =>
    expectRefusal(name, [...split(name), ...operandsOf(name), '--nothing'], /Unknown option --nothing\. .* --help/));

  it('refuses words that it does not take, and asks for those that are missing', async () => {
    const argv = [...split(name), ...operandsOf(name)];
    const most = commands[name]?.operands?.length ?? 0;
    await expectRefusal(
      name,
      [...argv, ...Array.from({ length: most + 1 }, () => 'more')],
      /^castellan: Unexpected word "more"\. Usage: castellan /,
    );
    if (requiredOf(name).length > 0) {
      await expectRefusal(
        name,
        argv.slice(0, -1),
        new RegExp(`^castellan: ${requiredOf(name).at(-1)} is missing\\. Usage: castellan ${name} `),
      );
    }
  });

  it('refuses an option without its value, and a switch with one', async () => {
    const argv = [...split(name), ...operandsOf(name)];
    const { options = {}, switches = {} } = commands[name] ?? {};
    for (const option of [...(hasSettings(name) ? ['port'] : []), ...Object.keys(options)]) {
      await expectRefusal(name, [...argv, `--${option}`], new RegExp(`^castellan: --${option} needs a value`));
    }
    for (const each of Object.keys(switches)) {
      await expectRefusal(name, [...argv, `--${each}=1`], new RegExp(`^castellan: --${each} takes no value`));
    }
  });

  it('is listed in the help, and describes each of its options there', async () => {
    expect((await run(['--help'])).stdout).toMatch(new RegExp(`^ {2}${name} {2,}\\S`, 'm'));
    const { code, stdout, stderr } = await run([...split(name), '--help'], name);
    expect([code, stderr]).toEqual([0, '']);
    const { operands = [], options = {}, switches = {} } = commands[name] ?? {};
    expect(stdout.split('\n')[0]).toBe(`Usage: castellan ${[name, ...operands].join(' ')} [options]`);
    for (const [option, { value, help }] of Object.entries(options)) {
      expect(stdout).toContain(`  --${option} ${value}\n      ${help}\n`);
    }
    for (const [option, help] of Object.entries(switches)) {
      expect(stdout).toContain(`  --${option}\n      ${help}\n`);
    }
  });
});

it('docs/operating.md documents every command', () => {
  expect(names.filter((name) => !new RegExp(`(castellan |\`)${name}\\b`).test(documentation))).toEqual([]);
});

/** What a value is called that names something, what it is replaced by here, and the answer. */
const malformed: Readonly<Record<string, readonly [word: string, message: RegExp]>> = {
  USER: ['nobody@example.com', /^castellan: There is no user nobody@example\.com\. See castellan user list\n$/],
  ORGANIZATION: ['Nowhere', /^castellan: There is no organization Nowhere\. See castellan organization list\n$/],
  SESSION: ['sess_none', /^castellan: There is no session sess_none\. See castellan session list\n$/],
  KEY: ['none', /^castellan: There is no key none\b[^\n]*\n$/],
  ROLE: ['boss', /^castellan: (--role|ROLE): Must be one of: member, admin, owner\n$/],
  EMAIL: ['nobody', /^castellan: EMAIL: Enter a valid email address\n$/],
  ADDRESS: ['nobody', /^castellan: --email: Enter a valid email address\n$/],
  STATUS: ['gone', /^castellan: --status: Must be one of: [^\n]+\n$/],
  FORMAT: ['xml', /^castellan: --format: Must be one of: csv, jsonl\n$/],
  DURATION: ['long', /^castellan: --valid-for: must be a number of minutes[^\n]+\n$/],
};
/** Each operand and option of that name, with the words of a command that has only this wrong. */
const places = names.flatMap((name): [string, string, string[]][] => {
  const { operands = [], options = {} } = commands[name] ?? {};
  const wrong = (value: string): string => malformed[value]?.[0] ?? '';
  const given = Object.entries(required[name] ?? {});
  return [
    ...operands.map((operand, index): [string, string, string[]] => {
      const argv = operandsOf(name).map((word, at) => (at === index ? wrong(operand) : word));
      return [name, operand, [...split(name), ...argv, ...given.flat()]];
    }),
    ...Object.entries(options).map(([option, { value }]): [string, string, string[]] => {
      const others = given.filter(([other]) => other !== `--${option}`).flat();
      return [name, value, [...split(name), ...operandsOf(name), ...others, `--${option}`, wrong(value)]];
    }),
  ].filter(([, value]) => value in malformed);
});

describe('what does not exist, or is malformed', () => {
  it('is tried in many places', () => {
    expect(new Set(places.map(([, value]) => value))).toEqual(new Set(Object.keys(malformed)));
    expect(places.length).toBeGreaterThan(30);
  });

  it.each(places)('castellan %s says so in one line (%s)', async (_, value, argv) => {
    const file = join(operated.folder, 'people.csv');
    await writeFile(file, 'email\nx@example.com\n');
    const { code, stderr } = await operated.run(argv.map((word) => (word === 'people.csv' ? file : word)));
    expect(stderr).toMatch(malformed[value]?.[1] ?? oneLine);
    // What doesn't exist is a refusal, what is malformed a wrong setting: the table of exit codes in docs/operating.md.
    expect(code).toBe(['USER', 'ORGANIZATION', 'SESSION', 'KEY'].includes(value) ? 1 : 78);
  });
});
