import { expect, it } from 'vitest';
import { readingOf, server } from './servers.ts';

const raw = {
  id: 42,
  name: 'mail',
  status: 'running',
  locked: false,
  server_type: { id: 1, name: 'cx32', cores: 4, memory: 8, disk: 80 },
};
const diskOf = (values: object) => readingOf(server.parse({ ...raw, ...values })).sizes.disk_gb;

it('reads the disk that a server has, which stays as it was when only its type grows', () => {
  expect(diskOf({ primary_disk_size: 40 })).toBe(40);
});

it.each([{}, { primary_disk_size: null }, { primary_disk_size: 0 }])('takes the disk of the type for %o', (values) => {
  expect(diskOf(values)).toBe(80);
});
