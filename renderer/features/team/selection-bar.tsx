import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Me } from '../../api/context.tsx';
import { SelectionStrip } from '../../components/selection-strip.tsx';
import { useTask } from '../../components/use-task.ts';
import { bulkCommands, type MemberCommand } from './member-commands.ts';
import { emptySelection, type MemberSelection, select } from './member-selection.ts';
import { MemberTask } from './member-task.tsx';
import type { Member } from './team.logic.ts';
import { type MembersQuery, useAllMembers, useExportMembers, useNotifyReadFailure } from './use-export-members.ts';

/** The buttons fit side by side, even in a narrow window. */
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
  const { start, task } = useTask<Member, MemberCommand>();
  const readAll = useAllMembers();
  const reportFailure = useNotifyReadFailure();
  const download = useExportMembers();
  const everybody = useMutation({
    mutationFn: () => readAll(asked),
    onSuccess: (members) => onSelection((before) => select(before, members, true)),
    onError: (error) => reportFailure(t('team.selection.allFailed'), error),
  });
  const members = [...selection.values()];
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
        {bulkCommands(me).map((name) => (
          <Button
            key={name}
            size="xs"
            px={button}
            {...(name === 'remove' ? { variant: 'outline', color: 'red' } : { variant: 'default' })}
            onClick={() => start(name, members)}
          >
            {t(`team.selection.${name}`)}
          </Button>
        ))}
        <Button size="xs" px={button} variant="default" onClick={() => download.mutate(members)}>
          {t('team.selection.export')}
        </Button>
      </SelectionStrip>
      {task && (
        <MemberTask
          {...task}
          onDone={(done) => onSelection((before) => select(before, done, task.name !== 'remove'))}
        />
      )}
    </>
  );
};
