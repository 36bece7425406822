import type { listAuditEvents } from '#shared/contract/audit/list-audit-events.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import { roles, workspaceRoles } from '#shared/rules/roles.ts';
import { deviceLabel } from '../../components/device.logic.ts';
import type { Translate } from '../../languages/translate.ts';

export type HistoryEvent = OutputOf<typeof listAuditEvents>['events'][number];

const roleIn = (value: unknown, t: Translate): string | undefined => {
  const role = roles.find((known) => known === value);
  if (role) return t(`roles.tenant.${role}`);
  const workspaceRole = workspaceRoles.find((known) => known === value);
  return workspaceRole && t(`roles.workspace.${workspaceRole}`);
};

/** The address and the device that an event comes from; empty if neither is known. */
export const originText = ({ ip_address, device }: Pick<HistoryEvent, 'ip_address' | 'device'>, t: Translate): string =>
  [ip_address, device === null ? null : deviceLabel(device, t)].filter((part) => part !== null).join(' · ');

/** Extra details of a history row: the role, its old and new value, and the workspace. */
export const historyDetail = ({ details }: Pick<HistoryEvent, 'details'>, t: Translate): string => {
  const [from, to, role] = [roleIn(details.from, t), roleIn(details.to, t), roleIn(details.role, t)];
  return [
    ...(typeof details.workspace === 'string' ? [details.workspace] : []),
    ...(from && to ? [t('team.history.change', { from, to })] : []),
    ...(role ? [role] : []),
  ].join(' · ');
};
