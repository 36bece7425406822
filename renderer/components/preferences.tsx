import { createContext, type ReactNode, use } from 'react';
import { type dashboardLayouts, defaultPreferences, type Preferences } from '#shared/contract/preferences.ts';
import { systemTimeZone } from './clock.ts';
import type { DateStyle } from './dates.ts';

/** The preferences that components follow. */
type Shown = DateStyle & Pick<Preferences, 'dashboard_layout'>;

const PreferencesContext = createContext<Shown>({
  ...defaultPreferences,
  // Before sign-in, use the browser's settings.
  timezone: systemTimeZone(),
});

export const PreferencesProvider = ({ preferences, children }: { preferences: Shown; children: ReactNode }) => (
  <PreferencesContext value={preferences}>{children}</PreferencesContext>
);

export const useDateStyle = (): DateStyle => use(PreferencesContext);

/** The row density of tables. A layout that the console doesn't know counts as comfortable. */
export const useDensity = (): (typeof dashboardLayouts)[number] =>
  use(PreferencesContext).dashboard_layout === 'compact' ? 'compact' : 'comfortable';
