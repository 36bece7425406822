/** Milliseconds since the epoch. */
export type Instant = number;
/** A Boolean, as SQLite stores it. */
export type Flag = 0 | 1;
