import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PAGE = fileURLToPath(new URL('../../../../docs/tutorials/local-application.md', import.meta.url));
const FILE = /^`([\w./-]+)`:\n\n```\w+\n([^]*?)```$/gm;

/** Returns the files that the tutorial quotes, by their paths: the code below a line that is the name of a file. */
export function tutorialFiles(): ReadonlyMap<string, string> {
  const found = readFileSync(PAGE, 'utf8').matchAll(FILE);
  return new Map(Array.from(found, ([, name = '', text = '']) => [name, text]));
}

/** Returns the lines of the tutorial that begin with one of these commands, in order. */
export function tutorialCommands(...commands: readonly string[]): readonly string[] {
  return readFileSync(PAGE, 'utf8')
    .split('\n')
    .filter((line) => commands.some((command) => line.startsWith(`${command} `)));
}
