// The manifests of what is released, from those of the workspace.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXTERNAL } from '../build/bundle-cli.mjs';
import { ROOT } from '../build/source-packages.mjs';

/** Libraries that are released, from the lowest on. */
export const LIBRARIES = [
  'contract',
  'protocol',
  'proof',
  'chain',
  'light-client',
  'platform',
  'gateway',
  'client',
];

const COMMON = ['name', 'version', 'description', 'license', 'type', 'engines'];

/** Returns the manifest of a package of the workspace. */
export const manifestOf = (name) =>
  JSON.parse(readFileSync(join(ROOT, 'packages', name, 'package.json'), 'utf8'));

/**
 * Returns the manifest of a library: others' packages by range; ours by exact version and as optional peers, since npm asks its registry for a
 * dependency that it meets before the tarball on the same command line.
 */
export function libraryManifest(name) {
  const manifest = manifestOf(name);
  const [ours, others] = [true, false].map((isOurs) =>
    Object.entries(manifest.dependencies).filter(([other]) => other.startsWith('@dapikit/') === isOurs),
  );
  return {
    ...common(manifest),
    sideEffects: false,
    exports: { ...manifest.exports, './package.json': './package.json' },
    dependencies: Object.fromEntries(others.map(([other, version]) => [other, rangeOf(version)])),
    ...peersOf({ ...Object.fromEntries(ours), ...manifest.optionalPeers }),
  };
}

/** Returns the manifest of the program: it has our packages and most others in its bundle. */
export function programManifest() {
  const manifest = manifestOf('dapikit');
  const versions = Object.assign(
    {},
    ...['dapikit', ...LIBRARIES].map((name) => manifestOf(name).dependencies),
  );
  const installed = EXTERNAL.filter((name) => versions[name] !== undefined);
  return {
    ...common(manifest),
    bin: manifest.bin,
    exports: {
      './preload': './bundle/local-network.js',
      './vite': { types: './types/preload/vite-plugin.d.ts', default: './bundle/vite-plugin.js' },
      './test': { types: './types/testing/index.d.ts', default: './bundle/test.js' },
      './vitest': { types: './types/testing/vitest.d.ts', default: './bundle/vitest.js' },
      './evo-sdk': { types: './types/testing/evo-sdk.d.ts', default: './bundle/evo-sdk.js' },
      './package.json': './package.json',
    },
    dependencies: Object.fromEntries(installed.map((name) => [name, versions[name]])),
    ...peersOf(manifest.optionalPeers),
  };
}

/** Lists the files that the entry points of a manifest name, relative to its folder, without the manifest. */
export const entryFiles = ({ bin = {}, exports }) =>
  [...Object.values(bin), ...Object.values(exports).flatMap(targetsOf)]
    .map((path) => path.replace(/^\.\//, ''))
    .filter((path) => path !== 'package.json');

const targetsOf = (target) =>
  typeof target === 'string' ? [target] : Object.values(target).flatMap(targetsOf);

const common = (manifest) => Object.fromEntries(COMMON.map((member) => [member, manifest[member]]));

const rangeOf = (version) => (/^\d/.test(version) ? `^${version}` : version);

/** npm installs optional dependencies by default, and optional peers never. */
function peersOf(peers) {
  return {
    peerDependencies: peers,
    peerDependenciesMeta: Object.fromEntries(Object.keys(peers).map((name) => [name, { optional: true }])),
  };
}
