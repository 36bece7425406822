import { codeRules } from './code-rules.ts';
import { visitProgram } from './global-names.ts';
import { constantsOf, importedNames } from './own-names.ts';
import { parse } from './parse.ts';

/** What a file does that a rule forbids, each in a line that says why. */
export const brokenRules = (path: string, text: string): { rule: string; line: string }[] => {
  const rules = Object.entries(codeRules).filter(([, { covers, words }]) => covers.test(path) && words.test(text));
  if (rules.length === 0) return [];
  const parsed = parse(path, text);
  const isExplained = (start: number, end: number): boolean => {
    const from = text.lastIndexOf('\n', text.lastIndexOf('\n', start) - 1);
    const to = text.indexOf('\n', end);
    return parsed.comments.some((comment) => comment.start > from && comment.start < (to < 0 ? text.length : to));
  };
  const constants = constantsOf(parsed);
  const imported = importedNames(parsed);
  const found: { rule: string; line: string }[] = [];
  visitProgram(parsed.program, {
    name: () => {},
    node: (node, around) => {
      for (const [rule, { isBroken, why }] of rules) {
        if (!isBroken(node, { around, constants, imported, isExplained })) continue;
        const spelling = text.slice(node.start, node.end).replaceAll(/\s+/g, ' ').slice(0, 80);
        found.push({ rule, line: `${path}: ${spelling}: ${why}` });
      }
    },
  });
  return found;
};
