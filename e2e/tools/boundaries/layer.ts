/** What the files of one layer may import. Files of the same layer may always import each other. */
export interface Layer {
  /** Folders and files, from the repository's root. */
  readonly imports: readonly string[];
  /** Folders and files of which only types may be imported. */
  readonly types?: readonly string[];
  /** Packages, or scopes such as `@mantine`. `any` is for code that is not part of the program. */
  readonly packages?: readonly string[] | 'any';
  /** Packages of which only types may be imported. */
  readonly typePackages?: readonly string[];
  /** The only folders and files that may import it, besides tests. */
  readonly importedBy?: readonly string[];
  /** Whether it may import Node's built-in modules. */
  readonly node?: true;
}
