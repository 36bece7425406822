import type { Feature } from '#shared/contract/index.ts';
import { isRead, keyScopeOf, type OperationSpec, signsIn } from '#shared/contract/operation.ts';
import { isRefused, roleAlone } from '#shared/rules/permissions.ts';
import { roles } from '#shared/rules/roles.ts';

/** What the parts of the contract are called in the reference. */
export const featureTexts: Readonly<Record<Feature, string>> = {
  auth: 'Signing up, signing in, tokens and passwords.',
  profile: 'Your own account.',
  team: 'The members of an organization, and invitations.',
  organization: 'An organization and its policies.',
  security: 'Two-factor authentication, passkeys and API keys.',
  sessions: 'Who is signed in, and where.',
  workspaces: 'Workspaces and their members.',
  mail: 'The outbox and the mail server.',
  audit: 'The audit log.',
  groups: 'Named sets of members, and the workspaces that they open.',
  applications: 'What people sign in to with this server, and who may.',
  customRoles: 'Named sets of permissions, and who has them.',
  serviceAccounts: 'Programs that act for an organization, and their keys.',
  events: 'What happens, for other programs.',
  hosting: 'Servers, prices, invoices and upgrades at a hosting provider.',
  settings: 'This server and its backups.',
  installation: 'What only operators of this server see.',
  welcome: 'The first start, and the sample organization.',
};

/** Who may call an operation. */
const callerTexts = (operation: OperationSpec): string[] => {
  const { auth, allow, operator, confirm } = operation;
  if (auth === 'none') return ['Anyone may call this; credentials are ignored.'];
  const allowed = allow ? roles.filter((role) => !isRefused(roleAlone(role), allow)) : roles;
  const scope = keyScopeOf(operation);
  return [
    ...(operator ? ['Only for operators of this server.'] : []),
    ...(allowed.length < roles.length ? [`Role: ${allowed.join(' or ')}.`] : []),
    scope ? `API keys: with the scope \`${scope}\`.` : 'API keys are refused.',
    ...(scope === 'team.manage' && 'role' in operation.input.shape ? ['Keys give the role `member` only.'] : []),
    ...(confirm === 'always' ? ['May ask for a recent confirmation of who is calling.'] : []),
    ...(confirm === 'authority' ? ['May ask for a recent confirmation where it gives someone more permissions.'] : []),
    ...(confirm === 'ownership' ? ['May ask for a recent confirmation where owners are concerned.'] : []),
  ];
};

/** What the reference says about an operation beside its summary. */
export const operationText = (operation: OperationSpec): string => callerTexts(operation).join(' ');

const fieldsOf = (operation: OperationSpec): string[] =>
  'shape' in operation.output ? Object.keys(operation.output.shape as object) : [];

/** What an operation answers, in a few words: the name of the schema, or its fields. */
const subjectOf = (operation: OperationSpec): string => {
  const named = operation.output.meta()?.id;
  const fields = fieldsOf(operation).filter((name) => name !== 'success' && name !== 'message');
  const shown = fields.slice(0, 4).map((name) => `\`${name}\``);
  return named ? `\`${named}\`` : `${shown.join(', ')}${fields.length > shown.length ? ' and more' : ''}`;
};

/** What a success means. */
export const successText = (operation: OperationSpec): string => {
  const fields = fieldsOf(operation);
  if (signsIn(operation)) return 'Signed in: the tokens of a new session, and whose it is.';
  if (fields.every((name) => name === 'success' || name === 'message')) return 'Done; `message` says what, in words.';
  if ('cursor' in operation.input.shape) {
    const list = fields.find((name) => name !== 'total');
    return `A page of \`${list}\`, and the \`total\` of all pages.`;
  }
  const subject = subjectOf(operation);
  if (isRead(operation)) return `What was asked for: ${subject}.`;
  if (operation.creates) return `Created: ${subject}. \`Location\` says where to read it.`;
  return operation.http.status === 201 ? `Created: ${subject}.` : `Done: ${subject}.`;
};
