import type { SeedData } from '#e2e/support/seed-data.ts';
import { absent, member, ofMember, ofTenant, slug, tenant } from './permission-inputs.ts';
import type { IdField, OperationId, Row } from './permission-row.ts';

const group: IdField = {
  foreign: ({ foreign }) => foreign.group.id,
  missing: `grp_${absent}`,
  answer: 'NOT_FOUND',
};
const ofGroup = ({ own }: SeedData) => ({ tenant_id: own.id, group_id: own.group.id });
const ofWorkspace = (seed: SeedData) => ({ ...ofGroup(seed), slug: seed.own.workspace.slug });
const ids = { tenant_id: tenant, group_id: group };
const requires = 'groups.manage';
const target = ({ own }: SeedData) => own.group.id;

export const groupRows = {
  addGroupMembers: {
    requires,
    confirms: 'authority',
    target: ({ own }) => own.outsider.id,
    input: (seed) => ({ ...ofGroup(seed), user_ids: [seed.own.outsider.id] }),
    ids,
  },
  createGroup: {
    requires,
    target: (_, answer) => answer.group_id,
    input: (seed) => ({ ...ofTenant(seed), name: 'Another' }),
    ids: { tenant_id: tenant },
  },
  deleteGroup: { requires, target, input: ofGroup, ids },
  getGroup: { requires, input: ofGroup, ids },
  listGroupMembers: { requires, input: ofGroup, ids },
  listGroups: { requires, input: ofTenant, ids: { tenant_id: tenant } },
  listGroupWorkspaces: { requires, input: ofGroup, ids },
  listMemberGroups: { requires, input: ofMember, ids: { tenant_id: tenant, user_id: member } },
  previewGroupDeletion: { requires, input: ofGroup, ids },
  removeGroupMembers: {
    requires,
    input: (seed) => ({ ...ofGroup(seed), user_ids: [seed.own.target.id] }),
    ids,
  },
  removeGroupWorkspace: { requires, target, input: ofWorkspace, ids: { ...ids, slug } },
  setGroupWorkspace: {
    requires,
    target,
    input: (seed) => ({ ...ofWorkspace(seed), role: 'Member' }),
    ids: { ...ids, slug },
  },
  updateGroup: { requires, target, input: (seed) => ({ ...ofGroup(seed), name: 'Renamed' }), ids },
} as const satisfies Partial<Record<OperationId, Row>>;
