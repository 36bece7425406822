/**
 * The oldest Node that Castellan runs on; package.json's `engines` says the same.
 *
 * This file is plain JavaScript with no imports, because the Node that has to read it may be much older.
 */
export const minimumNode = '24.5.0';

/**
 * Says in one line why a Node version is too old. Returns undefined if it is supported.
 *
 * @param {string} version such as `process.versions.node`
 */
export const nodeProblem = (version) => {
  const [major, minor] = version.split('.').map(Number);
  const [minimumMajor, minimumMinor] = minimumNode.split('.').map(Number);
  if (major > minimumMajor || (major === minimumMajor && minor >= minimumMinor)) return undefined;
  return `needs Node ${minimumMajor}.${minimumMinor} or newer; this is Node ${version}`;
};
