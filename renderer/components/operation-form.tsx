import { Button, type ButtonProps, Group, Stack } from '@mantine/core';
import { type FormEvent, lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../api/problem.ts';
import { loadPart } from '../parts/page.ts';
import { useAccentStyle } from './accent-style.ts';
import { DisabledWithReason } from './disabled-with-reason.tsx';
import { FailureAlert } from './failure-alert.tsx';
import { focusFirst } from './focus-field.ts';
import type { Stale } from './stale-fields.ts';
import { UnsavedChanges } from './unsaved-changes.tsx';

/** Loaded when it is first needed: signing in edits nothing that is stored. */
const StaleAlert = lazy(async () => ({ default: (await loadPart(() => import('./stale-alert.tsx'))).StaleAlert }));

export interface OperationFormProps {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  pending: boolean;
  failure: Failure | undefined;
  stale?: Stale;
  /** Whether what is stored was edited; undefined for a form that doesn't edit it. */
  unsaved?: boolean | undefined;
  /** Goes back to what is stored. A dialog has a button that closes it instead. */
  onDiscard?: () => void;
  /** Label of the submit button. */
  action: string;
  color?: ButtonProps['color'];
  /** The color of an organization, for the button. */
  accent?: string | null | undefined;
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
  const { inDialog = false, stale, unsaved, onDiscard } = props;
  const style = useAccentStyle(props.accent);
  // Whoever may not change what is stored has nothing to save.
  const isReadOnly = unsaved === false && reason !== undefined;
  const submit = (
    <Button
      type="submit"
      loading={pending}
      disabled={unsaved === false}
      fullWidth={fullWidth}
      {...(color && { color })}
      {...(style && { style })}
    >
      {action}
    </Button>
  );
  return (
    // Use the contract's schema messages instead of the browser's.
    <form noValidate onSubmit={onSubmit} aria-label={label}>
      {unsaved === true && !pending && <UnsavedChanges />}
      <Stack>
        {children}
        {stale && stale.fields.length > 0 && (
          <Suspense>
            <StaleAlert {...stale} />
          </Suspense>
        )}
        {failure && <FailureAlert failure={failure} />}
        {isReadOnly ? null : fullWidth ? (
          <DisabledWithReason reason={reason}>{submit}</DisabledWithReason>
        ) : (
          <Group className={inDialog ? 'dialog-actions' : 'form-actions'}>
            {inDialog && beside}
            <DisabledWithReason reason={reason}>{submit}</DisabledWithReason>
            {!inDialog && unsaved === true && !pending && onDiscard && <DiscardButton onDiscard={onDiscard} />}
            {!inDialog && beside}
          </Group>
        )}
      </Stack>
    </form>
  );
};

/** It is gone once pressed: the focus goes to the fields. */
const DiscardButton = ({ onDiscard }: { onDiscard: () => void }) => {
  const { t } = useTranslation();
  return (
    <Button
      variant="default"
      onClick={({ currentTarget: { form } }) => {
        if (form) focusFirst(form);
        onDiscard();
      }}
    >
      {t('components.unsaved.discard')}
    </Button>
  );
};
