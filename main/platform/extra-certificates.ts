import { readFile } from 'node:fs/promises';
import tls from 'node:tls';
import { StartError } from './start-error.ts';
import { fileProblem } from './system-error.ts';

const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Those of the system, before any of a file. Undefined before the first call. */
let usual: string[] | undefined;

/**
 * Trusts the certificates of a PEM file for every new connection of this process, in addition to the default ones and in
 * place of those of an earlier call. Packaged desktop apps ignore `NODE_EXTRA_CA_CERTS`.
 * @throws StartError if the file can't be read or holds no certificate.
 */
export const trustCertificates = async (file: string): Promise<void> => {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw fileProblem('read the certificates', cause, file);
  });
  const certificates = text.match(certificate) ?? [];
  if (certificates.length === 0) throw new StartError({ name: 'noCertificate', values: { file } });
  usual ??= tls.getCACertificates('default');
  tls.setDefaultCACertificates([...usual, ...certificates]);
};
