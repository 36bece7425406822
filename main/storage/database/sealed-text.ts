declare const sealedIn: unique symbol;

/** An encrypted text of a column, as `table.column`. Only a secret box makes one, and it wants to know for which row. */
export type SealedText<Column extends string> = string & { readonly [sealedIn]: Column };
