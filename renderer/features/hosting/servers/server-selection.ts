import { type Selection, selectionsOf } from '../../../components/selection.logic.ts';
import type { Server } from './servers.logic.ts';

export type ServerSelection = Selection<Server>;
export const noServers: ServerSelection = new Map();
export const { select, selectedOf, refreshed } = selectionsOf<Server>(
  ({ serviceid: serviceId }) => serviceId,
  (known, server) => JSON.stringify(known) === JSON.stringify(server),
);
