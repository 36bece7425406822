import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineOperation } from './operation.ts';

const spec = {
  id: 'writeNote',
  summary: 'Write a note',
  allow: 'team.manage',
  input: z.strictObject({}),
  output: z.strictObject({}),
  errors: [],
} as const;
const get = { method: 'GET', path: '/notes', status: 200 } as const;
const put = { method: 'PUT', path: '/notes', status: 200 } as const;

/** Operations that leave out what they have to say. None compiles. */
const misfits = {
  // @ts-expect-error a change says whether it asks for a confirmation
  change: defineOperation({ ...spec, auth: 'bearer', http: put }),
  // @ts-expect-error so does a GET that changes something
  writingGet: defineOperation({ ...spec, auth: 'bearer', http: get, effect: 'write', topics: [] }),
  // @ts-expect-error a read says what changes its answer
  read: defineOperation({ ...spec, auth: 'bearer', http: get }),
  // @ts-expect-error what anyone may call is limited
  open: defineOperation({ ...spec, auth: 'none', http: put }),
};

it('compiles an operation only with what it has to say', () => {
  expect(Object.keys(misfits)).toHaveLength(4);
  const whole = [
    defineOperation({ ...spec, auth: 'bearer', http: put, confirm: 'never' }),
    defineOperation({ ...spec, auth: 'bearer', http: put, effect: 'read' }),
    defineOperation({ ...spec, auth: 'bearer', http: get, topics: [] }),
    defineOperation({ ...spec, auth: 'none', http: put, throttle: 'sign_up' }),
  ];
  expect(whole).toHaveLength(4);
});
