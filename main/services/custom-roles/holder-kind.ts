export type HolderKind = 'user' | 'group' | 'service_account';

/** What has an ID, of those that can have custom roles. */
export const holderKindOf = (id: string): HolderKind =>
  id.startsWith('grp_') ? 'group' : id.startsWith('svc_') ? 'service_account' : 'user';
