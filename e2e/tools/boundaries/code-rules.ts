import { literalOf, memberOf, type Node, visitProgram } from './global-names.ts';
import { parse } from './parse.ts';
import { isScreenText } from './screen-texts.ts';

/** Where a node is. */
interface Place {
  readonly around: readonly Node[];
  /** Whether a comment stands on the lines between two offsets, or on the line before. */
  readonly isExplained: (start: number, end: number) => boolean;
}

/** What code must not do, although it compiles. */
export interface CodeRule {
  /** The end of a line that begins with the file and the spelling. */
  readonly why: string;
  readonly covers: RegExp;
  /** Files without these words needn't be visited, which takes long. */
  readonly words: RegExp;
  /** The files that may, each with its reason. */
  readonly may: Readonly<Record<string, string>>;
  readonly isBroken: (node: Node, place: Place) => boolean;
}

const nodes = (value: unknown): Node[] => (Array.isArray(value) ? (value as Node[]) : []);

const isFixedText = (node: Node | undefined): boolean =>
  node !== undefined &&
  (literalOf(node) !== undefined || (node.type === 'TemplateLiteral' && nodes(node.expressions).length === 0));

/** Whether an expression is the same whatever happened before. */
const isConstant = (node: Node): boolean => {
  if (node.type === 'Literal' || (node.type === 'Identifier' && node.name === 'undefined')) return true;
  if (node.type === 'UnaryExpression' || node.type === 'ParenthesizedExpression')
    return isConstant((node.argument ?? node.expression) as Node);
  if (node.type === 'ArrayExpression') return nodes(node.elements).length === 0;
  if (node.type === 'ObjectExpression') return nodes(node.properties).length === 0;
  if (node.type === 'BlockStatement')
    return nodes(node.body).every(
      (each) => each.type === 'ReturnStatement' && (each.argument === null || isConstant(each.argument as Node)),
    );
  return false;
};

/** The handler of failures of a promise, if a call attaches one. */
const failureHandler = (call: Node): Node | undefined => {
  const callee = call.callee as Node;
  const member = callee.type === 'MemberExpression' ? memberOf(callee) : undefined;
  return nodes(call.arguments)[member === 'catch' ? 0 : member === 'then' ? 1 : Number.NaN];
};

const isSwallowed = (node: Node, { around, isExplained }: Place): boolean => {
  if (node.type === 'CatchClause')
    return nodes((node.body as Node).body).length === 0 && !isExplained(node.start, node.end);
  if (node.type !== 'CallExpression') return false;
  const handler = failureHandler(node);
  if (!handler || !/Function/.test(handler.type) || !isConstant(handler.body as Node)) return false;
  const statement = around.find(({ type }) => /Statement$|Declaration$/.test(type)) ?? node;
  const { start } = (node.callee as Node).property as Node;
  return !isExplained(start, node.end) && !isExplained(statement.start, statement.start);
};

const roleNames = new Set(['owner', 'admin', 'member', 'Admin', 'Member', 'Viewer']);
/** Values that name who did something, or which page it is, and no role. */
const noRole = /(?:^|_)(?:by|kind)$|(?:By|Kind)$/;

const isRole = (node: Node): boolean => roleNames.has(literalOf(node) ?? '');
const nameOf = (node: Node): string =>
  String(
    (node.type === 'MemberExpression'
      ? memberOf(node)
      : node.type === 'ChainExpression'
        ? nameOf(node.expression as Node)
        : node.name) ?? '',
  );

const isRoleCompared = (node: Node): boolean => {
  if (node.type === 'BinaryExpression' && /^[!=]==?$/.test(String(node.operator))) {
    const [left, right] = [node.left as Node, node.right as Node];
    return (isRole(right) && !noRole.test(nameOf(left))) || (isRole(left) && !noRole.test(nameOf(right)));
  }
  if (node.type === 'SwitchStatement')
    return (
      !noRole.test(nameOf(node.discriminant as Node)) &&
      nodes(node.cases).some(({ test }) => test !== null && isRole(test as Node))
    );
  if (node.type !== 'CallExpression') return false;
  const callee = node.callee as Node;
  return (
    callee.type === 'MemberExpression' &&
    /^(?:includes|has|indexOf)$/.test(memberOf(callee) ?? '') &&
    nodes((callee.object as Node).elements).some(isRole)
  );
};

export const codeRules: Readonly<Record<string, CodeRule>> = {
  'raw SQL': {
    why: 'a text from elsewhere would run as SQL; use sql`…`, which passes values on as parameters',
    covers: /^main\/(?!.*\.test\.)/,
    words: /from 'kysely'|\/sql\.ts'/,
    may: {
      'main/storage/database/engines/sqlite/search-index.ts': 'makes statements from the names of its own tables',
      'main/storage/database/migrations/001-baseline.ts': 'runs a list of statements that it has itself',
      'main/storage/database/migrations/002-authority.ts': 'likewise',
    },
    isBroken: (node, { around }) => {
      // `const { raw } = sql`
      if (node.type === 'Property') return around[0]?.type === 'ObjectPattern' && (node.key as Node).name === 'raw';
      if (node.type !== 'MemberExpression' || memberOf(node) !== 'raw') return false;
      if ((node.object as Node).name === 'String') return false;
      const [call] = around;
      return call?.type !== 'CallExpression' || call.callee !== node || !isFixedText(nodes(call.arguments)[0]);
    },
  },
  'a swallowed error': {
    why: 'say in a comment why nobody needs to know of the error',
    covers: /^(?:main|preload|renderer|shared)\/(?!.*\.test\.)/,
    words: /\bcatch\b|\bthen\b/,
    may: {},
    isBroken: isSwallowed,
  },
  'a compared role': {
    why: 'only shared/rules knows what a role may do',
    covers: /^(?:main\/(?!storage\/)|preload\/|renderer\/|shared\/(?!rules\/))(?!.*\.test\.)/,
    words: /['"](?:owner|admin|member|Admin|Member|Viewer)['"]/,
    may: {},
    isBroken: isRoleCompared,
  },
  'a text compared its own way': {
    why: 'shared/text-input knows when texts are the same, and how they sort',
    covers: /^(?:main\/|preload\/|renderer\/|shared\/(?!text-input\/))(?!.*\.test\.)/,
    words: /Case\b|normalize|localeCompare|Collator/,
    may: { 'preload/strip.ts': 'imports nothing, and shows the first letter of a name' },
    isBroken: (node, { around }) => {
      if (node.type !== 'MemberExpression') return false;
      const member = memberOf(node) ?? '';
      if (member === 'Collator') return true;
      if (member !== 'normalize') return /^(?:to(?:Locale)?(?:Lower|Upper)Case|localeCompare)$/.test(member);
      const [call] = around;
      const [form] = call?.type === 'CallExpression' && call.callee === node ? nodes(call.arguments) : [];
      return form === undefined
        ? call?.type === 'CallExpression' && call.callee === node
        : /^NFK?[CD]$/.test(literalOf(form) ?? '');
    },
  },
  'a part loaded its own way': {
    why: 'a lost network or another version would break the page; use loadPart of renderer/parts',
    covers: /^renderer\/(?!.*\.test\.)/,
    words: /\bimport\s*\(/,
    may: {},
    isBroken: (node, { around }) => {
      if (node.type !== 'ImportExpression') return false;
      const [loader, call] = around;
      const callee = call?.type === 'CallExpression' ? nameOf(call.callee as Node) : undefined;
      return loader?.type !== 'ArrowFunctionExpression' || !/^(?:loadPart|preloadPart|part)$/.test(callee ?? '');
    },
  },
  'text on a screen': {
    why: 'texts of screens come from renderer/languages',
    covers: /^renderer\/(?!.*\.test\.).*\.tsx$/,
    words: /<|['"`]/,
    may: {},
    isBroken: (node, { around }) => isScreenText(node, around),
  },
};

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
  const found: { rule: string; line: string }[] = [];
  visitProgram(parsed.program, {
    name: () => {},
    node: (node, around) => {
      for (const [rule, { isBroken, why }] of rules) {
        if (!isBroken(node, { around, isExplained })) continue;
        const spelling = text.slice(node.start, node.end).replaceAll(/\s+/g, ' ').slice(0, 80);
        found.push({ rule, line: `${path}: ${spelling}: ${why}` });
      }
    },
  });
  return found;
};
