// Writes a tarball of the program and one of each library, with checksums, to release/ or to the folder that is given. Requires compiled packages.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { writeBundle } from '../build/bundle-cli.mjs';
import { writeStudio } from '../build/build-studio.mjs';
import { ROOT } from '../build/source-packages.mjs';
import { entryFiles, LIBRARIES, libraryManifest, programManifest } from './manifests.mjs';
import { thirdPartyLicences } from './third-party.mjs';

const RELEASE = resolve(process.argv[2] ?? join(ROOT, 'release'));
const staging = mkdtempSync(join(tmpdir(), 'dapikit-release-'));

try {
  rmSync(RELEASE, { recursive: true, force: true });
  mkdirSync(RELEASE, { recursive: true });
  pack([await stageProgram(), ...LIBRARIES.map((name) => stageLibrary(name))]);
  writeChecksums();
  const files = readdirSync(RELEASE).toSorted();
  for (const file of files) console.log(join(RELEASE, file));
  const program = files.find((file) => /^dapikit-\d/.test(file));
  console.log(`Install it: npm install --global ${join(RELEASE, program)}`);
} finally {
  rmSync(staging, { recursive: true, force: true });
}

async function stageProgram() {
  const folder = join(staging, 'dapikit');
  const cli = join(ROOT, 'packages', 'dapikit');
  const page = await writeStudio();
  const { inputs } = await writeBundle(join(folder, 'bundle'));
  cpSync(join(cli, 'bin'), join(folder, 'bin'), { recursive: true });
  for (const path of typesOfProgram(cli)) {
    mkdirSync(dirname(join(folder, 'types', path)), { recursive: true });
    writeFileSync(join(folder, 'types', path), withoutMap(join(cli, 'dist', path)));
  }
  writeFileSync(
    join(folder, 'THIRD-PARTY-LICENCES.txt'),
    thirdPartyLicences([...Object.keys(inputs), ...page]),
  );
  for (const name of ['README.md', 'deploy'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  return finish(folder, programManifest());
}

/** Lists the declarations of the modules that other programs load, which name no package of ours. */
function typesOfProgram(cli) {
  const testing = readdirSync(join(cli, 'dist', 'testing')).filter((name) => name.endsWith('.d.ts'));
  return [
    join('preload', 'vite-plugin.d.ts'),
    join('platform', 'network-ready.d.ts'),
    join('attack', 'invariant', 'invariant.d.ts'),
    join('attack', 'step', 'step.d.ts'),
    ...testing.map((name) => join('testing', name)),
  ];
}

function stageLibrary(name) {
  const folder = join(staging, name);
  const source = join(ROOT, 'packages', name);
  const manifest = libraryManifest(name);
  for (const part of ['assets', 'dist', 'README.md'].filter((one) => existsSync(join(source, one))))
    cpSync(join(source, part), join(folder, part), {
      recursive: true,
      filter: (path) => !/\.(?:map|tsbuildinfo)$/.test(path),
    });
  for (const file of readdirSync(join(folder, 'dist'), { recursive: true }))
    if (/\.(?:js|d\.ts)$/.test(file)) {
      const path = join(folder, 'dist', file);
      writeFileSync(path, withoutMap(path));
    }
  return finish(folder, manifest);
}

/** Source maps without their sources help nobody. */
function withoutMap(path) {
  return readFileSync(path, 'utf8').replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n');
}

/** @throws {Error} for an entry point without a file: a project that imports it would be the first to notice */
function finish(folder, manifest) {
  const missing = entryFiles(manifest).filter((path) => !existsSync(join(folder, path)));
  if (missing.length > 0) throw new Error(`${manifest.name}: no such files: ${missing.join(', ')}`);
  cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  return folder;
}

/** Packs all staged folders by one process of npm: each takes longer to start than to pack. */
function pack(folders) {
  const names = folders.map((folder) => `./${basename(folder)}`);
  const { status, stderr } = spawnSync('npm', ['pack', '--silent', '--pack-destination', RELEASE, ...names], {
    cwd: staging,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm pack: ${stderr}`);
}

function writeChecksums() {
  const lines = readdirSync(RELEASE)
    .toSorted()
    .map(
      (file) =>
        `${createHash('sha256')
          .update(readFileSync(join(RELEASE, file)))
          .digest('hex')}  ${file}\n`,
    );
  writeFileSync(join(RELEASE, 'SHA256SUMS'), lines.join(''));
}
