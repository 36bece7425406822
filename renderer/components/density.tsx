import { createContext, type ReactNode, use } from 'react';
import type { Preferences } from '#shared/preferences.ts';

/** The row density of tables (the contract's `dashboard_layout`). */
type Density = Preferences['dashboard_layout'];

const DensityContext = createContext<Density>('comfortable');

export const DensityProvider = ({ density, children }: { density: Density; children: ReactNode }) => (
  <DensityContext value={density}>{children}</DensityContext>
);

export const useDensity = (): Density => use(DensityContext);
