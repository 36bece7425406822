import { createContext, type ReactNode, use } from 'react';
import { defaultPreferences } from '#shared/preferences.ts';
import type { DateStyle } from './dates.ts';

const DateStyleContext = createContext<DateStyle>({
  ...defaultPreferences,
  // Before sign-in, use the browser's settings.
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

export const DateStyleProvider = ({ style, children }: { style: DateStyle; children: ReactNode }) => (
  <DateStyleContext value={style}>{children}</DateStyleContext>
);

export const useDateStyle = (): DateStyle => use(DateStyleContext);
