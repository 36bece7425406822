import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { DataFolder } from './data-folder.ts';
import { replacePrivateFile } from './private-file.ts';

const schema = z.object({
  address: z.string().min(1),
  public_url: z.string().nullable(),
  base_path: z.string(),
  /** Whether the settings name a mail server. */
  mail_server: z.boolean(),
});

/** What the service last started with, for commands that work on its folder while it is stopped. Holds no secret. */
export type ServiceRecord = z.output<typeof schema>;

/** @throws Error if it can't be written */
export const writeServiceRecord = ({ record }: Pick<DataFolder, 'record'>, content: ServiceRecord): Promise<void> =>
  replacePrivateFile(record, `${JSON.stringify(content, null, 2)}\n`);

/** Undefined if no service of this version has started on the folder, or if someone has changed the file. */
export const readServiceRecord = async ({ record }: Pick<DataFolder, 'record'>): Promise<ServiceRecord | undefined> => {
  try {
    return schema.parse(JSON.parse(await readFile(record, 'utf8')));
  } catch {
    // It only helps: whoever needs it says what is unknown.
    return undefined;
  }
};
