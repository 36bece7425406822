import { expect, it } from 'vitest';
import { createStatementNames } from './statement-names.ts';

it('gives each text a name of its own, always the same', () => {
  const nameOf = createStatementNames();
  const [one, other] = [nameOf('select "id" from "users"'), nameOf('select "id" from "tenants"')];
  expect(one).toMatch(/^\w{1,63}$/);
  expect(other).not.toBe(one);
  expect(nameOf('select "id" from "users"')).toBe(one);
});

it.each([
  'select * from "users" where "id" = $1',
  'select "sessions".* from "sessions"',
  'update "users" set "name" = $1 returning *',
  'select "id" from "users" where "tenant_id" = $1 order by "name" limit $2 offset $3',
])('lets the server plan each time: %s', (text) => {
  expect(createStatementNames()(text)).toBeUndefined();
});

it('stops at a thousand, not counting those without a name', () => {
  const nameOf = createStatementNames();
  for (let n = 0; n < 1_000; n += 1) nameOf(`select * from "users" where "id" = ${n}`);
  for (let n = 0; n < 1_000; n += 1) expect(nameOf(`select ${n}`)).toBeDefined();
  expect(nameOf('select 1000')).toBeUndefined();
  expect(nameOf('select 7')).toBe(nameOf('select 7'));
});
