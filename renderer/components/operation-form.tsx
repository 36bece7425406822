import { Button, type ButtonProps, Group, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import type { Failure } from '../api/problem.ts';
import { DisabledWithReason } from './disabled-with-reason.tsx';
import { FailureAlert } from './failure-alert.tsx';

interface OperationFormProps {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  pending: boolean;
  failure: Failure | undefined;
  /** The words of the submit button. */
  action: string;
  color?: ButtonProps['color'];
  fullWidth?: boolean;
  /** Why it cannot be submitted now. */
  reason?: string | undefined;
  /** Beside the submit button. */
  beside?: ReactNode;
  label?: string;
  children: ReactNode;
}

/** A form that cannot forget its failure, its waiting state and its submit button. */
export const OperationForm = (props: OperationFormProps) => {
  const { onSubmit, pending, failure, action, color, fullWidth = false, reason, beside, label, children } = props;
  const submit = (
    <Button type="submit" loading={pending} fullWidth={fullWidth} {...(color && { color })}>
      {action}
    </Button>
  );
  return (
    // The contract's schemas speak, not the browser's bubbles.
    <form noValidate onSubmit={onSubmit} aria-label={label}>
      <Stack>
        {children}
        {failure && <FailureAlert failure={failure} />}
        {fullWidth ? (
          <DisabledWithReason reason={reason}>{submit}</DisabledWithReason>
        ) : (
          <Group justify={beside ? 'flex-end' : 'flex-start'}>
            {beside}
            <DisabledWithReason reason={reason}>{submit}</DisabledWithReason>
          </Group>
        )}
      </Stack>
    </form>
  );
};
