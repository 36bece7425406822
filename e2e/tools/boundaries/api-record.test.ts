import { describe, expect, it } from 'vitest';
import { acceptedBreaks } from '#e2e/support/api-records/accepted-breaks.ts';
import { type ApiDocument, apiBreaks } from '#e2e/support/api-records/api-breaks.ts';
import { isApiRecorded, newestApiRecord } from '#e2e/support/api-records/records.ts';
import { changelogReleases } from '#e2e/support/changelog.ts';
import { openApiDocument } from '#main/transport/http/openapi.ts';

const present = JSON.parse(JSON.stringify(openApiDocument())) as ApiDocument;

describe('the API of the last release', () => {
  it('is recorded, like that of every release', () => {
    expect(changelogReleases().filter(({ version }) => !isApiRecorded(version))).toEqual([]);
  });

  it('is still there for its clients, but for what was accepted before 1.0', () => {
    const [release, document] = newestApiRecord();
    const accepted = Object.keys(acceptedBreaks[release] ?? {});
    expect(apiBreaks(document, present).toSorted()).toEqual(accepted.toSorted());
    expect(Object.keys(acceptedBreaks).filter((version) => !/^0\./.test(version))).toEqual([]);
  });
});

/** A document with one operation, as a release has it. */
const released = {
  paths: {
    '/api/v1/things': {
      post: {
        operationId: 'makeThing',
        security: [],
        'x-castellan-api-keys': 'team.read',
        parameters: [{ in: 'query', name: 'sort', schema: { type: 'string', enum: ['name', 'size'] } }],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/NewThing' } } } },
        responses: {
          200: {
            headers: { etag: {} },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      NewThing: {
        type: 'object',
        properties: {
          name: { type: 'string', maxLength: 20 },
          size: { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] },
          tags: { type: 'array', items: { type: 'string' } },
        },
        required: ['name'],
        additionalProperties: false,
      },
      Thing: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          at: { type: 'string', format: 'date-time' },
          state: { type: 'string', enum: ['on', 'off'] },
          parent: { anyOf: [{ $ref: '#/components/schemas/Thing' }, { type: 'null' }] },
          note: { type: 'string' },
        },
        required: ['name', 'at', 'state', 'parent'],
      },
    },
  },
};
type Released = typeof released;
const changed = (change: (document: Released) => object): string[] => {
  const document = structuredClone(released);
  change(document);
  return apiBreaks(released as unknown as ApiDocument, document as unknown as ApiDocument);
};
const operation = (document: Released) => document.paths['/api/v1/things'].post;
const sent = (document: Released) => document.components.schemas.NewThing;
const received = (document: Released) => document.components.schemas.Thing;

describe('a client trips over', () => {
  it.each<[string, (document: Released) => object, string]>([
    ['an operation that is gone', (it) => Object.assign(it, { paths: {} }), 'makeThing is gone'],
    ['another name', (it) => Object.assign(operation(it), { operationId: 'x' }), 'makeThing is called x'],
    ['credentials', (it) => Object.assign(operation(it), { security: [{}] }), 'makeThing requires credentials'],
    [
      'another scope',
      (it) => Object.assign(operation(it), { 'x-castellan-api-keys': 'refused' }),
      'makeThing takes keys with refused',
    ],
    ['a parameter that is gone', (it) => Object.assign(operation(it), { parameters: [] }), 'makeThing sort is gone'],
    [
      'a parameter that is required',
      (it) => Object.assign(operation(it).parameters[0] ?? {}, { required: true }),
      'makeThing sort is required',
    ],
    [
      'a value that is refused',
      (it) => Object.assign(operation(it).parameters[0]?.schema ?? {}, { enum: ['name'] }),
      'makeThing sort refuses size',
    ],
    [
      'a field that is required',
      (it) => Object.assign(sent(it), { required: ['name', 'tags'] }),
      'NewThing.tags is required',
    ],
    [
      'a field that is refused',
      (it) =>
        Object.assign(sent(it), { properties: { name: sent(it).properties.name, tags: sent(it).properties.tags } }),
      'NewThing.size is refused',
    ],
    [
      'a text that has to be shorter',
      (it) => Object.assign(sent(it).properties.name, { maxLength: 10 }),
      'NewThing.name has another maxLength',
    ],
    [
      'a form of a text',
      (it) => Object.assign(sent(it).properties.name, { pattern: '^a' }),
      'NewThing.name has another pattern',
    ],
    [
      'null that is refused',
      (it) => Object.assign(sent(it).properties.size, { anyOf: [{ type: 'integer', minimum: 1 }] }),
      'NewThing.size is null, not integer',
    ],
    [
      'items of another type',
      (it) => Object.assign(sent(it).properties.tags.items, { type: 'integer' }),
      'NewThing.tags[] is string, not integer',
    ],
    ['a status that is gone', (it) => Object.assign(operation(it), { responses: {} }), 'makeThing 200 is gone'],
    [
      'a header that is gone',
      (it) => Object.assign(operation(it).responses[200], { headers: {} }),
      'makeThing 200 header etag is gone',
    ],
    [
      'an answer without a field',
      (it) => Object.assign(received(it), { required: ['name', 'at', 'state'] }),
      'Thing.parent may be missing',
    ],
    [
      'an optional field that is gone',
      (it) => ({ is: Reflect.deleteProperty(received(it).properties, 'note') }),
      'Thing.note is gone',
    ],
    [
      'an answer that may be null',
      (it) => Object.assign(received(it).properties.name, { type: ['string', 'null'] }),
      'Thing.name is null, not string',
    ],
    [
      'another form of a time',
      (it) => Object.assign(received(it).properties.at, { format: 'date' }),
      'Thing.at has another format',
    ],
  ])('%s', (_, change, line) => {
    expect(changed(change)).toEqual([line]);
  });

  it.each<[string, (document: Released) => object]>([
    ['nothing', (it) => it],
    ['more fields', (it) => Object.assign(received(it).properties, { more: { type: 'string' } })],
    ['more values', (it) => Object.assign(received(it).properties.state, { enum: ['on', 'off', 'away'] })],
    ['optional fields of a request', (it) => Object.assign(sent(it).properties, { more: { type: 'string' } })],
    ['wider bounds', (it) => Object.assign(sent(it).properties.name, { maxLength: 40 })],
    ['more operations', (it) => Object.assign(it.paths, { '/api/v1/more': {} })],
  ])('nothing if there are %s', (_, change) => {
    expect(changed(change)).toEqual([]);
  });
});

describe('of what can be called with a token', () => {
  const way = (name: string) => ({ [name]: [] });
  const breaksOf = (before: object[], after: object[]): string[] => {
    const [known, present] = [before, after].map((security) => {
      const document = structuredClone(released);
      Object.assign(operation(document), { security });
      return document as unknown as ApiDocument;
    });
    return apiBreaks(known as ApiDocument, present as ApiDocument);
  };

  it('a client trips over one that is no longer taken, not over another one', () => {
    expect(breaksOf([way('bearer')], [way('bearer'), way('client_credentials')])).toEqual([]);
    expect(breaksOf([way('bearer')], [])).toEqual([]);
    expect(breaksOf([way('bearer'), way('other')], [way('bearer')])).toEqual(['makeThing takes no other']);
    expect(breaksOf([way('bearer')], [way('other')])).toEqual(['makeThing takes no bearer']);
  });
});
