import { Button, Stack } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type Failure, failureOf } from '../../api/problem.ts';
import { FailureAlert } from '../../components/failure-alert.tsx';

interface PasskeyButtonProps {
  variant?: 'default' | 'filled';
  /** Asks for a passkey and signs in with it. */
  sign: () => Promise<unknown>;
  children: ReactNode;
}

/** Signs in with a passkey, and says what went wrong next to the button. */
export const PasskeyButton = ({ variant = 'filled', sign, children }: PasskeyButtonProps) => {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const start = () => {
    setPending(true);
    setFailure(undefined);
    sign()
      .catch((error: unknown) => setFailure(failureOf(error)))
      .finally(() => setPending(false));
  };
  return (
    <Stack>
      <Button
        variant={variant}
        fullWidth
        loading={pending}
        leftSection={<IconFingerprint size={18} aria-hidden />}
        onClick={start}
      >
        {children}
      </Button>
      {failure && <FailureAlert failure={failure} />}
    </Stack>
  );
};
