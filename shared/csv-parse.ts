/**
 * Reads CSV as spreadsheets write it (RFC 4180): commas or semicolons, whichever the first row has more of; quotation
 * marks doubled inside of cells; any line ends. Empty rows are left out.
 * @returns undefined where a quotation mark is not closed
 */
export const parseCsv = (text: string): string[][] | undefined => {
  const source = text.replace(/^\uFEFF/, '');
  const separator = separatorOf(source);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endRow = (): void => {
    row.push(cell);
    if (row.some((value) => value.trim() !== '')) rows.push(row);
    row = [];
    cell = '';
  };
  for (let at = 0; at < source.length; at += 1) {
    const char = source[at] as string;
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (source[at + 1] === '"') {
        cell += char;
        at += 1;
      } else isQuoted = false;
    } else if (char === '"' && cell.trim() === '') {
      isQuoted = true;
      cell = '';
    } else if (char === separator) {
      row.push(cell);
      cell = '';
    } else if (char === '\n' || char === '\r') {
      if (char === '\r' && source[at + 1] === '\n') at += 1;
      endRow();
    } else cell += char;
  }
  if (isQuoted) return undefined;
  endRow();
  return rows;
};

const separatorOf = (text: string): ',' | ';' => {
  const [first = ''] = text.split(/[\r\n]/, 1);
  return first.split(';').length > first.split(',').length ? ';' : ',';
};
