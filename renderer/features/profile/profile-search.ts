import { choiceParam, present } from '../../search-params.ts';

export const profileTabs = ['details', 'preferences', 'password', 'email', 'data'] as const;
export type ProfileTab = (typeof profileTabs)[number];

export const readProfileSearch = (search: Record<string, unknown>) =>
  present({ tab: choiceParam(search.tab, profileTabs) });
