/** Tenants per topic. Of others, it is only known before which commit they last changed. */
const remembered = 2_000;

/** Which commit changed a topic last, for each tenant. DECISION 0261. */
export interface TopicVersions<Topic extends string> {
  /** The number of the newest commit. */
  position(): number;
  /** Whether no commit after this one has changed the topic for this tenant. */
  isCurrent(topic: Topic, tenant: string, position: number): boolean;
  /** Counts one commit, which changed each topic for these tenants, or for all of them. */
  advance(changed: Iterable<readonly [Topic, ReadonlySet<string> | 'all']>): void;
}

interface Changes {
  /** The last commit that changed it for all tenants, or for one that is no longer remembered. */
  all: number;
  /** The last commit that changed it for each of the others, in this order. */
  readonly tenants: Map<string, number>;
}

/** @param limit how many tenants it remembers for each topic */
export const createTopicVersions = <Topic extends string>(limit = remembered): TopicVersions<Topic> => {
  let newest = 0;
  const changes = new Map<Topic, Changes>();

  const record = ({ tenants, ...known }: Changes, tenant: string): Changes => {
    tenants.delete(tenant);
    tenants.set(tenant, newest);
    const [oldest] = tenants;
    if (tenants.size <= limit || !oldest) return { tenants, ...known };
    tenants.delete(oldest[0]);
    return { tenants, all: oldest[1] };
  };

  return {
    position: () => newest,
    isCurrent(topic, tenant, position) {
      const known = changes.get(topic);
      return !known || (known.all <= position && (known.tenants.get(tenant) ?? 0) <= position);
    },
    advance(changed) {
      newest += 1;
      for (const [topic, whose] of changed) {
        let known = changes.get(topic) ?? { all: 0, tenants: new Map() };
        if (whose === 'all') known = { all: newest, tenants: new Map() };
        else for (const tenant of whose) known = record(known, tenant);
        changes.set(topic, known);
      }
    },
  };
};
