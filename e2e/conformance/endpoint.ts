import { describe, type Fields } from './client.ts';
import { type FieldTypes, seeField, typeText } from './fields.ts';
import type { Installation } from './installation.ts';
import type { Statement } from './statement.ts';
import { see } from './verdict.ts';

/** What a call of an operation needs. */
export interface Prepared {
  /** Of a signed-in caller, for operations marked Bearer. */
  token?: string;
  path: string;
  body?: Fields;
}

/** A row of seed 000 §4. */
export interface Endpoint {
  /** Its number and the method and path as the table shows them. */
  row: string;
  method: string;
  /** Fields of the request with their types. */
  request?: FieldTypes;
  /** Of these fields, the ones that a request may leave out. */
  optional?: readonly string[];
  response: FieldTypes;
  prepare: (installation: Installation) => Promise<Prepared>;
}

/** The seeds show no status codes: any 4xx about the request itself counts. */
const isRefusal = (status: number): boolean => status >= 400 && status < 500 && ![401, 403, 404, 429].includes(status);

/** The statements of one row. Prepares once; calls that must be refused come before the one that succeeds. */
export const statementsOf = (endpoint: Endpoint): Statement[] => {
  const { row, method, request = {}, optional = [], response, prepare } = endpoint;
  const section = `000 §4 #${row.split(' ')[0]}`;
  const name = row.slice(row.indexOf(' ') + 1);
  let prepared: Promise<Prepared> | undefined;
  let answered: Promise<Fields> | undefined;
  const ready = (installation: Installation) => (prepared ??= prepare(installation));
  const answer = (installation: Installation) =>
    (answered ??= ready(installation).then(({ path, ...options }) => installation.call(method, path, options)));
  const refuses = (text: string, change: (body: Fields) => Fields): Statement => ({
    section,
    text: `${name}: ${text}`,
    async check(installation) {
      const { path, token, body = {} } = await ready(installation);
      const seen = await installation.send(method, path, { token, body: change(body) });
      see(isRefusal(seen.status), describe(seen));
    },
  });
  const fields = Object.entries(request);
  return [
    ...fields
      .filter(([field]) => !optional.includes(field))
      .map(([field]) => refuses(`${field} is required`, ({ [field]: _, ...rest }) => rest)),
    ...fields.map(([field, type]) =>
      refuses(`${field} (${typeText(type)}) takes no other type`, (body) => ({ ...body, [field]: 7 })),
    ),
    {
      section,
      text: `${name} answers with JSON`,
      check: async (installation) => void (await answer(installation)),
    },
    ...Object.entries(response).map(
      ([field, type]): Statement => ({
        section,
        text: `${name} answers ${field} (${typeText(type)})`,
        check: async (installation) => seeField(await answer(installation), field, type),
      }),
    ),
  ];
};

/** Operations marked Bearer refuse a request without the header. */
export const bearerStatement = ({ row, method, prepare }: Endpoint): Statement => ({
  section: '000 §5 2',
  text: `${row.slice(row.indexOf(' ') + 1)} requires a Bearer token`,
  async check(installation) {
    const { path, body } = await prepare(installation);
    const seen = await installation.send(method, path, { body });
    see(seen.status === 401, describe(seen));
  },
});
