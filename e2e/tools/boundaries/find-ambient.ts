import { type Ambient, ambient, clockFunctions, globalObjects, globals, modules, zoneMethods } from './ambient.ts';
import { literalOf, memberOf, type Node, placeOf, visitProgram } from './global-names.ts';
import type { Parsed } from './parse.ts';

/** Something that a file takes from its surroundings. */
export interface Use {
  readonly ambient: Ambient;
  /** How the file spells it. */
  readonly spelling: string;
}

const argumentsOf = (node: Node): readonly Node[] => node.arguments as Node[];

/** A date of its own: of the instant that it is given. */
const isGivenDate = (parent: Node, inner: Node): boolean => {
  if (parent.type === 'BinaryExpression') return parent.operator === 'instanceof' && parent.right === inner;
  const [first] = parent.type === 'NewExpression' && parent.callee === inner ? argumentsOf(parent) : [];
  return first !== undefined && first.type !== 'SpreadElement';
};

/** Whether a call names a time zone among its options. */
const namesZone = (call: Node): boolean =>
  argumentsOf(call).some(
    ({ type, properties }) =>
      type === 'ObjectExpression' && (properties as Node[]).some(({ key }) => (key as Node)?.name === 'timeZone'),
  );

/** Whether a call, or a constructor, answers in the time zone of the computer. */
const isLocal = (call: Node): boolean => {
  const callee = call.callee as Node;
  if (callee.type === 'Identifier')
    return call.type === 'NewExpression' && callee.name === 'Date' && argumentsOf(call).length > 1;
  const member = callee.type === 'MemberExpression' ? (memberOf(callee) ?? '') : '';
  if (/^(?:DateTimeFormat|toLocale(?:Date|Time)?String)$/.test(member)) return !namesZone(call);
  return zoneMethods.test(member);
};

/** Whether what is taken of `crypto.subtle` is a member that computes. */
const isComputing = (subtle: Node, around: readonly Node[]): boolean => {
  const { inner, parent } = placeOf(subtle, around);
  const member = parent?.type === 'MemberExpression' && parent.object === inner ? memberOf(parent) : undefined;
  return member !== undefined && member !== 'generateKey';
};

const usesOfGlobal = (name: string, value: Node, around: readonly Node[], isConsole: boolean): Ambient | undefined => {
  const { inner, parent, rest } = placeOf(value, around);
  const member = parent?.type === 'MemberExpression' && parent.object === inner ? memberOf(parent) : undefined;
  // Outside of the console, the names of the window are anybody's.
  if (globalObjects.slice(isConsole ? 0 : 1).some((each) => each === name)) {
    if (parent && member !== undefined) return usesOfGlobal(member, parent, rest, isConsole);
    // Whether something exists.
    return parent?.type === 'BinaryExpression' && parent.operator === 'in' ? undefined : 'code';
  }
  const rule = Object.hasOwn(globals, name) ? globals[name] : undefined;
  if (!rule) return undefined;
  if (name === 'Date' && parent && isGivenDate(parent, inner)) return undefined;
  if (name === 'Math' && member !== undefined && member !== 'random') return undefined;
  if (name === 'crypto' && parent && member === 'subtle' && isComputing(parent, rest)) return undefined;
  if (member !== undefined && rule.harmless?.includes(member)) return undefined;
  // Loads a module by a name that no other check sees.
  if (name === 'process' && member === 'getBuiltinModule') return 'code';
  return name === 'process' && member !== undefined && member !== 'env' ? 'environment' : rule.ambient;
};

const importUse = (specifier: string, names: readonly string[]): Use[] => {
  const module = specifier.replace(/^node:/, '');
  const dates = /^date-fns(?:\/(\w+))?$/.exec(module);
  if (dates) {
    return (dates[1] === undefined ? names : [dates[1]]).map((name) => ({
      ambient: clockFunctions.test(name) ? 'clock' : 'zone',
      spelling: name,
    }));
  }
  const rule = Object.hasOwn(modules, module) ? modules[module] : undefined;
  if (!rule) return [];
  const { others = {} } = rule;
  const isWhole = (name: string): boolean => name === '*' || name === 'default' || Object.hasOwn(others, name);
  return names
    .filter((name) => isWhole(name) || (rule.names?.includes(name) ?? !rule.harmless?.includes(name)))
    .map((name) => ({ ambient: others[name] ?? rule.ambient, spelling: `${specifier}: ${name}` }));
};

const importUses = ({ module }: Parsed): Use[] => [
  ...module.staticImports.flatMap(({ moduleRequest, entries }) =>
    importUse(
      moduleRequest.value,
      entries.flatMap(({ isType, importName: { kind, name } }) => {
        if (isType) return [];
        return [kind === 'Name' ? (name ?? '*') : kind === 'Default' ? 'default' : '*'];
      }),
    ),
  ),
  ...module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType, importName: { name } }) =>
      moduleRequest && !isType ? importUse(moduleRequest.value, [name ?? '*']) : [],
    ),
  ),
];

const isProgram = (path: string): boolean =>
  /^(main|preload|renderer|shared)\//.test(path) && !/\.test\.tsx?$/.test(path);

/** Other files are held to the clock alone. Those without these words needn't be visited, which takes long. */
const clockWords = /Date|Temporal|global|\\u/;

/** What a parsed file takes from its surroundings, however it spells it. */
export const ambientUses = (path: string, text: string, parsed: Parsed): Use[] => {
  const uses = importUses(parsed);
  if (!isProgram(path) && !clockWords.test(text)) return uses;
  const isConsole = path.startsWith('renderer/');
  const add = (ambient: Ambient, { start, end }: Node): void => {
    const spelling = text.slice(start, end).replaceAll(/\s+/g, ' ');
    uses.push({ ambient, spelling: spelling.length > 60 ? `${spelling.slice(0, 60)}…` : spelling });
  };
  visitProgram(parsed.program, {
    name: (node, around, isDeclared) => {
      if (isDeclared) return;
      const found = usesOfGlobal(String(node.name), node, around, isConsole);
      if (found) add(found, around[0] ?? node);
    },
    node: (node, around) => {
      if (node.type === 'ImportExpression') {
        // One in backticks is an import that no other check sees.
        const specifier = (node.source as Node).type === 'Literal' ? literalOf(node.source) : undefined;
        if (specifier === undefined) add('code', node);
        else uses.push(...importUse(specifier, ['*']));
      } else if (node.type === 'MetaProperty' && around[0]) {
        const isPlace =
          around[0].type === 'MemberExpression' && /^(dirname|filename|url)$/.test(memberOf(around[0]) ?? '');
        if (!isPlace && (node.meta as Node).name === 'import') add('code', around[0]);
      } else if (node.type === 'MemberExpression' && memberOf(node) === 'constructor') {
        add('code', node);
      } else if (/^(?:Call|New)Expression$/.test(node.type) && isLocal(node)) {
        add('zone', node);
      } else if (node.type === 'NewExpression' && argumentsOf(node).length === 0) {
        // Another library's dates.
        if (/^\w+Date(?:Mini)?$/.test(String((node.callee as Node).name))) add('clock', node);
        // A new secret of the library for authenticator apps.
        if ((node.callee as Node).name === 'Secret') add('randomness', node);
      } else if (node.type === 'CallExpression' && argumentsOf(node).length === 0) {
        const callee = node.callee as Node;
        if (callee.type === 'MemberExpression' && /^format(?:ToParts)?$/.test(memberOf(callee) ?? ''))
          add('clock', node);
      }
    },
  });
  return uses;
};

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);
/** What files take from their surroundings and may not, each in a line that says why. */
export const findAmbient = (uses: ReadonlyMap<string, readonly Use[]>): string[] =>
  [...uses].flatMap(([path, found]) =>
    found.flatMap(({ ambient: name, spelling }) => {
      const { why, may } = ambient[name];
      if (name !== 'clock' && !isProgram(path)) return [];
      return may.some((allowed) => isWithin(path, allowed)) ? [] : [`${path}: ${spelling}: ${why}`];
    }),
  );

/** The files and folders that may take something and don't. */
export const findUnusedAllowances = (uses: ReadonlyMap<string, readonly Use[]>): string[] =>
  Object.entries(ambient).flatMap(([name, { may }]) =>
    may
      .filter(
        (allowed) =>
          ![...uses].some(([path, found]) => isWithin(path, allowed) && found.some((use) => use.ambient === name)),
      )
      .map((allowed) => `${name}: ${allowed}`),
  );
