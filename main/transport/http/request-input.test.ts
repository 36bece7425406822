import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contract, operations } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { inputReader } from './request-input.ts';

const read = (
  operation: Parameters<typeof inputReader>[0],
  parts: { params?: object; query?: unknown; body?: unknown },
): Promise<unknown> =>
  inputReader(operation, async () => parts.body)({ params: {}, query: {}, ...parts } as FastifyRequest).read();

const refusal = async (work: () => Promise<unknown>): Promise<unknown> => {
  try {
    return { passed: await work() };
  } catch (error) {
    return error instanceof AppError ? { key: error.key, errors: error.details.errors } : error;
  }
};

const { listMembers, changeRole } = contract.team;
const { login, logout } = contract.auth;
const params = { tenant_id: 'tnt_1' };

describe('the input of a request', () => {
  it('joins path and query of a GET, and ignores its body', async () => {
    expect(await read(listMembers, { params, query: { q: 'a' }, body: { role: 'owner' } })).toEqual({
      tenant_id: 'tnt_1',
      q: 'a',
    });
  });

  it('joins path and body of other methods, and refuses a query', async () => {
    const path = { tenant_id: 'tnt_1', user_id: 'user_1' };
    const body = { role: 'admin' };
    expect(await read(changeRole, { params: path, body })).toEqual({ ...path, role: 'admin' });
    const refused = await refusal(() => read(changeRole, { params: path, query: { role: 'owner' }, body }));
    expect(refused).toMatchObject({ errors: [{ path: 'role', reason: 'unknown_field' }] });
  });

  it('converts digits to numbers if the contract asks for one', async () => {
    const query = { limit: '10', offset: '-1', q: '7' };
    expect(await read(listMembers, { params, query })).toEqual({ tenant_id: 'tnt_1', limit: 10, offset: -1, q: '7' });
    for (const limit of ['1e3', '0x10', '1.5', '', ' 1', 'ten', ['1', '2']]) {
      expect(await read(listMembers, { params, query: { limit } })).toMatchObject({ limit });
    }
  });

  it('converts true and false to booleans if the contract takes one', async () => {
    const { getPriceList } = contract.hosting;
    expect(await read(getPriceList, { query: { managed: 'true' } })).toEqual({ managed: true });
    expect(await read(getPriceList, { query: { managed: 'false' } })).toEqual({ managed: false });
    expect(await read(getPriceList, { query: { managed: '0' } })).toEqual({ managed: 0 });
    expect(await read(getPriceList, { query: { managed: 'yes', drive_type: 'true' } })).toEqual({
      managed: 'yes',
      drive_type: 'true',
    });
  });

  it('takes a list of one from a query, in every operation that takes a list there', async () => {
    const lists = operations.flatMap(({ operation }) =>
      operation.http.method === 'GET'
        ? Object.keys(operation.input.shape).flatMap((name) => {
            const field = operation.input.shape[name] as z.ZodType;
            return field instanceof z.ZodOptional && field.unwrap() instanceof z.ZodArray ? [{ operation, name }] : [];
          })
        : [],
    );
    expect(lists.map(({ operation }) => operation.id)).toContain('listEvents');
    for (const { operation, name } of lists) {
      expect(await read(operation, { query: { [name]: 'one' } }), operation.id).toEqual({ [name]: ['one'] });
      expect(await read(operation, { query: { [name]: ['one', 'two'] } })).toEqual({ [name]: ['one', 'two'] });
    }
  });

  it('leaves a body unchanged: text is no number there', async () => {
    expect(await read(login, { body: { email: 'a', password: '12345678' } })).toEqual({
      email: 'a',
      password: '12345678',
    });
  });

  it('treats a missing body as an empty one', async () => {
    expect(await read(logout, {})).toEqual({});
    expect(await read(logout, { body: null })).toEqual({});
  });

  it.each(['text', 1, true, []])('rejects the body %j', async (body) => {
    expect(await refusal(() => read(login, { body }))).toEqual({
      key: 'VALIDATION_FAILED',
      errors: [
        {
          path: '',
          code: 'invalid_type',
          reason: 'wrong_type',
          params: { expected: 'object' },
          message: 'Must be of type object',
        },
      ],
    });
  });

  it('rejects a path field in the body, even with the same value', async () => {
    const twice = {
      key: 'VALIDATION_FAILED',
      errors: [{ path: 'tenant_id', code: 'unrecognized_keys', reason: 'unknown_field', message: 'Unknown field' }],
    };
    const body = { role: 'admin', tenant_id: 'tnt_1' };
    expect(await refusal(() => read(changeRole, { params, body }))).toEqual(twice);
  });

  it.each(['_', 'tenant_id', '__proto__', 'constructor'])(
    'refuses %s in a query that does not know it',
    async (name) => {
      const query = { [name]: 'x', limit: '5' };
      expect(await refusal(() => read(listMembers, { params, query }))).toMatchObject({ errors: [{ path: name }] });
    },
  );

  it('ignores what mail programs add to the link that verifies an address', async () => {
    const query = { token: 'secret', utm_source: 'mail', ['__proto__']: 'x' };
    expect(await read(contract.auth.verifyEmail, { query })).toEqual({ token: 'secret' });
  });
});
