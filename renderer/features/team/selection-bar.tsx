import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me } from '../../api/context.tsx';
import { SelectionStrip } from '../../components/selection-strip.tsx';
import { BulkRoleDialog } from './bulk-role-dialog.tsx';
import { emptySelection, type MemberSelection, select } from './member-selection.ts';
import { RemovalDialog } from './removal-dialog.tsx';
import type { Member } from './team.logic.ts';
import { type MembersQuery, useAllMembers, useExportMembers, useNotifyReadFailure } from './use-export-members.ts';

/** Three buttons fit side by side, even in a narrow window. */
const button = { base: 10, sm: 14 } as const;

interface SelectionBarProps {
  me: Me;
  selection: MemberSelection;
  onSelection: (change: (selection: MemberSelection) => MemberSelection) => void;
  /** The list's filter, and how many members match it. */
  asked: MembersQuery;
  total: number;
}

/** Bulk actions for the selected members, across pages. */
export const SelectionBar = ({ me, selection, onSelection, asked, total }: SelectionBarProps) => {
  const { t } = useTranslation();
  // A dialog keeps the selection that it opened with, even if the selection changes meanwhile.
  const [chosen, setChosen] = useState<readonly Member[]>([]);
  const [changing, change] = useDisclosure();
  const [removing, remove] = useDisclosure();
  const readAll = useAllMembers();
  const reportFailure = useNotifyReadFailure();
  const download = useExportMembers();
  const everybody = useMutation({
    mutationFn: () => readAll(asked),
    onSuccess: (members) => onSelection((before) => select(before, members, true)),
    onError: (error) => reportFailure(t('team.selection.allFailed'), error),
  });
  const members = [...selection.values()];
  const open = (dialog: { open: () => void }) => {
    setChosen(members);
    dialog.open();
  };
  return (
    <>
      <SelectionStrip
        label={t('team.selection.label')}
        count={selection.size}
        total={total}
        onClear={() => onSelection(() => emptySelection)}
        onAll={() => everybody.mutate()}
        isSelectingAll={everybody.isPending}
      >
        <Button size="xs" px={button} variant="default" onClick={() => open(change)}>
          {t('team.selection.role')}
        </Button>
        <Button size="xs" px={button} variant="default" onClick={() => download.mutate(members)}>
          {t('team.selection.export')}
        </Button>
        <Button size="xs" px={button} variant="outline" color="red" onClick={() => open(remove)}>
          {t('team.selection.remove')}
        </Button>
      </SelectionStrip>
      <BulkRoleDialog
        me={me}
        members={chosen}
        opened={changing}
        onClose={change.close}
        onChanged={(changed) => onSelection((before) => select(before, changed, true))}
      />
      <RemovalDialog
        me={me}
        members={chosen}
        opened={removing}
        onClose={remove.close}
        onRemoved={(gone) => {
          const left = chosen.filter(({ user_id }) => gone.includes(user_id));
          onSelection((before) => select(before, left, false));
        }}
      />
    </>
  );
};
