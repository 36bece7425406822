import { expect, it } from 'vitest';
import { endpoints } from './endpoints.ts';
import { operations } from './index.ts';

it('has every operation, and the rows of every list that has pages', () => {
  expect(Object.keys(endpoints)).toHaveLength(operations.length);
  const paged = operations.filter(({ operation }) => 'cursor' in operation.input.shape);
  expect(paged.length).toBeGreaterThan(15);
  expect(Object.keys(endpoints).filter((id) => endpoints[id]?.rows)).toEqual(
    paged.map(({ operation }) => operation.id),
  );
  expect(endpoints.listServers).toEqual({ method: 'GET', path: '/api/v1/hosting/servers', rows: 'servers' });
  expect(endpoints.createWorkspace).toMatchObject({ method: 'POST', keyed: true });
});
