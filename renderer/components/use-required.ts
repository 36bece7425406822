import { type RefObject, useRef, useState } from 'react';

/** What a field that must be filled in shows: pass it on as props. */
export interface RequiredField<Field extends HTMLElement = HTMLInputElement> {
  ref: RefObject<Field | null>;
  error: string | undefined;
  /** Beside the field is its button: an error between the two lines would move it. */
  inputWrapperOrder: ('label' | 'description' | 'error' | 'input')[];
}

/**
 * For a small form that needs one choice. Its button is always enabled: pressed too early, it says at the field what is missing.
 * @param text what to do: `Choose a workspace`
 * @returns the field's props, and whether something is chosen; if not, that shows the error and moves the focus there
 */
export const useRequired = <Field extends HTMLElement = HTMLInputElement>(
  isChosen: boolean,
  text: string,
): { field: RequiredField<Field>; isGiven: () => boolean } => {
  const [isAsked, setAsked] = useState(false);
  const ref = useRef<Field>(null);
  return {
    field: {
      ref,
      error: isAsked && !isChosen ? text : undefined,
      inputWrapperOrder: ['label', 'description', 'error', 'input'],
    },
    isGiven() {
      setAsked(!isChosen);
      if (!isChosen) ref.current?.focus();
      return isChosen;
    },
  };
};
