import type { Selectable } from 'kysely';
import { foldCase } from '#shared/text-input/text-case.ts';
import { searchKey } from '#shared/text-input/text-keys.ts';
import type { AuditEventTable } from '../../database/audit-log-schema.ts';

type Row = Selectable<AuditEventTable>;
type Searched = Pick<Row, 'actor_name' | 'ip_address' | 'target_label'>;

const actorOf = ({ actor_name, ip_address }: Searched): string => `${actor_name ?? ''}\n${ip_address ?? ''}`.trim();

/** The columns that `q` searches, derived from the others. */
export const searchTexts = (row: Searched) => ({
  actor_text: searchKey(actorOf(row)),
  target_text: searchKey(row.target_label ?? ''),
});

/** Whether the columns that `q` searches are as this version or 0.1.0 derives them, which may share the database. */
export const areSearchTexts = (row: Searched & Pick<Row, 'actor_text' | 'target_text'>): boolean => {
  const { actor_text, target_text } = searchTexts(row);
  return (
    [actor_text, foldCase(actorOf(row))].includes(row.actor_text) &&
    [target_text, foldCase(row.target_label ?? '')].includes(row.target_text)
  );
};
