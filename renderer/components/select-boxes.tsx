import { Checkbox } from '@mantine/core';

interface SelectRowBoxProps {
  /** Accessible name, such as `Select Ann`. */
  label: string;
  checked: boolean;
  /** With Shift, all rows from the one that was clicked before. */
  onSelect: (selected: boolean, isRange: boolean) => void;
}

/** The box that selects a row. */
export const SelectRowBox = ({ label, checked, onSelect }: SelectRowBoxProps) => (
  <Checkbox
    aria-label={label}
    checked={checked}
    onChange={({ currentTarget, nativeEvent }) =>
      onSelect(currentTarget.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
    }
  />
);

interface SelectPageBoxProps {
  label: string;
  /** How much of the page is selected. */
  selected: 'all' | 'some' | 'none';
  onSelect: (selected: boolean) => void;
}

/** The box in the head of a table that selects all rows of the page. */
export const SelectPageBox = ({ label, selected, onSelect }: SelectPageBoxProps) => (
  <Checkbox
    aria-label={label}
    checked={selected === 'all'}
    indeterminate={selected === 'some'}
    onChange={() => onSelect(selected !== 'all')}
  />
);
