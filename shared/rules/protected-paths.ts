import { lenientKey } from '../text-input/text-case.ts';
import { type PathAccess, pathAccesses } from './applications.ts';

export interface PathRule {
  /** The path, for itself and everything below it. */
  readonly path: string;
  readonly access: PathAccess;
  /** Only with `group`. */
  readonly group_id?: string | undefined;
}

/** A path that servers may understand in more than one way, so that no rule can be sure to hold for it. */
export type AmbiguousPath = 'ambiguous';

/**
 * Characters of a segment that servers differ about: `;` begins parameters, which some leave out, as they do what no one sees; a
 * backslash is a slash to some; what is encoded twice is decoded twice, and `?` and `#` end a path for some that decode first.
 */
const unclear = /[/\\;%?#\p{Cc}\p{Default_Ignorable_Code_Point}]/u;
/** Windows leaves out dots and spaces at the end, and has names for parts of a file, as in `admin::$INDEX_ALLOCATION`. */
const windows = /^\s|[.\s]$|::|:\$/u;
/** A program that gets the rest of the path, as in `/index.php/admin`. */
const program = /\.(?:php\d?|phtml|f?cgi|pl|py|rb|jspx?|aspx?|ashx|cfm)$/i;

const isClear = (segment: string): boolean =>
  [segment, lenientKey(segment)].every((read) => read !== '' && !unclear.test(read) && !windows.test(read));

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    // It isn't UTF-8: whoever asks is told that it can't be read.
    return undefined;
  }
};

/**
 * The segments of a path as it was requested, without its query. Rules see this one form only.
 * @param target the path with its query, as it is in the first line of the request
 */
export const segmentsOf = (target: string): readonly string[] | AmbiguousPath => {
  const [path = ''] = target.split('?');
  if (!/^\/[!-~]*$/.test(path) || path.includes('#')) return 'ambiguous';
  const raw = path.slice(1).split('/');
  if (raw.at(-1) === '') raw.pop();
  const segments = raw.map(decoded);
  const isRead = (segment: string | undefined): segment is string => segment !== undefined && isClear(segment);
  if (!segments.every(isRead) || segments.slice(0, -1).some((segment) => program.test(segment))) return 'ambiguous';
  return segments;
};

interface ReadRule {
  readonly rule: PathRule;
  readonly segments: readonly string[];
  /** Whether a segment of a path is one of the rule. */
  readonly isSame: (segment: string, own: string) => boolean;
}

const isExact: ReadRule['isSame'] = (segment, own) => segment === own;
/** Many servers ignore case, or answer `/admin.json` as they do `/admin`. */
const isLike: ReadRule['isSame'] = (segment, own) => {
  const [read, key] = [lenientKey(segment), lenientKey(own)];
  return read === key || read.startsWith(`${key}.`);
};

const readRule = (rule: PathRule): ReadRule => {
  const segments = segmentsOf(rule.path);
  if (segments === 'ambiguous') throw new Error(`${rule.path} is ambiguous`);
  return { rule, segments, isSame: rule.access === 'public' ? isExact : isLike };
};

/** The longest first, and of those as long what asks for more. */
const byWeight = (a: ReadRule, b: ReadRule): number =>
  b.segments.length - a.segments.length || pathAccesses.indexOf(b.rule.access) - pathAccesses.indexOf(a.rule.access);

/**
 * Reads the rules of a host. What it returns gives the rule for a target, if there is one: of those that the path is at or below,
 * the longest. What makes a path public has to match exactly; everything else, as leniently as a protected server may. Without rules, no path is ambiguous: each is treated the same.
 * @throws Error if the path of a rule is ambiguous
 */
export const readRules = (rules: readonly PathRule[]): ((target: string) => PathRule | AmbiguousPath | undefined) => {
  const weighed = rules.map(readRule).sort(byWeight);
  return (target) => {
    if (weighed.length === 0) return undefined;
    const path = segmentsOf(target);
    if (path === 'ambiguous') return path;
    return weighed.find(
      ({ segments, isSame }) =>
        segments.length <= path.length && segments.every((own, index) => isSame(path[index] ?? '', own)),
    )?.rule;
  };
};
