/** When sessions were last used, as far as that isn't stored yet, in milliseconds since the epoch. */
export interface PendingActivity {
  get(sessionId: string): number | undefined;
  set(session: { readonly id: string; readonly tenantId: string }, at: number): void;
  delete(sessionId: string): void;
  /** Those of all organizations, or of one. */
  entries(tenantId?: string): (readonly [sessionId: string, at: number])[];
}

export const createPendingActivity = (): PendingActivity => {
  const tenantOf = new Map<string, string>();
  const tenants = new Map<string, Map<string, number>>();
  const timesFor = (sessionId: string) => tenants.get(tenantOf.get(sessionId) ?? '');
  return {
    get: (sessionId) => timesFor(sessionId)?.get(sessionId),
    set({ id, tenantId }, at) {
      const times = tenants.get(tenantId) ?? new Map<string, number>();
      tenants.set(tenantId, times.set(id, at));
      tenantOf.set(id, tenantId);
    },
    delete(sessionId) {
      const times = timesFor(sessionId);
      times?.delete(sessionId);
      if (times?.size === 0) tenants.delete(tenantOf.get(sessionId) ?? '');
      tenantOf.delete(sessionId);
    },
    entries: (tenantId) =>
      tenantId === undefined
        ? [...tenants.values()].flatMap((times) => [...times])
        : [...(tenants.get(tenantId) ?? [])],
  };
};
