import { StartError } from '../../platform/start-error.ts';
import { storageProblem } from '../../platform/storage-error.ts';

/** One thing that doctor looks at. */
export interface Check {
  name: CheckName;
  /** Resolves with the result to print. @throws StartError that says what is wrong. */
  run: () => Promise<string>;
}

/** Everything that doctor looks at, in the order of its lines. */
export const checkNames = [
  'service',
  'data folder',
  'disk',
  'database file',
  'key file',
  'keys',
  'database',
  'audit heads',
  'audit log',
  'API keys',
  'upgrade copies',
  'sandbox',
  'backups',
  'port',
  'proxies',
  'limits',
  'variables',
  'mail server',
  'outgoing proxy',
  'audit streams',
  'country database',
  'clock',
] as const;
export type CheckName = (typeof checkNames)[number];

/** What a check found, also as the service sends it. */
export interface Finding {
  name: CheckName;
  ok: boolean;
  /** One line. */
  text: string;
}

/** One line about what is wrong. */
const explain = async (error: unknown, path: string): Promise<string> => {
  const problem = error instanceof StartError ? error : await storageProblem(error, path);
  return (problem ?? (error as Error)).message.split('\n')[0] ?? '';
};

/** Runs a check. Never rejects. @param path of the file that an error without a path is about */
export const runCheck = ({ name, run }: Check, path: string): Promise<Finding> =>
  run().then(
    (text) => ({ name, ok: true, text }),
    async (error: unknown) => ({ name, ok: false, text: await explain(error, path) }),
  );
