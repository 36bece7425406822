import { contract } from '#shared/contract/index.ts';
import type { RequestOf } from '#shared/contract/operation.ts';
import type { AppError } from '#shared/texts/errors.ts';
import { createTestService, type Person } from './test-service.ts';

const { applications } = contract;

export type Entered = Partial<RequestOf<typeof applications.createApplication>>;
type Named = { application_id: string };

/** A service with an https public URL, and what its owner does with applications. */
export const createApplicationService = async () => {
  const app = await createTestService({ 'rate-limits': 'off', 'sign-ups': 'open' });
  const owner = await app.owner();
  const publicUrl = 'https://castellan.example';
  app.service.announce(publicUrl);
  Object.assign(app.service.context.config, { isPublicHttps: true, publicUrl });
  const by = { token: owner.token };
  const of = ({ application_id }: Named) => ({ tenant_id: owner.tenantId, application_id });
  let made = 0;
  return {
    ...app,
    first: owner,
    of,
    /** Creates a web application with a name of its own, unless something else is entered. */
    create(entered: Entered = {}, person: Person = owner) {
      made += 1;
      const name = `Application ${made}`;
      const web = { kind: 'web', redirect_uris: ['https://app.example/callback'] } satisfies Entered;
      const input = { tenant_id: person.tenantId, name, ...web, ...entered };
      return app.call(applications.createApplication, input, { token: person.token });
    },
    get: (application: Named) => app.call(applications.getApplication, of(application), by),
    update: (
      application: Named,
      change: Omit<RequestOf<typeof applications.updateApplication>, 'tenant_id' | 'application_id'>,
    ) => app.call(applications.updateApplication, { ...of(application), ...change }, by),
  };
};

/** The fields that a request is refused for, with the reasons. */
export const refusedFields = async (request: Promise<unknown>) => {
  const error = await request.then(
    () => undefined,
    (thrown: AppError) => thrown,
  );
  return error?.details.errors?.map(({ path, reason }) => `${path}: ${reason}`);
};
