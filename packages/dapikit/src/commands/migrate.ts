import { command } from '../program/command.js';
import { UsageError } from '../program/option.js';
import { migrateOptions } from './migrate-options.js';
import { planAction } from './migrate-plan.js';
import { recordAction, statusAction } from './migrate-status.js';

const ACTIONS = { plan: planAction, record: recordAction, status: statusAction } as const;

const isAction = (name: string): name is keyof typeof ACTIONS => Object.hasOwn(ACTIONS, name);

/** Implements `dapikit migrate`: plans how a registered contract becomes a new one, and compares recorded contracts with a network. */
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
  ],
  examples: [
    ['migrate plan registered.json contract.json', 'an update, or what to copy where'],
    ['migrate plan git:main:contract.json contract.json', 'the same, against the file of a branch'],
    ['migrate status --url testnet', 'for CI: exit code 1 where something differs'],
  ],
  notes: [
    'Where the platform rejects the update, the plan has the update that comes nearest, and what copies of documents in a new contract cost and lose.',
    'With --url, contracts are read through @dashevo/evo-sdk, which verifies the proof of each. dapikit.lock.json is in the current folder, and has a record for each network and file.',
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
