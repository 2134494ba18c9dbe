// Checks the first word of docstrings: a function's starts with a verb, a type's may start with a noun.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = /(?<!\.test|\.d)\.tsx?$/;
const DOCSTRING = /\/\*\*\s*(?:\*\s*)?([A-Za-z]+)/g;
/** Words with which a docstring tells a reader nothing yet. */
const REJECTED = new Set(['Is', 'Has', 'What', 'How', 'Who', 'Whether', 'Of', 'So']);
/** Folders that are not checked yet. Each is removed here once its docstrings are rewritten. */
const UNCHECKED = [];

/**
 * Lists the docstrings of a text that start with a rejected word.
 * @returns {{ line: number, word: string }[]} the line of each, counted from 1
 */
export function rejectedDocstrings(text) {
  return Array.from(text.matchAll(DOCSTRING))
    .filter(([, word]) => REJECTED.has(word))
    .map(({ index, 1: word }) => ({ line: text.slice(0, index).split('\n').length, word }));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  for (const name of readdirSync(join(root, 'packages')).toSorted()) {
    const folder = `packages/${name}/src/`;
    const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
    for (const file of files.toSorted().map((path) => `${folder}${path}`)) {
      if (!SOURCE.test(file) || UNCHECKED.some((unchecked) => file.startsWith(unchecked))) continue;
      for (const { line, word } of rejectedDocstrings(readFileSync(join(root, file), 'utf8'))) {
        console.error(
          `${file}:${line}: a docstring starts with "${word}": start with a verb, or with a noun for a type`,
        );
        process.exitCode = 1;
      }
    }
  }
}
