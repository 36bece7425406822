import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { onPath } from '#e2e/support/programs/on-path.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { runWarm } from '#e2e/support/warm-program.ts';
import { commands } from '#main/cli/commands.ts';
import { flagsOf } from '#main/cli/remote/fields.ts';
import { isSecretName } from '#main/platform/redact.ts';
import { openApiDocument } from '#main/transport/http/openapi.ts';
import { endpoints } from '#shared/contract/endpoints.ts';
import { operations } from '#shared/contract/index.ts';

const ids = operations.map(({ operation }) => operation.id);
const folder = perFile(() => temporaryFolder('castellan-operations-'));
const at = (name: string): string => join(folder.path, name);
const environment = () => ({ XDG_CONFIG_HOME: folder.path });

describe('every operation', () => {
  interface Parameter {
    name: string;
    in: string;
    schema: { examples?: unknown[] };
  }
  interface Documented {
    parameters?: Parameter[];
    requestBody?: { content: { 'application/json': { example: Record<string, unknown> } } };
  }
  const documented = openApiDocument().paths as Record<string, Record<string, Documented>>;
  const flagOf = (name: string): string => `--${name.replaceAll('_', '-')}`;
  const wordsOf = (value: unknown): string[] =>
    Array.isArray(value) && value.length > 0
      ? value.flatMap(wordsOf)
      : [typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)];

  it('is called with its example, as the reference has it', async () => {
    const seen: unknown[] = [];
    const echo = createServer(async (request, response) => {
      seen.push([
        request.method,
        request.url,
        request.method === 'GET' ? undefined : await json(request).catch(() => ({})),
      ]);
      response.setHeader('content-type', 'application/json').end('{"ok":true}');
    }).listen(0, '127.0.0.1');
    const url = `http://127.0.0.1:${await new Promise((listening) =>
      echo.once('listening', () => listening((echo.address() as AddressInfo).port)),
    )}/base`;
    try {
      for (const id of ids) {
        const { method, path } = endpoints[id] as (typeof endpoints)[string];
        const { parameters = [], requestBody } = documented[path]?.[method.toLowerCase()] ?? ({} as Documented);
        const ofPlace = (place: string) =>
          parameters
            .filter((parameter) => parameter.in === place)
            .map(({ name, schema }) => [name, schema.examples?.[0]] as const);
        const body = requestBody?.content['application/json'].example ?? {};
        const query = ofPlace('query');
        const fields = [...ofPlace('path'), ...query, ...Object.entries(body)];
        const words = fields.flatMap(([name, value]) => wordsOf(value).flatMap((word) => [flagOf(name), word]));
        seen.length = 0;
        expect(await runWarm(['--url', url, 'api', id, ...words], environment()), id).toEqual({
          code: 0,
          stdout: '{\n  "ok": true\n}\n',
          stderr: fields.some(([name]) => name === 'code' || isSecretName(name))
            ? expect.stringContaining('other users of this computer can read --')
            : '',
        });
        const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
          encodeURIComponent(String(Object.fromEntries(ofPlace('path'))[name])),
        );
        const search = new URLSearchParams(
          query.flatMap(([name, value]) => wordsOf(value).map((word) => [name, word])),
        );
        const [[sentMethod, sentUrl, sentBody]] = seen as [[string, string, unknown]];
        const sent = new URL(sentUrl, url);
        expect([sentMethod, sent.pathname, [...sent.searchParams].sort(), sentBody], id).toEqual([
          method,
          `/base${filled}`,
          [...search].sort(),
          method === 'GET' ? undefined : body,
        ]);
      }
    } finally {
      echo.close();
    }
  });

  it('has fields whose flags are no options of the command', () => {
    const own = [...Object.keys(commands.api?.options ?? {}), ...Object.keys(commands.api?.switches ?? {}), 'help'];
    expect(ids.flatMap((id) => Object.keys(flagsOf(id)).filter((flag) => own.includes(flag)))).toEqual([]);
  });

  it('says of each field what it is, and not only how to give it', () => {
    const generic = /^(?:(?:Required|May be given several times|By default, your own organization)\. ?)*$/;
    const fields = ids.flatMap((id) =>
      Object.entries(flagsOf(id)).map(([flag, { help }]) => [id, flag, help] as const),
    );
    expect(fields.filter(([, , help]) => generic.test(help))).toEqual([]);
  });

  it('is listed with its summary, and described with its flags', async () => {
    const { stdout } = await runWarm(['api', 'list']);
    for (const { operation } of operations) {
      expect(stdout).toContain(operation.id);
      expect(stdout).toContain(operation.summary);
    }
    for (const argv of [
      ['help', 'createWorkspace'],
      ['createWorkspace', '--help'],
    ]) {
      const described = (await runWarm(['api', ...argv])).stdout;
      expect(described).toMatch(/^Usage: castellan --url URL api createWorkspace \[options\]\n/);
      expect(described).toContain('API keys need the scope workspaces.manage');
      expect(described).toContain('  --name TEXT\n      Required.');
    }
  });
});

describe('completion', () => {
  const scriptOf = async (shell: string): Promise<string> => {
    const { code, stdout } = await runWarm(['completion', shell]);
    expect(code).toBe(0);
    writeFileSync(at(`castellan.${shell}`), stdout);
    return at(`castellan.${shell}`);
  };

  it.each(['bash', 'zsh', 'fish'])('is a valid script of %s, as far as that is installed', async (shell) => {
    const file = await scriptOf(shell);
    const program = onPath(shell).find((path) => existsSync(path));
    if (shell === 'bash') expect(program).toBeDefined();
    if (program !== undefined) {
      expect(spawnSync(program, ['-n', file], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
    }
    if (shell === 'fish' && program !== undefined) {
      const script = `source ${file}; complete -C 'castellan --url https://x.test/ api createWorkspace --na'`;
      expect(spawnSync(program, ['-c', script], { encoding: 'utf8' })).toMatchObject({
        stdout: '--name\n',
        stderr: '',
      });
    }
    const content = readFileSync(file, 'utf8');
    expect(ids.filter((id) => !content.includes(`'api ${id}'`))).toEqual([]);
  });

  it('knows commands, operations and flags', async () => {
    const lines = [
      'castellan ',
      'castellan us',
      'castellan user ',
      'castellan --url https://x.test/ api getM',
      'castellan api createWorkspace --n',
      'castellan serve --publ',
      'castellan backup verify /tmp/x --js',
      'castellan api listMembers --limit 5 --al',
    ];
    const script = `source ${await scriptOf('bash')}
      while IFS= read -r COMP_LINE; do COMP_POINT=\${#COMP_LINE}; COMPREPLY=(); _castellan; echo "\${COMPREPLY[*]}"; done`;
    const { stdout, stderr } = spawnSync('bash', ['-c', script], { input: `${lines.join('\n')}\n`, encoding: 'utf8' });
    expect(stderr).toBe('');
    const [first = '', second, users = '', ...more] = stdout.trimEnd().split('\n');
    expect(first.split(' ')).toEqual(expect.arrayContaining(['serve', 'api', 'login', '--url']));
    expect(second).toBe('user');
    expect(users.split(' ')).toEqual(expect.arrayContaining(['list', 'import']));
    expect(more).toEqual([
      'getMe getMember getMemberAccess getMemberSecondFactor getMail getMailActivity getMailSettings',
      '--name',
      '--public-url',
      '--json',
      '--all',
    ]);
  });
});
