import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { storedText } from '#e2e/support/stored-text.ts';
import { keptObject, StoredValueError, storedShape } from './stored-shape.ts';

const person = z.object({ name: z.string() });

describe('a stored shape', () => {
  const shape = storedShape('mails.params', [person]);

  it('gives the value that its schema describes, and ignores what a newer version has added', () => {
    expect(shape.read(storedText('{"name":"Ada","more":1}'), 'mail_1')).toEqual({ name: 'Ada' });
    expect(shape.readOr(storedText('{"name":"Ada"}'), undefined)).toEqual({ name: 'Ada' });
  });

  it('names column and row of what it cannot read, and never the value', () => {
    const read = (text: string) => () => shape.read(storedText(text), 'mail_1');
    expect(read('{"name":7,"secret":"hunter2"}')).toThrow(
      new StoredValueError("mails.params of mail_1 can't be read: name.invalid_type"),
    );
    expect(read('hunter2')).toThrow(new StoredValueError("mails.params of mail_1 can't be read: not JSON"));
    expect(shape.readOr(storedText('hunter2'), null)).toBeNull();
  });

  it.each([2, 0, 1.5, -1, '1', null, '__proto__'])('refuses version %j rather than guessing what it means', (v) => {
    expect(() => shape.read(storedText(JSON.stringify({ v, name: 'Ada' })), 'mail_1')).toThrow(
      new StoredValueError("mails.params of mail_1 can't be read: written by a newer version of Castellan"),
    );
  });

  it('keeps what a newer version has added, if it is stored again', () => {
    const window = storedShape('window', [keptObject({ from: z.string(), zone: keptObject({ name: z.string() }) })]);
    const newer = '{"from":"01:00","zone":{"name":"Etc/UTC","offset":0},"days":["mon"]}';
    const changed = { ...window.read(storedText(newer), 'run_1'), from: '02:00' };
    expect(JSON.parse(window.write(changed))).toEqual({ ...JSON.parse(newer), from: '02:00' });
  });
});

describe('a shape with a second version', () => {
  const named = z.object({ first: z.string(), last: z.string() });
  const toNamed = person.transform(({ name }) => ({ first: name, last: '' }));

  it('reads both, and writes the second with its number', () => {
    const shape = storedShape('names', [toNamed, named]);
    expect(shape.read(storedText('{"name":"Ada"}'), 'one')).toEqual({ first: 'Ada', last: '' });
    const text = shape.write({ first: 'Ada', last: 'Lovelace' });
    expect(JSON.parse(text)).toEqual({ v: 2, first: 'Ada', last: 'Lovelace' });
    expect(shape.read(text, 'two')).toEqual({ first: 'Ada', last: 'Lovelace' });
  });

  it('is read by a release that still writes the first', () => {
    const toPerson = named.transform(({ first }) => ({ name: first }));
    const before = storedShape('names', [person, toPerson], 1);
    const after = storedShape('names', [toNamed, named]);
    expect(before.read(after.write({ first: 'Ada', last: 'Lovelace' }), 'one')).toEqual({ name: 'Ada' });
    expect(after.read(before.write({ name: 'Ada' }), 'two')).toEqual({ first: 'Ada', last: '' });
    expect(before.write({ name: 'Ada' })).toBe('{"name":"Ada"}');
  });

  it('can turn a list into an object', () => {
    const tags = z.object({ tags: z.array(z.string()) });
    const shape = storedShape('tags', [z.array(z.string()).transform((list) => ({ tags: list })), tags]);
    expect(shape.read(storedText('["a"]'), 'one')).toEqual({ tags: ['a'] });
    expect(shape.read(shape.write({ tags: ['b'] }), 'two')).toEqual({ tags: ['b'] });
  });
});
