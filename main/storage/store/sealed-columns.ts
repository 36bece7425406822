import type { Selectable } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { SealedText } from '../database/sealed-text.ts';

type SealedIn<Table extends keyof Schema> = {
  [Column in keyof Schema[Table]]: NonNullable<Schema[Table][Column]> extends SealedText<infer Name> ? Name : never;
}[keyof Schema[Table]];

/** A column of sealed values, as `table.column`. */
export type SealedColumn = { [Table in keyof Schema]: SealedIn<Table> }[keyof Schema];

type TableOf<Name extends SealedColumn> = Name extends `${infer Table extends keyof Schema}.${string}` ? Table : never;
type RowOf<Name extends SealedColumn> = Selectable<Schema[TableOf<Name>]>;

interface Definition<Name extends SealedColumn> {
  /** What the key is derived for. */
  purpose: 'outbox' | 'second-factor' | 'mail-server' | 'provider' | 'idempotency' | 'key-transfer' | 'events';
  /** The primary key. */
  id: keyof RowOf<Name>;
  /**
   * What a value is bound to: whose it is, and where it goes. With any other value of these columns, it can't be opened.
   * Whatever changes one of them has to seal the value again.
   */
  place: readonly (keyof RowOf<Name>)[];
}

/** DECISION 0255: every column of sealed values, and what its values are bound to. */
export const sealedColumns = {
  'mails.sealed_secret': { purpose: 'outbox', id: 'id', place: ['tenant_id', 'id', 'recipient'] },
  'second_factors.sealed_secret': { purpose: 'second-factor', id: 'user_id', place: ['user_id'] },
  'mail_server.sealed_password': {
    purpose: 'mail-server',
    id: 'id',
    place: ['host', 'port', 'security', 'username'],
  },
  'provider_settings.sealed_key': {
    purpose: 'provider',
    id: 'tenant_id',
    place: ['tenant_id', 'provider', 'base_url'],
  },
  'idempotency_keys.sealed_request': { purpose: 'idempotency', id: 'id', place: ['id', 'user_id'] },
  'idempotency_keys.sealed_answer': { purpose: 'idempotency', id: 'id', place: ['id', 'user_id'] },
  'event_destinations.sealed_url': { purpose: 'events', id: 'id', place: ['tenant_id', 'id'] },
  'event_destinations.sealed_secret': { purpose: 'events', id: 'id', place: ['tenant_id', 'id'] },
  'event_destinations.sealed_old_secret': { purpose: 'events', id: 'id', place: ['tenant_id', 'id'] },
  'installation.sealed_setup_token': { purpose: 'outbox', id: 'id', place: ['installation_id'] },
  'published_keys.sealed_key': { purpose: 'key-transfer', id: 'id', place: ['key_id'] },
} as const satisfies { readonly [Name in SealedColumn]: Definition<Name> };

/** What one has to know of a row to seal or open its value. */
export type PlaceOf<Name extends SealedColumn> = Pick<
  RowOf<Name>,
  Extract<(typeof sealedColumns)[Name]['place'][number], keyof RowOf<Name>>
>;

/** A row with its sealed value. */
export type SealedRow<Name extends SealedColumn> = PlaceOf<Name> &
  (Name extends `${string}.${infer Column}` ? { readonly [Key in Column]: SealedText<Name> | null } : never);

/** Every column of sealed values. */
// Its keys are exactly those.
export const sealedColumnNames = Object.keys(sealedColumns) as SealedColumn[];

/** The parts of a name. */
export const partsOf = (name: SealedColumn): [table: string, column: string] => {
  const [table = '', column = ''] = name.split('.');
  return [table, column];
};
