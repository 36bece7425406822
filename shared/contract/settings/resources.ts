import { z } from 'zod';
import { timestamp } from '../fields.ts';

/** The backups that the service makes on its own. */
export const backupStatus = z
  .strictObject({
    manageable: z.boolean().meta({ description: 'Whether the caller owns the first team, which runs this server' }),
    plan: z
      .strictObject({
        folder: z.string(),
        every_seconds: z.int().min(1),
        keep: z.int().min(1).meta({ description: 'How many backups are kept' }),
        keys: z.boolean().meta({ description: 'Whether backups contain the keys, encrypted' }),
      })
      .nullable()
      .meta({ description: 'Null if the operator set no folder for backups' }),
    running: z.boolean(),
    last: z
      .strictObject({ file: z.string(), created_at: timestamp, bytes: z.int().min(0) })
      .nullable()
      .meta({ description: 'The newest backup in the folder' }),
    failure: z
      .strictObject({ at: timestamp, message: z.string() })
      .nullable()
      .meta({ description: 'Why the latest attempt failed' }),
  })
  .meta({ id: 'BackupStatus' });
