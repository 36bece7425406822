import type { ErrorKey } from '#shared/texts/errors.ts';
import { asked, endedQueue, limited, steps, stoppedQueue, withPlan } from './hosting-permission-steps.ts';
import { absent, nothing, ofTenantItself } from './permission-inputs.ts';
import type { IdField, Row } from './permission-row.ts';

const queue: IdField = { foreign: () => `queue_${absent}`, missing: `queue_${absent}`, answer: 'NOT_FOUND' };
const approval: IdField = { foreign: () => `appr_${absent}`, missing: `appr_${absent}`, answer: 'NOT_FOUND' };

/** The stranger has no provider connected, and nothing that the others have. */
export const strangerSees = (answer: ErrorKey): Pick<Row, 'refuses'> => ({ refuses: { stranger: answer } });
export const hidden = strangerSees('NOT_FOUND');

/** The rows of what concerns several servers or several owners, see permission-rows.ts. */
export const togetherRows = {
  createUpgradeQueue: {
    requires: 'hosting.manage',
    target: ofTenantItself,
    input: ({ own }) => ({ runs: [{ run_id: own.hosting.runId, version: 1 }] }),
    prepare: async (context, caller) => ({ runs: [await withPlan(context, caller)] }),
    ...hidden,
  },
  listUpgradeQueues: { requires: 'hosting.read', input: nothing },
  getUpgradeQueue: {
    requires: 'hosting.read',
    input: () => ({ queue_id: `queue_${absent}` }),
    ids: { queue_id: queue },
    prepare: endedQueue,
    ...hidden,
  },
  previewUpgradeQueue: {
    requires: 'hosting.manage',
    input: ({ own }) => ({ run_ids: own.hosting.runId }),
    ...hidden,
  },
  resumeUpgradeQueue: {
    requires: 'hosting.manage',
    target: ofTenantItself,
    input: ({ own }) => ({ queue_id: `queue_${absent}`, runs: [{ run_id: own.hosting.runId, version: 1 }] }),
    ids: { queue_id: queue },
    prepare: stoppedQueue,
    ...hidden,
  },
  cancelUpgradeQueue: {
    requires: 'hosting.manage',
    target: ofTenantItself,
    input: () => ({ queue_id: `queue_${absent}` }),
    ids: { queue_id: queue },
    prepare: async (context, caller) => ({ queue_id: (await stoppedQueue(context, caller)).queue_id }),
    ...hidden,
  },
  planUpgradeStarts: {
    requires: 'hosting.manage',
    target: ofTenantItself,
    input: ({ own }) => ({
      runs: [{ run_id: own.hosting.runId, version: 1 }],
      window: { from: '02:00', until: '04:00' },
    }),
    prepare: async (context, caller) => {
      const { run_id, version } = await steps(context, caller).ordered();
      return { runs: [{ run_id, version }] };
    },
    ...hidden,
  },
  requestApproval: {
    requires: 'hosting.manage',
    target: ofTenantItself,
    input: () => ({ kind: 'limit', approval_limit: null }),
    prepare: limited,
    ...hidden,
  },
  listApprovals: { requires: 'hosting.read', input: nothing },
  getApproval: {
    requires: 'hosting.read',
    input: () => ({ approval_id: `appr_${absent}` }),
    ids: { approval_id: approval },
    prepare: asked,
    ...hidden,
  },
  approveChange: {
    requires: 'hosting.settings',
    confirms: 'always',
    target: ofTenantItself,
    input: () => ({ approval_id: `appr_${absent}` }),
    ids: { approval_id: approval },
    prepare: asked,
    ...hidden,
  },
  removeApproval: {
    requires: 'hosting.manage',
    target: ofTenantItself,
    input: () => ({ approval_id: `appr_${absent}` }),
    ids: { approval_id: approval },
    prepare: asked,
    ...hidden,
  },
} as const satisfies Record<string, Row>;
