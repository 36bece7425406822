import { describe, type Fields } from './client.ts';
import type { Installation } from './installation.ts';
import { same, see } from './verdict.ts';

/** A part of a JWT: 0 is its header, 1 its claims. */
export const part = (token: string, index: number): Fields =>
  JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString()) as Fields;
export const claimsOf = (token: string): Fields => part(token, 1);

export const me = (installation: Installation, token: string) =>
  installation.send('GET', '/api/v1/users/me', { token });

/** @throws Failed unless the access token is refused. */
export const seeSignedOut = async (installation: Installation, token: string): Promise<void> => {
  const seen = await me(installation, token);
  same(seen.status, 401, 'the status of GET /users/me');
};

/** @throws Failed unless a request is refused with a 4xx. */
export const seeRefused = async (
  { send }: Installation,
  method: string,
  path: string,
  options: Parameters<Installation['send']>[2],
): Promise<void> => {
  const seen = await send(method, path, options);
  see(seen.status >= 400 && seen.status < 500 && seen.status !== 429, describe(seen));
};
