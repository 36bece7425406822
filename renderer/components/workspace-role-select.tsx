import { useTranslation } from 'react-i18next';
import { type WorkspaceRole, workspaceRoles } from '#shared/rules/roles.ts';
import { ImmediateSelect } from './immediate-select.tsx';

interface WorkspaceRoleSelectProps {
  label: string;
  value: WorkspaceRole | null;
  /** What stands for null; only needed where that is possible. */
  noRole?: string;
  isDisabled: boolean;
  onRole: (role: WorkspaceRole) => void;
}

/** Changes someone's role in a workspace at once. */
export const WorkspaceRoleSelect = ({ label, value, noRole, isDisabled, onRole }: WorkspaceRoleSelectProps) => {
  const { t } = useTranslation();
  return (
    <ImmediateSelect
      size="xs"
      className="quiet-select"
      aria-label={label}
      value={value ?? ''}
      disabled={isDisabled}
      data={[
        ...(value === null && noRole !== undefined ? [{ value: '', label: noRole }] : []),
        ...workspaceRoles.toReversed().map((role) => ({ value: role, label: t(`roles.workspace.${role}`) })),
      ]}
      onChange={(event) => {
        const role = workspaceRoles.find((known) => known === event.currentTarget.value);
        if (role) onRole(role);
      }}
    />
  );
};
