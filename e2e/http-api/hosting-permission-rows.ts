import type { contract } from '#shared/contract/index.ts';
import type { Row } from './permission-rows.ts';

/** The rows of the feature `hosting`, see permission-rows.ts. */
export const hostingRows = {} as Record<keyof (typeof contract)['hosting'], Row>;
