import { expect, test } from 'vitest';
import { tablesOf } from '#main/storage/database/tables.ts';
import type { OperationSpec, OutputOf, RequestOf } from '#shared/contract/operation.ts';
import { perFile } from '../prepared.ts';
import { createTestService, type Person, type TestService } from '../test-service.ts';
import { type ConsolePage, openConsole } from './console-page.ts';

/** Who is there in a test of a screen, and how they use the console. */
export interface Cast {
  readonly app: TestService;
  /** The owner of an organization that only this test uses. */
  readonly owner: Person;
  /** A second person in it. */
  readonly member: Person;
  /** The owner of another organization. */
  readonly stranger: Person;
  /** The owner of the first organization, who runs this server. What they set stays for the tests that follow. */
  readonly operator: Person;
  /** Opens the console for someone, or for nobody, at an address such as `/dashboard/team`. `of` is another service than `app`. */
  open(person: Person | undefined, address: string, of?: TestService): Promise<ConsolePage>;
  /** The same in the browser that opened the page before: in another tab, or for whoever comes next. */
  openTab(person: Person | undefined, address: string): Promise<ConsolePage>;
  /** Reads back through the API, as this person. */
  read<Op extends OperationSpec>(person: Person, operation: Op, input: RequestOf<Op>): Promise<OutputOf<Op>>;
}

/** Declares a test of what a file of the console sends to the service. */
export type ScreenTest = (
  /** Below renderer/features, without its ending: `security/create-key-dialog`. */
  file: string,
  /** The operations that the file calls in this test, such as `security.createApiKey`: it fails if one isn't carried out. */
  operations: readonly string[],
  title: string,
  body: (cast: Cast) => Promise<void>,
) => void;

/** The token of a link that a screen shows. */
export const tokenIn = (link: string): string => {
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token');
  if (!token) throw new Error(`The link has no token: ${link}`);
  return token;
};

/** How many entries an organization's audit log has. */
const entriesOf = async (app: TestService, { tenantId }: Person): Promise<number> => {
  const rows = tablesOf(app.service.context.db.read).selectFrom('audit_events').where('tenant_id', '=', tenantId);
  return (await rows.select('sequence').execute()).length;
};

/**
 * Makes a service for the tests of a file, with an organization that must not notice any of them. Each test has its own
 * organization beside it, and the console on a page of its own.
 */
export const screenTests = (
  make: () => Promise<TestService> = () => createTestService({ 'rate-limits': 'off' }),
): ScreenTest => {
  const place = perFile(async () => {
    const app = await make();
    const operator = await app.owner();
    const stranger = await app.owner();
    await app.join(stranger);
    return { app, operator, stranger, close: () => app.close() };
  });
  return (file, operations, title, body) =>
    test(`${file}: ${title}`, async () => {
      const { app, operator, stranger } = place;
      const before = await entriesOf(app, stranger);
      const owner = await app.owner();
      const member = await app.join(owner);
      const pages: ConsolePage[] = [];
      const opened = async (page: Promise<ConsolePage>): Promise<ConsolePage> => {
        pages.push(await page);
        return page;
      };
      await body({
        app,
        owner,
        member,
        stranger,
        operator,
        open: (person, address, of = app) => opened(openConsole(of, person, address)),
        openTab: (person, address) => opened(openConsole(app, person, address, 'same')),
        read: (person, operation, input) => app.call(operation, input, { token: person.token }),
      });
      const done = pages.flatMap(({ sent }) => sent.filter((call) => call.done).map(({ path }) => path));
      expect(done, 'what the console had done').toEqual(expect.arrayContaining([...operations]));
      expect(await entriesOf(app, stranger), 'what happened in the other organization').toEqual(before);
    });
};
