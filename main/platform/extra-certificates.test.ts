import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterEach, expect, it } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { testCertificate } from '#e2e/support/test-certificate.ts';
import { trustCertificates } from './extra-certificates.ts';

const folder = perTest(() => temporaryFolder('castellan-certificates-'));
const fingerprint = (pem: string): string => new X509Certificate(pem).fingerprint256;
const trusted = tls.getCACertificates('default');
afterEach(() => {
  tls.setDefaultCACertificates(trusted);
});

it('makes connections trust a custom certificate in addition to the usual ones', async () => {
  const file = join(folder.path, 'ca.pem');
  writeFileSync(file, `Some text first.\n${testCertificate.cert}`);
  const server = tls.createServer(testCertificate, (socket) => socket.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const connect = async (): Promise<boolean> => {
    const socket = tls.connect({
      host: 'localhost',
      port,
      lookup: (_host, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]),
    });
    try {
      await once(socket, 'secureConnect');
      return true;
    } catch {
      return false;
    } finally {
      socket.destroy();
    }
  };
  try {
    expect(await connect()).toBe(false);
    await trustCertificates(file);
    expect(await connect()).toBe(true);
    expect(tls.getCACertificates('default').map(fingerprint)).toContain(fingerprint(trusted[0] ?? ''));
  } finally {
    server.close();
  }
});

it('rejects a file that is missing or has no certificate', async () => {
  await expect(trustCertificates(join(folder.path, 'none.pem'))).rejects.toThrow("Can't read the certificates");
  const file = join(folder.path, 'empty.pem');
  writeFileSync(file, 'nothing');
  await expect(trustCertificates(file)).rejects.toThrow('contains no PEM certificate');
});
