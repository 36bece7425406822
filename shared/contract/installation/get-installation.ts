import { z } from 'zod';
import { signUpModes } from '../../rules/sign-ups.ts';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

const bytes = z.int().min(0);

export const getInstallation = defineOperation({
  id: 'getInstallation',
  summary: 'Read how this server is set up and how it is doing',
  http: { method: 'GET', path: '/installation', status: 200 },
  auth: 'bearer',
  allow: 'self',
  operator: true,
  topics: [],
  input: z.strictObject({}),
  output: z.strictObject({
    version: z.string(),
    node_version: z.string(),
    database: z.enum(['embedded', 'server']).meta({ description: 'SQLite in the data folder, or a PostgreSQL server' }),
    database_version: z.string().meta({ description: 'Of SQLite or PostgreSQL', examples: ['15.8'] }),
    schema_version: z.string().meta({ description: 'The newest migration' }),
    address: z.string(),
    started_at: field.timestamp,
    disk: z.strictObject({
      data_folder: z.string(),
      database_bytes: bytes,
      wal_bytes: bytes.nullable().meta({ description: 'Null with PostgreSQL' }),
      free_bytes: bytes.nullable().meta({ description: 'Of the data folder; null if unknown' }),
      backup_folder: z.string().nullable(),
      last_backup: z.strictObject({ created_at: field.timestamp, bytes }).nullable(),
      backups: z
        .strictObject({ count: z.int().min(0), bytes, oldest_at: field.timestamp.nullable() })
        .nullable()
        .meta({ description: 'What the backup folder holds; null if there is none, or it cannot be read' }),
    }),
    instances: z
      .array(
        z.strictObject({
          version: z.string().nullable().meta({
            description: 'Null if something on the way to the database has replaced what the instance calls itself',
          }),
          schema_version: z.string().meta({ description: 'The newest migration that it knows' }),
          connected_at: field.timestamp
            .nullable()
            .meta({ description: 'When it last connected to the database; null for another user of the database' }),
          address: z
            .string()
            .nullable()
            .meta({ description: 'Where it connects from; null on the database server itself, and for another user' }),
          current: z.boolean().meta({ description: 'Whether it gave this answer' }),
        }),
      )
      .meta({ description: 'Those connected to PostgreSQL, longest first. Empty with SQLite, which has one' }),
    sign_ups: z.strictObject({
      mode: z.enum(signUpModes),
      domains: z.array(z.string()).meta({ description: 'Empty if every domain may sign up' }),
      days: z.array(z.strictObject({ day: z.string(), organizations: z.int().min(0) })).meta({
        description: 'New organizations of the last 30 days, oldest first',
      }),
    }),
    mail: z.strictObject({ queued: z.int().min(0), failed: z.int().min(0), abandoned: z.int().min(0) }),
    jobs: z.array(
      z.strictObject({
        name: z.string(),
        running: z.boolean(),
        started_at: field.timestamp.nullable().meta({ description: 'Null before the first run since the start' }),
        duration_ms: z.int().min(0).nullable(),
        result: z.enum(['ok', 'failed']).nullable(),
        failures: z.int().min(0).meta({ description: 'Since the start' }),
        next_at: field.timestamp.nullable(),
      }),
    ),
    settings: z
      .array(z.strictObject({ setting: z.string(), value: z.string().nullable(), source: z.string() }))
      .meta({ description: 'As `castellan config show` prints them, with secrets masked' }),
  }),
  errors: [],
});
