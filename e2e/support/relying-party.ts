import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentedSetUp } from './documented-block.ts';
import { ensureApache } from './programs/apache.ts';
import { untilAnswered } from './reverse-proxy.ts';
import { testCertificate } from './test-certificate.ts';

/** A real Apache with mod_auth_openidc in front of a page, set up as docs/sign-in.md says. */
export interface RelyingParty {
  /** The page, which lists who is signed in and all claims. */
  readonly url: string;
  /** Ends Apache's session, and asks Castellan to end its own. Leads back to the page. */
  readonly signOutUrl: string;
  close(): Promise<void>;
}

export interface RelyingPartyParts {
  port: number;
  /** The public URL of Castellan. */
  provider: string;
  clientId: string;
  clientSecret: string;
  /** Asks for another token before each request, and not only shortly before one expires. */
  refreshesAlways: boolean;
}

const modules = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'ssl', 'mime', 'include', 'auth_openidc'];

/** Where an application on this port is. Another host than that of Castellan, so that neither sees the cookies of the other. */
export const siteAt = (port: number): string => `https://127.0.0.1:${port}`;
export const pageAt = (port: number): string => `${siteAt(port)}/index.shtml`;
/** The redirect URI of the documented set-up. */
export const callbackAt = (port: number): string => `${siteAt(port)}/castellan`;

/** Where the documented set-up takes notices that a session has ended. */
export const logoutNoticesAt = (port: number): string => `${callbackAt(port)}?logout=backchannel`;

const page = '<p>REMOTE_USER=<!--#echo var="REMOTE_USER" --></p><pre><!--#printenv --></pre>\n';

/** The documented set-up with other values in place of the documented ones. */
const setUp = ({ port, provider, clientId, clientSecret, refreshesAlways }: RelyingPartyParts): Promise<string> =>
  documentedSetUp('sign-in.md', "With mod_auth_openidc (Debian's `libapache2-mod-auth-openidc`):", [
    ['https://castellan.example.org', provider],
    ['the client ID', clientId],
    ['the secret', clientSecret],
    ['https://wiki.example.org', siteAt(port)],
    ['at least 32 random characters', 'nobody needs to guess this in a test'],
    // The test doesn't wait for an hour: each request is one before which the token is about to expire.
    ['BeforeExpiry 60 ', refreshesAlways ? 'BeforeExpiry 3600 ' : 'BeforeExpiry 60 '],
  ]);

export const startRelyingParty = async (parts: RelyingPartyParts): Promise<RelyingParty> => {
  const apache = ensureApache();
  const folder = await mkdtemp(join(tmpdir(), 'castellan-apache-'));
  // Started as root, it serves as another user.
  await chmod(folder, 0o755);
  await mkdir(join(folder, 'pages'));
  await writeFile(join(folder, 'pages/index.shtml'), page);
  await writeFile(join(folder, 'types'), '');
  await writeFile(join(folder, 'cert.pem'), testCertificate.cert);
  await writeFile(join(folder, 'key.pem'), testCertificate.key, { mode: 0o600 });
  const file = join(folder, 'config');
  await writeFile(
    file,
    `${modules.map((name) => `LoadModule ${name}_module ${apache.modules}/mod_${name}.so`).join('\n')}
    ServerRoot ${folder}
    ServerName 127.0.0.1:${parts.port}
    PidFile ${folder}/pid
    DefaultRuntimeDir ${folder}
    Mutex sem
    TypesConfig ${folder}/types
    ${process.getuid?.() === 0 ? 'User www-data\n    Group www-data' : ''}
    Listen 127.0.0.1:${parts.port}
    ErrorLog ${folder}/log
    LogLevel warn
    SSLEngine on
    SSLCertificateFile ${folder}/cert.pem
    SSLCertificateKeyFile ${folder}/key.pem
    DocumentRoot ${folder}/pages
    AddType text/html .shtml
    AddOutputFilter INCLUDES .shtml
    <Directory ${folder}/pages>
      Options +Includes
    </Directory>
    OIDCCABundlePath ${folder}/cert.pem
    ${await setUp(parts)}`,
  );
  const child = spawn(apache.program, ['-f', file, '-DFOREGROUND'], { stdio: 'ignore' });
  const url = pageAt(parts.port);
  await untilAnswered(url, 302, child, () => readFileSync(join(folder, 'log'), 'utf8'));
  return {
    url,
    signOutUrl: `${callbackAt(parts.port)}?${new URLSearchParams({ logout: url })}`,
    async close() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'close');
      await rm(folder, { recursive: true, force: true });
    },
  };
};
