import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { ensureInstalled } from '#e2e/support/programs/debian.ts';
import { onPath } from '#e2e/support/programs/on-path.ts';
import { programFile, type SpawnedInstance, spawnInstance } from '#e2e/support/test-app.ts';
import { buildClient } from '#e2e/tools/client/build.ts';
import { errors } from '#shared/texts/errors.ts';

const guide = await readFile(new URL('../../docs/api.md', import.meta.url), 'utf8');
/** What readers run, in its order. */
const snippets = [...guide.matchAll(/^```(sh|ts)\n(.*?)^```$/gms)].map(([, language, code = '']) => ({
  language,
  code,
}));

let folder: string;
let server: SpawnedInstance | undefined;
beforeAll(() => {
  for (const name of ['curl', 'jq']) ensureInstalled(name, () => onPath(name)[0], name);
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  await rm(folder, { recursive: true, force: true });
});

/** Each code of an authenticator app works once: the first is of the step before, the next of this one, and so on. */
const authenticator = `
import { Secret, TOTP } from ${JSON.stringify(import.meta.resolve('otpauth'))};
const [secret, used] = process.argv.slice(2);
const timestamp = Date.now() + (Number(used) - 1) * 30_000;
process.stdout.write(TOTP.generate({ secret: Secret.fromBase32(secret), timestamp }));
`;

const tsc = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url));
/** As strict as readers may be. */
const strict = [
  ...['--noEmit', '--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes', '--skipLibCheck'],
  ...['--target', 'es2023', '--module', 'nodenext', '--lib', 'es2023'],
  ...['--types', 'node', '--typeRoots', fileURLToPath(new URL('../../node_modules/@types', import.meta.url))],
];

it('every snippet of the guide compiles strictly, and runs as it stands there, one after the other', async () => {
  expect(snippets.length).toBeGreaterThan(15);
  folder = await mkdtemp(join(tmpdir(), 'castellan-guide-'));
  server = await spawnInstance();
  const tarball = await buildClient(join(folder, 'client'));
  await promisify(execFile)('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: folder });
  await writeFile(join(folder, 'castellan'), `#!/bin/sh\nexec node '${programFile}' "$@"\n`, { mode: 0o755 });
  await writeFile(join(folder, 'authenticator.mjs'), authenticator);
  // What a snippet sets is there in the next one, also in programs.
  const programs: string[] = [];
  const script = ['set -euo pipefail -o allexport', 'USED=0'];
  for (const [index, { language, code }] of snippets.entries()) {
    script.push(`echo "--- snippet ${index + 1}"`);
    if (code.includes('$CODE')) script.push('CODE=$(node authenticator.mjs "$SECRET" $USED); USED=$((USED + 1))');
    if (language === 'sh') script.push(code);
    else {
      const file = `snippet-${index}.mts`;
      programs.push(file);
      await writeFile(join(folder, file), code);
      script.push(`node ${file}`);
    }
  }
  await promisify(execFile)(tsc, [...strict, ...programs], { cwd: folder }).catch(({ stdout }: { stdout: string }) =>
    expect.soft(stdout).toBe(''),
  );
  await writeFile(join(folder, 'guide.sh'), script.join('\n'));
  const bash = spawn('bash', ['guide.sh'], {
    cwd: folder,
    env: {
      PATH: `${folder}:${fileURLToPath(new URL('.', `file://${process.execPath}`))}:${process.env.PATH}`,
      API: `${server.address}/api/v1`,
      EMAIL: 'ada@example.com',
      PASSWORD: 'violet lighthouse on a rock',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, complaints] = await Promise.all([text(bash.stdout), text(bash.stderr)]);
  expect(complaints, output).toBe('');
  const shown = output.split(/--- snippet \d+\n/).map((part) => part.trim());
  expect(shown).toContain('Ada ada@example.com owner\nBob bob@example.com admin');
  expect(shown).toContain('owner Ada\nadmin Bob\n409 This address is already taken');
  expect(shown.find((part) => part.startsWith('user_id'))).toMatch(/Ada +ada@example\.com(.|\n)*\nreports$/);
  // The key of a request was sent twice.
  expect(shown.find((part) => /^ws_/.test(part))).toMatch(/^(ws_\S+)\n\1$/);
  expect(shown.slice(-3)).toEqual([
    expect.stringMatching(/^confirm/),
    expect.stringMatching(/"monthly_cost": "\d+\.\d\d"(.|\n)*"month": /),
    expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  ]);
});

it('the guide lists every error, with its status and an anchor named like its type', () => {
  const rows = [...guide.matchAll(/^\| (?:<a id="([\w-]+)"><\/a>`(\w+)`)? *\| (\d{3}) \| .+ \|$/gm)];
  let anchored: [string, string] = ['', ''];
  const listed = rows.map(([, anchor, code, status]) => {
    if (anchor && code) anchored = [anchor, code];
    return [...anchored, status].join(' ');
  });
  const known = Object.entries(errors).map(([key, error]) => {
    const code = 'code' in error ? error.code : key;
    return [code.toLowerCase().replaceAll('_', '-'), code, error.status].join(' ');
  });
  expect(listed.toSorted()).toEqual(known.toSorted());
});
