import { PRIVATE_KEY_VARIABLE } from '../input/private-key.js';
import { withEvoSdk } from '../migrate/proven-network.js';
import { command, type ExitCode } from '../program/command.js';
import { UsageError } from '../program/option.js';
import type { Terminal } from '../program/terminal.js';
import { migrateOptions, type MigrateValues } from './migrate-options.js';
import { planAction } from './migrate-plan.js';
import { recordAction, statusAction } from './migrate-status.js';

const ACTIONS = {
  plan: planAction,
  record: recordAction,
  status: statusAction,
  copy: async (values: MigrateValues, operands: readonly string[], terminal: Terminal): Promise<ExitCode> => {
    const { copyAction } = await withEvoSdk(() => import('./migrate-copy.js'));
    return copyAction(values, operands, terminal);
  },
} as const;

const isAction = (name: string): name is keyof typeof ACTIONS => Object.hasOwn(ACTIONS, name);

/** Implements `dapikit migrate`: plans how a registered contract becomes a new one, copies documents, and compares recorded contracts with a network. */
export const migrate = command({
  name: 'migrate',
  about: 'plan how a registered contract becomes a new one, and compare files with a network',
  usage: '<action> [arguments] [options]',
  maxOperands: 3,
  options: migrateOptions,
  actions: [
    ['plan <registered> <new>', 'an update, or what to copy where; files, git:REF:path, or with --url an id'],
    ['record <file> <id>', 'write id, version and hash of a registered contract to dapikit.lock.json'],
    ['status', 'compare the recorded contracts with those that are registered'],
    ['copy <from> <to>', 'copy the documents of one owner: contracts as <id>, or types as <id>/<type>'],
  ],
  examples: [
    ['migrate plan registered.json contract.json', 'an update, or what to copy where'],
    ['migrate plan git:main:contract.json contract.json', 'the same, against the file of a branch'],
    ['migrate status --url testnet', 'for CI: exit code 1 where something differs'],
    [
      'migrate copy <old id>/note <new id>/note2 --url testnet',
      'print what it writes and costs, ask, and write',
    ],
  ],
  notes: [
    'Where the platform rejects the update, the plan has the update that comes nearest, and what copies of documents in a new contract cost and lose.',
    'With --url, contracts are read through @dashevo/evo-sdk, which verifies the proof of each. dapikit.lock.json is in the current folder, and has a record for each network and file.',
    `copy reads the documents of the owner of the private key, which it takes from --key-file or ${PRIVATE_KEY_VARIABLE}, never from the command line. It tries the copies on a platform in this process, prints what it will write and cost, and asks. Each document has one copy: the same command goes on where it was interrupted. It exits with 0 if all documents are copied.`,
    'Exit code: 0 if the new contract is an update of the registered one, or the network is as recorded; 1 if not, or if the network does not answer; 2 if the command line is invalid, or a file cannot be read.',
  ],
  async run(values, [action = '', ...operands], terminal) {
    if (!isAction(action))
      throw new UsageError(
        `expected an action (${Object.keys(ACTIONS).join(', ')}), found ${JSON.stringify(action)}`,
      );
    return ACTIONS[action](values, operands, terminal);
  },
});
