import { describe, expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { createSeedData } from '#e2e/support/seed-data.ts';
import { createTestApp } from '#e2e/support/test-app.ts';
import { invoiceImport } from '#shared/flows/hosting.ts';
import type { Problem } from '#shared/texts/errors.ts';

const server = perFile(() => createTestApp({ 'rate-limits': 'off' }));
const seed = perFile(() => createSeedData(server.app.context, 'no password fits'));

describe('an invoice file', () => {
  const { maxBytes } = invoiceImport;
  const send = async (body: string) => {
    const response = await fetch(`${server.address}/api/v1/hosting/invoices/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${seed.stranger.token}`, 'content-type': 'application/json' },
      body,
    });
    const { errors } = (await response.json()) as Problem;
    return [response.status, errors?.map(({ reason }) => reason)];
  };
  /** As some JSON libraries write it by default. */
  const inAscii = (text: string): string =>
    text.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

  it.each(['a', 'ü', '語', '😀'])(
    'may have half a megabyte, whatever the characters and their spelling: %s',
    async (character) => {
      const body = JSON.stringify({ csv: character.repeat(Math.floor(maxBytes / Buffer.byteLength(character))) });
      // The header is missing, but the whole file was read.
      expect(await send(body)).toEqual([400, ['csv_header']]);
      expect(await send(inAscii(body))).toEqual([400, ['csv_header']]);
    },
  );

  it('is refused by its size in bytes', async () => {
    expect(await send(JSON.stringify({ csv: 'ü'.repeat(maxBytes / 2 + 1) }))).toEqual([400, ['too_many_bytes']]);
    expect(await send(JSON.stringify({ csv: 'a'.repeat(maxBytes + 1) }))).toEqual([400, ['too_long']]);
  });
});
