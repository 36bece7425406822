import { Text } from '@mantine/core';
import type { MouseEvent, ReactElement, ReactNode } from 'react';
import { cloneElement, lazy, Suspense, useId } from 'react';
import { loadPart } from '../parts/page.ts';

/** Props that every button, item and switch of the library accepts. */
interface Pressable {
  onClick?: ((event: MouseEvent<HTMLElement>) => void) | undefined;
  'aria-disabled'?: boolean;
  'data-disabled'?: boolean;
  'aria-describedby'?: string;
  children?: ReactNode;
}

interface DisabledWithReasonProps {
  /** Why the control is disabled; undefined if it isn't. */
  reason: string | undefined;
  /** Whether there is room for the reason below or beside the control. */
  isShown?: boolean;
  children: ReactElement<Pressable>;
}

/** Most controls are enabled, so load the tooltip only when there is a reason. */
const ReasonTooltip = lazy(async () => ({
  default: (await loadPart(() => import('./reason-tooltip.tsx'))).ReasonTooltip,
}));

/** By its name: its code shouldn't load with pages that have no menu. */
const isMenuItem = ({ type }: ReactElement): boolean =>
  typeof type !== 'string' && 'displayName' in type && type.displayName === '@mantine/core/MenuItem';

/**
 * Keeps a disabled control reachable so that keyboard and screen reader users learn the reason too; `disabled` would
 * remove it from the tab order and suppress the tooltip. An item of a menu says it below its name.
 */
export const DisabledWithReason = ({ reason, isShown = false, children }: DisabledWithReasonProps) => {
  const id = useId();
  if (reason === undefined) return children;
  const stop = (event: MouseEvent<HTMLElement>) => {
    event.preventDefault();
    event.stopPropagation();
  };
  const held = { 'aria-disabled': true, 'data-disabled': true, onClick: stop } as const;
  if (isMenuItem(children)) {
    return cloneElement(
      children,
      held,
      <>
        {children.props.children}
        <Text span display="block" size="xs" className="item-reason">
          {reason}
        </Text>
      </>,
    );
  }
  if (isShown) {
    return (
      <>
        {cloneElement(children, { ...held, 'aria-describedby': id })}
        <Text id={id} size="xs" c="dimmed" className="control-reason">
          {reason}
        </Text>
      </>
    );
  }
  const control = cloneElement(children, held);
  return (
    <Suspense fallback={control}>
      <ReasonTooltip reason={reason}>{control}</ReasonTooltip>
    </Suspense>
  );
};
