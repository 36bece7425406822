import { Text } from '@mantine/core';
import { isValidElement, type ReactNode } from 'react';

interface RowTextProps {
  /** What the row is about. */
  children: ReactNode;
  /** More about it: beside it where there is room, else on its own line. */
  detail?: string | undefined;
  /** Follows the detail on a phone, which has no room for its column. */
  onPhone?: ReactNode;
}

const longestWord = 16;

/** Whether all words of a name are short enough to stay whole; not where its text is unknown here. */
const keepsWords = (name: ReactNode): boolean => {
  if (typeof name === 'string') return name.split(/\s+/).every((word) => word.length <= longestWord);
  return isValidElement<{ children?: ReactNode }>(name) && keepsWords(name.props.children);
};

/** The first cell of a row, in one line on a desktop. A detail that doesn't fit is cut off there, and shown on hover. */
export const RowText = ({ children, detail, onPhone }: RowTextProps) => (
  <div className="row-text">
    <Text component="div" size="sm" fw={600} className={keepsWords(children) ? 'row-name' : 'break-anywhere'}>
      {children}
    </Text>
    {detail !== undefined && detail !== '' && (
      <Text component="div" size="xs" c="dimmed" className="row-detail" title={detail}>
        <Detail text={detail} />
        {onPhone !== undefined && (
          <Text span inherit hiddenFrom="sm">
            {' · '}
            {onPhone}
          </Text>
        )}
      </Text>
    )}
  </div>
);

const longestDomain = 24;

/** An email address breaks before its domain. Unlike `<wbr>`, this has no effect where lines never break. */
const Detail = ({ text }: { text: string }) => {
  const [domain = ''] = /(?<=@)[^@]*$/.exec(text) ?? [];
  if (domain === '' || domain.length > longestDomain) return text;
  return (
    <>
      {text.slice(0, -domain.length)}
      <span className="unbroken">{domain}</span>
    </>
  );
};
