import { choiceParam, present } from '../../search-params.ts';

export const profileTabs = [
  'details',
  'preferences',
  'password',
  'email',
  'second-factor',
  'api-keys',
  'data',
] as const;
export type ProfileTab = (typeof profileTabs)[number];
/** Tabs of other features. */
export type OtherTab = 'second-factor' | 'api-keys';

export const readProfileSearch = (search: Record<string, unknown>) =>
  present({ tab: choiceParam(search.tab, profileTabs) });
