import { createInterface } from 'node:readline';
import { CliError } from '../program/cli-error.js';
import { command } from '../program/command.js';
import { option, text, UsageError } from '../program/option.js';
import { printable } from '../program/printable.js';
import type { Output } from '../program/terminal.js';
import { readSeedContracts, readSeedDocuments, type Seed } from '../platform/seed-files.js';
import { checkTypes } from '../platform/seed-platform.js';
import { remotePlatform } from '../platform/platform-client.js';
import { WatchedContracts } from '../platform/watched-contracts.js';
import { platformOptions } from './platform-options.js';

/** The line with which a user resets. */
const RESET = 'r';

/** Implements `dapikit watch`: keeps the contracts of a local platform as files have them. */
export const watch = command({
  name: 'watch',
  about: 'register contracts on a local platform, and update them when files are saved',
  usage: '<files…> [options]',
  maxOperands: Number.POSITIVE_INFINITY,
  options: {
    documents: option<string | undefined>({
      flag: 'documents',
      value: 'file',
      about:
        'JSON with a list of documents for each document type, which are created when their contract is registered',
      default: undefined,
      defaultText: 'none',
      read: text,
    }),
    by: option({
      flag: 'by',
      value: 'identity',
      about: 'identity that registers: an id or a name; one that is not there is created',
      default: 'me',
      read: text,
    }),
    ...platformOptions,
  },
  examples: [
    ['watch contracts/', 'every .json file in a folder'],
    ['watch shop.json --documents documents.json', 'with documents that the contract starts with'],
  ],
  notes: [
    'The alias of each contract is the name of its file. A contract of the identity of --by that is registered already is updated; files whose name is the alias of another contract are left alone. Where the platform does not allow an update, the reasons are written; r and Enter then revert the platform to its state at the start of the watch, and register the files: a contract of that state that cannot be updated stays, and its alias names the new one.',
    'After a revert, an import or a restart of the platform the files are applied again.',
    'Exit code: 0 after Ctrl-C, 1 if there is no platform, 2 if the command line is invalid.',
  ],
  async run({ documents, by, url, apiKey }, operands, { stdout }) {
    if (operands.length === 0) throw new UsageError('expected a file, a folder, or a pattern of contracts');
    const endpoint = remotePlatform(url, apiKey);
    const watched = new WatchedContracts(endpoint, by);
    await watched.start();
    let isResetWanted = false;
    let isApplying = false;
    const apply = async (): Promise<void> => {
      const isReset = isResetWanted;
      isResetWanted = false;
      isApplying = true;
      try {
        if (isReset) writeLines(stdout, await watched.reset());
        await applyAll(watched, await readSeed(operands, documents), isReset, stdout);
      } finally {
        isApplying = false;
      }
    };
    const [{ watchContracts }, { followReplacements }] = await Promise.all([
      import('../input/watch-contracts.js'),
      import('../platform/follow-replacements.js'),
    ]);
    return await watchContracts(
      documents === undefined ? operands : [...operands, documents],
      () => writingErrors(stdout, apply),
      stdout,
      {
        command: 'watch',
        trigger: (again) => {
          const endReset = onLine(RESET, () => {
            isResetWanted = true;
            again();
          });
          const endFeed = followReplacements(url, apiKey, {
            replaced: () => {
              // A reset of this command is applied already.
              if (!isApplying) again();
            },
            unfollowed: (reason) =>
              writeLines(stdout, [`reverts and restarts of the platform are not noticed: ${reason}`]),
          });
          return () => {
            endReset();
            endFeed();
          };
        },
      },
    );
  },
});

async function readSeed(operands: readonly string[], file: string | undefined): Promise<Seed> {
  const contracts = await readSeedContracts(operands);
  const documents = file === undefined ? [] : await readSeedDocuments(file);
  checkTypes(contracts, documents);
  return { contracts, documents };
}

/** Registers or updates the contracts, and offers a reset where one cannot be updated. */
async function applyAll(
  watched: WatchedContracts,
  { contracts, documents }: Seed,
  isReset: boolean,
  stdout: Output,
): Promise<void> {
  let needsReset = false;
  for (const contract of contracts) {
    const outcome = await watched.apply(contract, documents, isReset);
    needsReset ||= outcome.needsReset;
    writeLines(stdout, outcome.lines);
  }
  if (needsReset)
    writeLines(stdout, [`${RESET} and Enter reset the platform, and register the files as they are`]);
}

/** Runs work, and writes what is wrong with files or the platform: the next save may correct it. */
async function writingErrors(stdout: Output, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    writeLines(stdout, [`dapikit watch: ${error.message}`]);
  }
}

/** Calls back for each line of standard input that is a text. @returns a function that ends it */
function onLine(wanted: string, callback: () => void): () => void {
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    if (line.trim() === wanted) callback();
  });
  return () => lines.close();
}

function writeLines(stdout: Output, lines: readonly string[]): void {
  for (const line of lines) stdout.write(`${printable(line)}\n`);
}
