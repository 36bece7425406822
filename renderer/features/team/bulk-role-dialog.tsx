import { Button, Group, List, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { grantableRoles } from '#shared/rules/permissions.ts';
import { type Role, roles } from '#shared/rules/roles.ts';
import { type Me, useTRPCClient } from '../../api/context.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { DisabledWithReason } from '../../components/disabled-with-reason.tsx';
import { notifyUndoable } from '../../components/undo-notice.tsx';
import { useRequired } from '../../components/use-required.ts';
import { choiceParam } from '../../search-params.ts';
import { planRoles, previousRoles, refusedOf, rolesConsequences } from './bulk.logic.ts';
import { type Bulk, type BulkOutcome, BulkOutcomeView, BulkProgress, RefusedList, useBulk } from './bulk.tsx';
import type { Member } from './team.logic.ts';
import { useUndoRoles } from './use-role-change.ts';
import { useRefreshTeam } from './use-team.ts';

interface BulkRoleDialogProps {
  me: Me;
  members: readonly Member[];
  opened: boolean;
  onClose: () => void;
  /** Called with the members who now have the role. */
  onChanged?: ((members: readonly Member[]) => void) | undefined;
}

/** Gives several members the same role. Lists who is left out and why. Can be undone. */
export const BulkRoleDialog = (props: BulkRoleDialogProps) => {
  const { t } = useTranslation();
  const bulk = useBulk();
  return (
    <Dialog
      opened={props.opened}
      onClose={props.onClose}
      title={<Text fw={600}>{t('team.bulkRole.title')}</Text>}
      closeOnEscape={!bulk.progress}
      closeOnClickOutside={false}
      withCloseButton={!bulk.progress}
    >
      <Steps {...props} bulk={bulk} />
    </Dialog>
  );
};

/** The question, the progress and, if some failed, the outcome; remounts with the dialog. */
const Steps = ({ me, members, onClose, onChanged, bulk }: BulkRoleDialogProps & { bulk: Bulk }) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const refreshTeam = useRefreshTeam();
  const undoRoles = useUndoRoles(me);
  const [outcome, setOutcome] = useState<BulkOutcome>();
  const [role, setRole] = useState<Role>();
  const change = async (changing: readonly Member[], role: Role) => {
    const done = await bulk.run(
      changing.map(({ user_id }) => user_id),
      async (user_ids) => (await client.team.changeRoles.mutate({ tenant_id: me.tenant_id, user_ids, role })).results,
    );
    if (!done) return;
    const { results, error, untried } = done;
    const changed = new Set(results.filter(({ ok }) => ok).map(({ user_id }) => user_id));
    const refused = refusedOf(results, changing, t);
    if (changed.size > 0) {
      const ways = previousRoles(changing, results);
      notifyUndoable(t(`team.bulkRole.done.${role}`, { count: changed.size }), () => {
        void undoRoles(ways, role);
      });
    }
    onChanged?.(changing.filter(({ user_id }) => changed.has(user_id)).map((member) => ({ ...member, role })));
    if (refused.length === 0 && untried === 0) onClose();
    else setOutcome({ refused, untried, error });
    await refreshTeam();
  };
  if (bulk.progress) return <BulkProgress progress={bulk.progress} onStop={bulk.stop} />;
  if (outcome) return <BulkOutcomeView title={t('team.bulkRole.notChanged')} outcome={outcome} onClose={onClose} />;
  return (
    <Question
      me={me}
      members={members}
      role={role}
      onRole={setRole}
      onClose={onClose}
      onConfirm={(changing, chosen) => void change(changing, chosen)}
    />
  );
};

interface QuestionProps {
  me: Me;
  members: readonly Member[];
  /** None is chosen at first: whichever it were, it would be wrong for some. */
  role: Role | undefined;
  onRole: (role: Role | undefined) => void;
  onClose: () => void;
  onConfirm: (changing: readonly Member[], role: Role) => void;
}

const Question = ({ me, members, role, onRole, onClose, onConfirm }: QuestionProps) => {
  const { t } = useTranslation();
  const choices = roles.filter((role) => grantableRoles(me).includes(role));
  const plan = role && planRoles(me, members, role, t);
  const count = plan?.changing.length ?? 0;
  const { field, isGiven } = useRequired<HTMLSelectElement>(plan !== undefined, t('team.bulkRole.choose'));
  const reason = plan !== undefined && count === 0 ? t('team.bulkRole.nobody') : undefined;
  return (
    <Stack>
      <NativeSelect
        label={t('team.bulkRole.role')}
        data={[
          { value: '', label: t('team.bulkRole.choose') },
          ...choices.map((value) => ({ value, label: t(`team.roles.${value}`) })),
        ]}
        {...field}
        value={role ?? ''}
        data-autofocus
        onChange={(event) => onRole(choiceParam(event.currentTarget.value, choices))}
      />
      {role && plan && (
        <List size="sm" spacing="xs" aria-live="polite">
          <List.Item>{t(`team.bulkRole.become.${role}`, { count })}</List.Item>
          {plan.same.length > 0 && <List.Item>{t('team.bulkRole.same', { count: plan.same.length })}</List.Item>}
          {rolesConsequences(plan, role, t).map((consequence) => (
            <List.Item key={consequence}>{consequence}</List.Item>
          ))}
        </List>
      )}
      <RefusedList title={t('team.bulkRole.leftOut')} refused={plan?.refused ?? []} />
      <Group className="dialog-buttons">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <DisabledWithReason reason={reason}>
          <Button onClick={() => isGiven() && role && plan && onConfirm(plan.changing, role)}>
            {t('team.bulkRole.action', { count: Math.max(count, 1) })}
          </Button>
        </DisabledWithReason>
      </Group>
    </Stack>
  );
};
