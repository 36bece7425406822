import { Text } from '@mantine/core';
import type { MouseEvent, ReactElement, ReactNode } from 'react';
import { cloneElement, useId } from 'react';

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
  children: ReactElement<Pressable>;
}

/** By its name: its code shouldn't load with pages that have no menu. */
const isMenuItem = ({ type }: ReactElement): boolean =>
  typeof type !== 'string' && 'displayName' in type && type.displayName === '@mantine/core/MenuItem';

/**
 * Keeps a disabled control reachable, and says why below or beside it: nobody has to hover, and screen readers read it with the
 * control. `disabled` would remove it from the tab order. An item of a menu says it below its name.
 */
export const DisabledWithReason = ({ reason, children }: DisabledWithReasonProps) => {
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
  return (
    <>
      {cloneElement(children, { ...held, 'aria-describedby': id })}
      <Text id={id} size="xs" c="dimmed" className="control-reason">
        {reason}
      </Text>
    </>
  );
};
