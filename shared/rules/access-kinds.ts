/** What an access review lists of someone, in its order. */
export const accessKinds = ['role', 'workspace', 'group', 'custom_role'] as const;
export type AccessKind = (typeof accessKinds)[number];
