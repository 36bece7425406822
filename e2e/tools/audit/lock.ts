/** What package-lock.json says about a folder in node_modules. */
interface LockEntry {
  version?: string;
  /** The package's own name, if it is installed under another one (`npm:`). */
  name?: string;
  /** npm's copy of what the registry said when the package was locked. */
  deprecated?: string;
  /** A folder of this repository. */
  link?: boolean;
  dependencies?: Readonly<Record<string, string>>;
  devDependencies?: Readonly<Record<string, string>>;
  optionalDependencies?: Readonly<Record<string, string>>;
}

export interface Lock {
  packages: Readonly<Record<string, LockEntry>>;
}

export interface LockedPackage {
  /** Its name in the registry. */
  name: string;
  version: string;
  /** The names under which package.json lists it; none if only other packages need it. */
  direct: string[];
  deprecated?: string;
}

const folder = 'node_modules/';

/** Each version of each package that `npm ci` installs, once. */
export const lockedPackages = ({ packages }: Lock): LockedPackage[] => {
  const root = packages[''] ?? {};
  const listed = { ...root.dependencies, ...root.devDependencies, ...root.optionalDependencies };
  const found = new Map<string, LockedPackage>();
  for (const [path, { name: ownName, version, deprecated, link }] of Object.entries(packages)) {
    if (path === '' || link || version === undefined) continue;
    const alias = path.slice(path.lastIndexOf(folder) + folder.length);
    const name = ownName ?? alias;
    const known = found.get(`${name}@${version}`) ?? { name, version, direct: [] };
    if (path === `${folder}${alias}` && alias in listed) known.direct.push(alias);
    found.set(`${name}@${version}`, { ...known, ...(deprecated !== undefined && { deprecated }) });
  }
  return [...found.values()];
};
