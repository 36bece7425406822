import { Alert, Button, type ButtonProps, Group, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../api/problem.ts';
import { DisabledWithReason } from './disabled-with-reason.tsx';
import { FailureAlert } from './failure-alert.tsx';
import type { StaleField } from './stale-fields.ts';

export interface OperationFormProps {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  pending: boolean;
  failure: Failure | undefined;
  /** Edited fields that someone else has changed meanwhile. */
  stale?: readonly StaleField[];
  /** Label of the submit button. */
  action: string;
  color?: ButtonProps['color'];
  fullWidth?: boolean;
  /** Why submitting is disabled. */
  reason?: string | undefined;
  /** Shown next to the submit button. */
  beside?: ReactNode;
  /** In a dialog, the buttons are at the bottom right and stay in sight; on a page, they follow the fields on the left. */
  inDialog?: boolean;
  label?: string;
  children: ReactNode;
}

/** A form that always has its error alert, its pending state and its submit button. */
export const OperationForm = (props: OperationFormProps) => {
  const { onSubmit, pending, failure, action, color, fullWidth = false, reason, beside, label, children } = props;
  const { inDialog = false, stale = [] } = props;
  const submit = (
    <Button type="submit" loading={pending} fullWidth={fullWidth} {...(color && { color })}>
      {action}
    </Button>
  );
  return (
    // Use the contract's schema messages instead of the browser's.
    <form noValidate onSubmit={onSubmit} aria-label={label}>
      <Stack>
        {children}
        {stale.length > 0 && <StaleAlert fields={stale} />}
        {failure && <FailureAlert failure={failure} />}
        {fullWidth ? (
          <DisabledWithReason reason={reason}>{submit}</DisabledWithReason>
        ) : (
          <Group className={inDialog ? 'dialog-actions' : 'form-actions'}>
            {inDialog && beside}
            <DisabledWithReason reason={reason}>{submit}</DisabledWithReason>
            {!inDialog && beside}
          </Group>
        )}
      </Stack>
    </form>
  );
};

/** Says what others have changed since the form was opened, before it is replaced. */
const StaleAlert = ({ fields }: { fields: readonly StaleField[] }) => {
  const { t } = useTranslation();
  return (
    <Alert color="yellow" role="status" title={t('components.stale.title')} icon={<IconInfoCircle aria-hidden />}>
      {fields.map(({ label, value }) => (
        <Text key={label} size="sm" className="break-anywhere">
          {value === undefined ? t('components.stale.changed', { label }) : t('components.stale.now', { label, value })}
        </Text>
      ))}
      <Text size="sm">{t('components.stale.text')}</Text>
    </Alert>
  );
};
