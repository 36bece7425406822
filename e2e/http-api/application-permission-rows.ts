import { letKnow } from '#e2e/support/applications.ts';
import type { SeedData } from '#e2e/support/seed-data.ts';
import { absent, member, nothing, ofMember, ofTenant, tenant } from './permission-inputs.ts';
import type { IdField, OperationId, Row } from './permission-row.ts';

const application: IdField = {
  foreign: ({ foreign }) => foreign.application.id,
  missing: `app_${absent}`,
  answer: 'NOT_FOUND',
};
const secret: IdField = {
  foreign: ({ foreign }) => foreign.application.secretId,
  missing: `asec_${absent}`,
  answer: 'NOT_FOUND',
};
const groups: IdField = {
  foreign: ({ foreign }) => [foreign.group.id],
  missing: [`grp_${absent}`],
  answer: 'VALIDATION_FAILED',
};
const roles: IdField = {
  foreign: ({ foreign }) => [foreign.customRole.id],
  missing: [`rol_${absent}`],
  answer: 'VALIDATION_FAILED',
};
const ofApplication = ({ own }: SeedData) => ({ tenant_id: own.id, application_id: own.application.id });
const ids = { tenant_id: tenant, application_id: application };
const requires = 'applications.manage';
const target = ({ own }: SeedData) => own.application.id;

/** The server listens on http. What creates an application asks whether people reach it by https. */
const overHttps: NonNullable<Row['prepare']> = async ({ config }) => {
  Object.assign(config, { isPublicHttps: true });
  return {};
};

export const applicationRows = {
  listApplications: { requires, input: ofTenant, ids: { tenant_id: tenant } },
  getApplication: { requires, input: ofApplication, ids },
  createApplication: {
    requires,
    target: (_, answer) => answer.application_id,
    input: (seed) => ({
      ...ofTenant(seed),
      name: 'Another',
      kind: 'web',
      redirect_uris: ['https://another.example/callback'],
    }),
    ids: { tenant_id: tenant },
    prepare: overHttps,
  },
  updateApplication: {
    requires,
    confirms: 'redirection',
    target,
    input: (seed) => ({ ...ofApplication(seed), name: 'Renamed' }),
    ids: { ...ids, group_ids: groups, role_ids: roles },
  },
  deleteApplication: { requires, target, input: ofApplication, ids },
  previewApplicationDeletion: { requires, input: ofApplication, ids },
  addApplicationSecret: { requires, confirms: 'always', target, input: ofApplication, ids },
  removeApplicationSecret: {
    requires,
    target,
    input: (seed) => ({ ...ofApplication(seed), secret_id: seed.own.application.secretId }),
    ids: { ...ids, secret_id: secret },
  },
  listMemberApplications: {
    requires,
    input: ofMember,
    ids: { tenant_id: tenant, user_id: member },
  },
  listMyApplications: { requires: 'self', input: nothing },
  listApplicationAccess: { requires: 'self', input: nothing },
  revokeApplicationAccess: {
    requires: 'self',
    input: ({ own }) => ({ application_id: own.application.id }),
    ids: { application_id: application },
    refuses: { stranger: 'NOT_FOUND' },
    async prepare({ db, clock }, caller, { own }) {
      await letKnow(db.write, caller.id, own.application.id, clock.now());
      return {};
    },
  },
} as const satisfies Partial<Record<OperationId, Row>>;
