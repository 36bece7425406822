import type { Fields } from './client.ts';
import type { Seen } from './installation.ts';
import type { Statement } from './statement.ts';
import { see } from './verdict.ts';

/** Paths of the document, their methods, and the description of each status. */
type Paths = Record<string, Record<string, { responses: Record<string, { description: string }> }>>;

const matches = (template: string, path: string): boolean => {
  const parts = template.split('/');
  const given = path.split('/');
  return parts.length === given.length && parts.every((part, index) => part.startsWith('{') || part === given[index]);
};

/** Why the document doesn't list an answer. Undefined if it does. A path without parameters wins over one with. */
const missing = (paths: Paths, { method, path, status, code }: Seen): string | undefined => {
  const name = `${method} ${path} answered ${status} ${code ?? ''}`.trim();
  const template = paths[path] ? path : Object.keys(paths).find((candidate) => matches(candidate, path));
  const response = paths[template ?? '']?.[method.toLowerCase()]?.responses[String(status)];
  if (!response) return name;
  return code === undefined || response.description.includes(`${code}: `) ? undefined : name;
};

/** Comes after all other statements, whose answers it judges. */
export const documented: Statement = {
  section: 'OpenAPI',
  text: 'the document lists every status and code that this run has seen',
  async check({ call, seen }) {
    const answers = seen();
    const { paths } = await call('GET', '/api/v1/openapi.json');
    const ofApi = answers.filter(({ path }) => path.startsWith('/api/v1/'));
    see(ofApi.length > 0, 'no answers');
    const unknown = ofApi.flatMap((answer) => missing((paths ?? {}) as Paths & Fields, answer) ?? []);
    see(unknown.length === 0, [...new Set(unknown)].join('; '));
  },
};
