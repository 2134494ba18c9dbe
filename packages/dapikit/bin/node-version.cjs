// Runs in old versions of Node, too, as all that is loaded before it: they say that they are too old, instead of failing at what they lack.

/** The lowest version that dapikit runs in: major, minor. */
const LOWEST = [20, 19];

/**
 * Returns what to tell the user of a version that is too old, or undefined.
 *
 * @param {string} version such as `20.19.0`
 * @returns {string | undefined}
 */
function describeOldNode(version) {
  const [major, minor] = version.split('.').map(Number);
  if (major > LOWEST[0] || (major === LOWEST[0] && minor >= LOWEST[1])) return undefined;
  return `dapikit needs Node ${LOWEST.join('.')} or newer; this is Node ${version}. See https://nodejs.org/`;
}

module.exports = { LOWEST, describeOldNode };
