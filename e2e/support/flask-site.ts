import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentedSetUp } from './documented-block.ts';
import { ensureFlask } from './programs/flask.ts';
import { type RelyingPartyParts, siteAt } from './relying-party.ts';
import { untilAnswered } from './reverse-proxy.ts';
import { testCertificate } from './test-certificate.ts';

/** A real Flask with Authlib. */
export interface FlaskSite {
  /** A page that lists what it knows about who is signed in. */
  readonly url: string;
  close(): Promise<void>;
}

const setUpLine =
  "With Flask and Authlib (Debian's `python3-flask`, `python3-authlib` and `python3-requests`), which pgAdmin and Superset sign people in with:";

/** Starts the program of docs/sign-in.md, which the console shows with real values. */
export const startFlask = async ({
  port,
  provider,
  clientId,
  clientSecret,
}: Omit<RelyingPartyParts, 'refreshesAlways'>): Promise<FlaskSite> => {
  const { program } = ensureFlask();
  const folder = await mkdtemp(join(tmpdir(), 'castellan-flask-'));
  await writeFile(join(folder, 'cert.pem'), testCertificate.cert);
  await writeFile(join(folder, 'key.pem'), testCertificate.key, { mode: 0o600 });
  const documented = await documentedSetUp('sign-in.md', setUpLine, [
    ['https://castellan.example.org', provider],
    ['the client ID', clientId],
    ['the secret', clientSecret],
    ['https://wiki.example.org', siteAt(port)],
    ['at least 32 random characters', 'nobody needs to guess this in a test'],
  ]);
  await writeFile(join(folder, 'wiki.py'), documented);
  const tls = ['--cert', 'cert.pem', '--key', 'key.pem'];
  const child = spawn(program, ['-m', 'flask', '--app', 'wiki', 'run', '--port', String(port), ...tls], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', REQUESTS_CA_BUNDLE: join(folder, 'cert.pem'), PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const url = `${siteAt(port)}/`;
  await untilAnswered(url, 302, child, () => stderr);
  return {
    url,
    async close() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'close');
      await rm(folder, { recursive: true, force: true });
    },
  };
};
