import type { OperationSpec } from '../operation.ts';
import { getInstallation } from './get-installation.ts';
import { getOperatorAccess } from './get-operator-access.ts';
import { listOrganizations } from './list-organizations.ts';

/** The operations of the installation, for those who operate it. */
export const installation = {
  getInstallation,
  getOperatorAccess,
  listOrganizations,
} as const satisfies Record<string, OperationSpec>;
