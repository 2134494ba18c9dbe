import { loadOptional, MissingPackageError } from '@dapikit/chain';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CommandError } from '../../program/command.js';
import { FileError } from '../../program/file-error.js';
import { printable } from '../../program/printable.js';
import { INVARIANT_TOOLS, type Invariant } from './invariant.js';

/**
 * Loads the invariants of a module: its default export is a function that gets `always` and `never`.
 *
 * @param file `.mjs` or `.js`, or `.ts` with the package `jiti`
 * @throws {FileError} when the module cannot be loaded, has no such export, or that throws
 */
export async function loadInvariants(file: string): Promise<readonly Invariant[]> {
  const name = printable(file);
  const { default: define } = await loadModule(resolve(file), name);
  if (typeof define !== 'function')
    throw new FileError(`${name}: expected a function as its default export, found ${typeof define}`);
  const made = await orFileError(name, async (): Promise<unknown> => define(INVARIANT_TOOLS));
  if (!Array.isArray(made) || !made.every(isInvariant))
    throw new FileError(`${name}: expected a list of what always() and never() return`);
  const names = made.map((each) => each.name);
  const repeated = names.find((each, at) => names.indexOf(each) < at);
  if (repeated !== undefined)
    throw new FileError(`${name}: two invariants are called ${printable(repeated)}`);
  return made;
}

const isInvariant = (value: unknown): value is Invariant => {
  const { kind, name, judge } = Object(value);
  return (kind === 'always' || kind === 'never') && typeof name === 'string' && typeof judge === 'function';
};

async function loadModule(path: string, name: string): Promise<{ readonly default?: unknown }> {
  const load = /\.[cm]?ts$/.test(path) ? await typescriptLoader() : importModule;
  return orFileError(name, async () => load(path));
}

/** Runs code of a module. @throws {FileError} (rejects) with what it throws */
async function orFileError<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw new FileError(`${name}: ${printable(error instanceof Error ? error.message : String(error))}`);
  }
}

const importModule = async (path: string): Promise<object> => Object(await import(pathToFileURL(path).href));

/** @throws {CommandError} when the loader is not installed */
async function typescriptLoader(): Promise<typeof importModule> {
  try {
    const { createJiti } = await loadOptional(() => import('jiti'), '--invariants with TypeScript', 'jiti@2');
    const jiti = createJiti(import.meta.url);
    return async (path) => Object(await jiti.import(path));
  } catch (error) {
    if (error instanceof MissingPackageError)
      throw new CommandError(`${error.message}, or write them as .mjs`);
    throw error;
  }
}
