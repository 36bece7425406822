import { keyOf, literalOf, memberOf, type Node } from './global-names.ts';
import type { Place } from './own-names.ts';
import { isScreenText } from './screen-texts.ts';
import { isSwallowed } from './swallowed-errors.ts';

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

/** What gives kysely a text as SQL: `raw` of its tag, the tag itself where it isn't one, and nodes of its own making. */
const isRawSql = (node: Node, { around, imported }: Place): boolean => {
  const [parent] = around;
  if (node.type === 'Identifier') {
    if (!imported('kysely', 'sql').includes(String(node.name)) || !parent) return false;
    // `sql(Object.assign([text], { raw: [text] }))`, or the tag under another name
    return (
      (/^(?:Call|Assignment|Array)Expression$/.test(parent.type) && parent.left !== node) ||
      (parent.type === 'VariableDeclarator' && parent.init === node)
    );
  }
  // `const { raw } = sql`
  if (node.type === 'Property') return parent?.type === 'ObjectPattern' && keyOf(node) === 'raw';
  if (node.type !== 'MemberExpression') return false;
  const [member, object] = [memberOf(node), (node.object as Node).name];
  if (member === 'executeQuery') return parent?.type === 'CallExpression' && parent.callee === node;
  if (imported('kysely', 'RawNode').some((name) => name === object)) return member !== 'is';
  if (member !== 'raw' || object === 'String') return false;
  if (parent?.type !== 'CallExpression' || parent.callee !== node) return true;
  const [text] = nodes(parent.arguments);
  return !text || literalOf(text) === undefined;
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
  if (callee.type !== 'MemberExpression') return false;
  // `new Set(['owner']).has(role)`
  const object = callee.object as Node;
  const [listed] = object.type === 'NewExpression' ? nodes(object.arguments) : [object];
  return (
    /^(?:includes|has|indexOf|some|every|find|findIndex)$/.test(memberOf(callee) ?? '') &&
    nodes(listed?.elements).some(isRole)
  );
};

/** What shared/contract/http-names.ts spells, also as a part of a text or of a pattern. */
const spelled =
  /\bapi\/v1\b|\/api\/docs\b|^\/?trpc(?:\/|$)|^\^?Bearer (?![a-z])|\bidempotency-key\b|castellan-(?:device|background)\b(?! )/;

const spellsHttpName = ({ type, value, regex }: Node): boolean => {
  const text = regex ? (regex as { pattern: string }).pattern.replaceAll('\\', '') : value;
  if (type === 'TemplateElement') return spelled.test((value as { cooked: string }).cooked);
  return type === 'Literal' && typeof text === 'string' && spelled.test(text);
};

const propertyOf = (object: unknown, name: string): Node | undefined =>
  nodes((object as Node | undefined)?.properties).find((property) => property.key && keyOf(property) === name)?.value as
    | Node
    | undefined;

/** Options of a query that a timer sends, without `trpc: { context: { background: true } }`. */
const isActivePoll = (node: Node): boolean =>
  node.type === 'ObjectExpression' &&
  propertyOf(node, 'refetchInterval') !== undefined &&
  propertyOf(propertyOf(propertyOf(node, 'trpc'), 'context'), 'background')?.value !== true;

/** What takes the place of a missing answer of a query: a number, a list, a text. Not what has a text of its own. */
const isMadeUp = ({ type, name, elements }: Node): boolean =>
  type === 'Literal' ||
  type === 'TemplateLiteral' ||
  (type === 'ArrayExpression' && nodes(elements).length === 0) ||
  name === 'Infinity';

/** `query.data?.total ?? 0`, however deep in the answer. */
const isAnswerMadeUp = (node: Node): boolean => {
  if (
    node.type !== 'LogicalExpression' ||
    !/^(?:\?\?|\|\|)$/.test(String(node.operator)) ||
    !isMadeUp(node.right as Node)
  )
    return false;
  let asked = node.left as Node;
  for (;;) {
    if (asked.type === 'ChainExpression') asked = asked.expression as Node;
    if (asked.type !== 'MemberExpression') return asked.name === 'data';
    if (memberOf(asked) === 'data') return true;
    asked = asked.object as Node;
  }
};

export const codeRules: Readonly<Record<string, CodeRule>> = {
  'raw SQL': {
    why: 'a text from elsewhere would run as SQL; use sql`…`, which passes values on as parameters',
    covers: /^main\/(?!.*\.test\.)/,
    words: /from 'kysely'|\/sql\.ts'|executeQuery/,
    may: {
      'main/storage/database/engines/sqlite/search-index.ts': 'makes statements from the names of its own tables',
      'main/storage/database/migrations/001-baseline.ts': 'runs a list of statements that it has itself',
      'main/storage/database/migrations/002-authority.ts': 'likewise',
      'main/storage/store/built-statements.ts': 'runs a statement that kysely has built, with another value',
    },
    isBroken: isRawSql,
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
    words: /['"`](?:owner|admin|member|Admin|Member|Viewer)['"`]/,
    may: {},
    isBroken: isRoleCompared,
  },
  'a cookie read its own way': {
    why: 'a cookie stands for someone only where browser-session.ts asks (DECISION 0331)',
    covers: /^main\/(?:app|live|services|transport)\/(?!.*\.test\.)/,
    words: /cookie/i,
    may: {
      'main/transport/http/browser-session.ts': 'is where it asks, and where protected hosts do (DECISION 0340)',
      'main/transport/http/oauth-logout.ts': 'keeps what an application asked for, which stands for no one',
    },
    isBroken: (node) =>
      (node.type === 'MemberExpression' && memberOf(node) === 'cookie') ||
      (node.type === 'Property' && keyOf(node) === 'cookie') ||
      (node.type === 'Literal' && /^(?:set-)?cookie$/i.test(literalOf(node) ?? '')),
  },
  'a text compared its own way': {
    why: 'shared/text-input knows when texts are the same, and how they sort',
    covers: /^(?:main\/|preload\/|renderer\/|shared\/(?!text-input\/))(?!.*\.test\.)/,
    words: /Case\b|normalize|localeCompare|Collator/,
    may: {},
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
  'a name of the HTTP interface spelled again': {
    why: 'both sides take it from shared/contract/http-names.ts',
    covers: /^(?:main\/|preload\/|renderer\/|shared\/(?!contract\/http-names))(?!.*\.test\.)/,
    words: /api\/v1|api\\\/v1|api\/docs|trpc|Bearer|idempotency-key|castellan-/,
    may: {},
    isBroken: spellsHttpName,
  },
  'a browser taken at its word': {
    why: 'browsers refuse it where site data is blocked; use renderer/parts/kept-texts.ts or renderer/api/tab-locks.ts and tab-messages.ts',
    covers: /^renderer\/(?!.*\.test\.)/,
    words: /(?:local|session)Storage|indexedDB|BroadcastChannel|locks/,
    may: {
      'renderer/parts/kept-texts.ts': 'keeps texts in memory where they are refused',
      'renderer/api/tab-messages.ts': 'leaves the tab alone where channels are refused',
      'renderer/api/tab-locks.ts': 'elects a tab where locks are refused',
    },
    isBroken: (node, { around: [parent] }) => {
      if (node.type === 'MemberExpression')
        return /^(?:(?:local|session)Storage|indexedDB|BroadcastChannel|locks)$/.test(memberOf(node) ?? '');
      if (
        node.type !== 'Identifier' ||
        !/^(?:(?:local|session)Storage|indexedDB|BroadcastChannel)$/.test(String(node.name))
      )
        return false;
      return parent?.type !== 'MemberExpression' || parent.object === node;
    },
  },
  'a poll that counts as activity': {
    why: 'a page that someone has left would keep its session alive; send it in the background',
    covers: /^renderer\/(?!.*\.test\.)/,
    words: /refetchInterval/,
    may: {},
    isBroken: isActivePoll,
  },
  'a reason that only a tooltip says': {
    why: 'use DisabledWithReason, which says it as text: by touch, nobody sees a tooltip',
    covers: /^renderer\/(?!.*\.test\.).*\.tsx$/,
    words: /\bTooltip\b/,
    may: { 'renderer/features/audit/audit-filters.tsx': 'names a button that has an icon alone' },
    isBroken: ({ type, name }, { imported }) =>
      type === 'JSXIdentifier' && imported('@mantine/core', 'Tooltip').includes(String(name)),
  },
  'a part of Mantine that has one of ours': {
    why: 'use ChooseFile, which takes the same file again, PersonAvatar, which cuts no letter in two, CopyButton, which also copies over plain HTTP, or Dialog or SideDialog, which Escape closes only in front',
    covers: /^renderer\/(?!.*\.test\.).*\.tsx$/,
    words: /\bFileButton\b|\bAvatar\b|\bCopyButton\b|\bModal\b|\bDrawer\b/,
    may: {
      'renderer/components/dialog.tsx': 'is the one for dialogs',
      'renderer/components/choose-file.tsx': 'is the one for files',
      'renderer/components/person-avatar.tsx': 'is the one for people',
    },
    isBroken: ({ type, name }, { imported }) =>
      type === 'JSXIdentifier' &&
      ['FileButton', 'Avatar', 'CopyButton', 'Modal', 'Drawer'].some((part) =>
        imported('@mantine/core', part).includes(String(name)),
      ),
  },
  'a key taken from an input method': {
    why: 'while a text is composed, Enter and Escape are for the input method; check isComposing',
    covers: /^renderer\/(?!.*\.test\.)/,
    words: /^(?!.*isComposing).*\bkey\b.*(?:Enter|Escape)/s,
    may: {},
    isBroken: (node) => {
      if (node.type !== 'BinaryExpression' || !/^[!=]==?$/.test(String(node.operator))) return false;
      const sides = [node.left as Node, node.right as Node];
      return (
        sides.some((side) => nameOf(side) === 'key') &&
        sides.some((side) => /^(?:Enter|Escape)$/.test(literalOf(side) ?? ''))
      );
    },
  },
  'an answer made up': {
    why: 'what failed, is refused or still loads is neither 0 nor empty; take it from Loaded of renderer/api/loaded.ts',
    covers: /^renderer\/(?!.*\.test\.)/,
    words: /\bdata\b[\s\S]*(?:\?\?|\|\|)/,
    may: {
      'renderer/features/hosting/use-hosting.ts': 'offers what has loaded; its lists say what failed',
      'renderer/features/hosting/costs/costs-panel.tsx': 'compares with a month that has loaded',
      'renderer/features/hosting/queue/prepare-panel.tsx': 'offers the plans that have loaded',
      'renderer/features/hosting/queue/act-panel.tsx':
        'offers the runs that have loaded; claims nothing if there are none',
      'renderer/features/hosting/queue/health-check-fields.tsx': 'reads a form, not an answer',
      'renderer/features/hosting/servers/servers-panel.tsx': 'offers the plans that have loaded as filters',
      'renderer/features/hosting/use-approvals.ts':
        'shows the requests that have loaded; claims nothing if there are none',
      'renderer/features/hosting/runs/invoice-step.tsx': 'warns of a reboot unless the provider says otherwise',
    },
    isBroken: (node, { isExplained }) => isAnswerMadeUp(node) && !isExplained(node.start, node.end),
  },
  'a date in an order of its own': {
    why: 'people choose how dates are written; use dayFormat of renderer/components/dates.ts',
    covers: /^renderer\/features\/(?!.*\.test\.)/,
    words: /DateTimeFormat/,
    may: { 'renderer/features/hosting/costs/costs.logic.ts': 'names months alone, which have one order' },
    isBroken: (node) => node.type === 'MemberExpression' && memberOf(node) === 'DateTimeFormat',
  },
  'text on a screen': {
    why: 'texts of screens come from renderer/languages',
    covers: /^renderer\/(?!.*\.test\.).*\.tsx$/,
    words: /<|['"`]/,
    may: {},
    isBroken: (node, { around, constants }) => isScreenText(node, around, constants),
  },
};
