import type { Handlers } from '../handler.ts';
import { addApplicationSecret } from './add-application-secret.ts';
import { createApplication } from './create-application.ts';
import { deleteApplication } from './delete-application.ts';
import { getApplication } from './get-application.ts';
import { listApplicationAccess } from './list-application-access.ts';
import { listApplications } from './list-applications.ts';
import { listMemberApplications } from './list-member-applications.ts';
import { listMyApplications } from './list-my-applications.ts';
import { previewApplicationDeletion } from './preview-application-deletion.ts';
import { removeApplicationSecret } from './remove-application-secret.ts';
import { revokeApplicationAccess } from './revoke-application-access.ts';
import { updateApplication } from './update-application.ts';

/** The handlers of applications, each under the name of its operation. */
export const applications: Handlers['applications'] = {
  listApplications,
  getApplication,
  createApplication,
  updateApplication,
  deleteApplication,
  previewApplicationDeletion,
  addApplicationSecret,
  removeApplicationSecret,
  listMyApplications,
  listApplicationAccess,
  listMemberApplications,
  revokeApplicationAccess,
};
