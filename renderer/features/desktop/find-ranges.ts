/** Match limit: no one steps through more than this. */
const mostRanges = 999;

/** Elements that start a new line: a phrase does not match across their edges. */
const isBlock = (element: Element): boolean => !getComputedStyle(element).display.startsWith('inline');

interface Run {
  text: string;
  nodes: { node: Text; start: number }[];
}

/** The visible text below `root`, in chunks that read as one: text nodes not separated by a block element. */
const readRuns = (root: HTMLElement, isSkipped: (element: Element) => boolean): Run[] => {
  const runs: Run[] = [];
  let current: Run = { text: '', nodes: [] };
  const finish = (): void => {
    if (current.nodes.length > 0) runs.push(current);
    current = { text: '', nodes: [] };
  };
  const visit = (element: Element): void => {
    if (isSkipped(element) || !element.checkVisibility({ visibilityProperty: true })) return;
    const separates = isBlock(element);
    if (separates) finish();
    for (const child of element.childNodes) {
      if (child instanceof Text) {
        current.nodes.push({ node: child, start: current.text.length });
        current.text += child.data;
      } else if (child instanceof Element) visit(child);
    }
    if (separates) finish();
  };
  visit(root);
  finish();
  return runs;
};

const rangeIn = ({ nodes }: Run, start: number, end: number): Range => {
  const nodeAt = (offset: number) => nodes.findLast((each) => each.start <= offset) ?? nodes[0];
  const [first, last] = [nodeAt(start), nodeAt(end - 1)];
  if (!first || !last) throw new RangeError('A run without text');
  const range = new Range();
  range.setStart(first.node, start - first.start);
  range.setEnd(last.node, end - last.start);
  return range;
};

/** Every match of `phrase` below `root`, in page order. Case doesn't matter. */
export const findRanges = (root: HTMLElement, phrase: string, isSkipped: (element: Element) => boolean): Range[] => {
  if (phrase === '') return [];
  const pattern = new RegExp(phrase.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\s+/g, '\\s+'), 'giu');
  const ranges: Range[] = [];
  for (const run of readRuns(root, isSkipped)) {
    for (const match of run.text.matchAll(pattern)) {
      if (ranges.length === mostRanges) return ranges;
      ranges.push(rangeIn(run, match.index, match.index + match[0].length));
    }
  }
  return ranges;
};
