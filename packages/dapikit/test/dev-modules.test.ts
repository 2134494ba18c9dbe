import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

const PACKAGES = join(import.meta.dirname, '..', '..');

/** Packages that take some hundred milliseconds to load: they are loaded after the start, or with the first call that needs them. */
const LOADED_LATER = [
  /^@bufbuild\//,
  /^@connectrpc\//,
  /^@dapikit\/(?:contract|platform|proof|protocol)(?:\/node)?$/,
  /^lmdb$/,
  /^postgres$/,
];

/** Returns the packages that a module imports before it runs, itself or through others of its package. */
async function importedPackages(entry: string): Promise<Set<string>> {
  const { metafile } = await build({
    entryPoints: [join(PACKAGES, entry)],
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  const packages = new Set<string>();
  const modules = new Set(Object.values(metafile.outputs).flatMap(({ entryPoint }) => entryPoint ?? []));
  for (const path of modules)
    for (const { kind, external, path: imported } of metafile.inputs[path]?.imports ?? [])
      if (kind === 'import-statement') (external === true ? packages : modules).add(imported);
  return packages;
}

it.each(['dapikit/src/commands/dev.ts', 'gateway/src/index.ts'])(
  '%s loads gRPC, the wire format and the platform after the start',
  async (entry) => {
    const packages = await importedPackages(entry);
    expect(packages).toContain('@dapikit/chain');
    expect([...packages].filter((name) => LOADED_LATER.some((pattern) => pattern.test(name)))).toEqual([]);
  },
);
