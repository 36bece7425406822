import type { Handlers } from '../handler.ts';
import { getInstallation } from './get-installation.ts';
import { getOperatorAccess } from './get-operator-access.ts';
import { listOrganizations } from './list-organizations.ts';

/** The handlers of the installation, each under the name of its operation. */
export const installation: Handlers['installation'] = { getInstallation, getOperatorAccess, listOrganizations };
