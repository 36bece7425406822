import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { createOpenIdService } from '#e2e/support/openid-service.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { ensureInstalled } from '#e2e/support/programs/debian.ts';
import { onPath } from '#e2e/support/programs/on-path.ts';
import { testPassword } from '#e2e/support/test-service.ts';

const guide = await readFile(new URL('../../docs/api.md', import.meta.url), 'utf8');
/** What needs a public URL with https, so that e2e/http-api/api-guide.test.ts can't run it. */
const snippets = [...guide.matchAll(/^```bash\n(.*?)^```$/gms)].map(([, code = '']) => code);

const server = perFile(() => createOpenIdService());
beforeAll(() => {
  for (const name of ['curl', 'jq']) ensureInstalled(name, () => onPath(name)[0], name);
});

it('what the guide does at a public URL works as it stands there', async () => {
  const { own } = server.seed;
  const { token } = await server.signedIn();
  const script = ['set -euo pipefail', ...snippets].join('\n');
  const { stdout } = await promisify(execFile)(
    'bash',
    ['-c', script.replaceAll('https://castellan.example.com', server.app.address)],
    {
      env: {
        PATH: process.env.PATH,
        API: `${server.app.address}/api/v1`,
        ORGANIZATION: own.id,
        ACCOUNT: own.serviceAccount.id,
        TOKEN: token,
        PASSWORD: testPassword,
      },
    },
  );
  const answers = stdout.split(/\n(?=\{)/).map((text) => JSON.parse(text) as object);
  expect(answers).toEqual([
    { kind: 'service_account', name: 'Seeded', scopes: ['workspaces.list'] },
    { application_id: expect.stringMatching(/^app_/), secret: expect.stringMatching(/^[\w-]{43}$/) },
    { access: 'everyone', allowed_roles: ['admin'] },
    { secret: expect.stringMatching(/^[\w-]{43}$/), secrets: [expect.anything(), expect.anything()] },
    { people: 0, sign_ins: 0 },
    expect.objectContaining({ success: true }),
  ]);
});
