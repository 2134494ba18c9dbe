// The licences of the packages that a bundle contains.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../build/source-packages.mjs';

const FOLDER = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const LICENCE = /^(?:licen[cs]e|copying|notice)/i;

/**
 * Returns one text with the name, version and licence of each package.
 *
 * @param inputs files of the bundle, as esbuild names them
 * @throws {Error} for a package that has neither a licence nor the name of one
 */
export function thirdPartyLicences(inputs) {
  const folders = new Set(
    inputs.map((path) => FOLDER.exec(path)?.[1]).filter((folder) => folder !== undefined),
  );
  return [...folders]
    .map((folder) => licenceOf(join(ROOT, folder)))
    .toSorted()
    .join(`\n${'-'.repeat(80)}\n\n`);
}

function licenceOf(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter((file) => LICENCE.test(file));
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  if (texts.length === 0 && license === undefined) throw new Error(`${name} has no licence: ${folder}`);
  const holder = typeof author === 'string' ? author : author?.name;
  return `${[`${name} ${version}`, `Licence: ${license ?? 'see below'}`, ...(texts.length === 0 && holder ? [`Copyright: ${holder}`] : []), ...texts].join('\n\n')}\n`;
}
