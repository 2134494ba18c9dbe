import type { Command } from './program/command.js';

/** Describes a command in the table: its line of help, and its module, which is loaded when it is called. */
export interface CommandEntry {
  readonly about: string;
  load(): Promise<Command>;
}

/** Describes commands that belong together. */
export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly (readonly [name: string, entry: CommandEntry])[];
}

/** Lists the commands of `dapikit` by what they are for, in the order of the help. */
export const COMMAND_GROUPS: readonly CommandGroup[] = [
  {
    title: 'Contracts',
    commands: [
      [
        'init',
        {
          about: 'write a starter contract, or an application with one',
          load: async () => (await import('./commands/init.js')).init,
        },
      ],
      [
        'check',
        {
          about: 'check data contracts',
          load: async () => (await import('./commands/check.js')).check,
        },
      ],
      [
        'explain',
        {
          about: 'explain a rule, or list the rules',
          load: async () => (await import('./commands/explain.js')).explainRule,
        },
      ],
      ['fmt', { about: 'format contracts', load: async () => (await import('./commands/fmt.js')).fmt }],
      [
        'fees',
        {
          about: 'calculate the cost of registering a contract',
          load: async () => (await import('./commands/fees.js')).fees,
        },
      ],
      [
        'diff',
        {
          about: 'check whether a contract update is allowed',
          load: async () => (await import('./commands/diff.js')).diff,
        },
      ],
      [
        'migrate',
        {
          about: 'plan how a registered contract becomes a new one, and compare files with a network',
          load: async () => (await import('./commands/migrate.js')).migrate,
        },
      ],
      [
        'attack',
        {
          about: 'try what anyone may do with a contract, on a platform in this process',
          load: async () => (await import('./commands/attack.js')).attack,
        },
      ],
      [
        'types',
        {
          about: 'write TypeScript types of the documents of a contract',
          load: async () => (await import('./commands/types.js')).types,
        },
      ],
      [
        'generate',
        {
          about: 'write a typed client of a contract, on top of evo-sdk',
          load: async () => (await import('./commands/generate.js')).generate,
        },
      ],
      [
        'schema',
        {
          about: 'write the JSON Schema of data contracts for editors',
          load: async () => (await import('./commands/schema.js')).schema,
        },
      ],
      [
        'lsp',
        {
          about: 'serve editors as the language server of data contracts',
          load: async () => (await import('./commands/lsp.js')).lsp,
        },
      ],
    ],
  },
  {
    title: 'Local network',
    commands: [
      [
        'dev',
        {
          about: 'start a local network: chain, platform with proofs, and studio',
          load: async () => (await import('./commands/dev.js')).dev,
        },
      ],
      [
        'env',
        {
          about: 'print the variables with which SDKs and tutorials use the local network',
          load: async () => (await import('./commands/env.js')).env,
        },
      ],
      [
        'platform',
        {
          about: 'run contracts and their documents on a local platform',
          load: async () => (await import('./commands/platform.js')).platform,
        },
      ],
      [
        'watch',
        {
          about: 'register contracts on a local platform, and update them when files are saved',
          load: async () => (await import('./commands/watch.js')).watch,
        },
      ],
      [
        'chain',
        {
          about: 'list the accounts of the development chain, or export its blocks',
          load: async () => (await import('./commands/chain.js')).chain,
        },
      ],
    ],
  },
  {
    title: 'Gateway and other networks',
    commands: [
      [
        'serve',
        {
          about: 'serve the gateway in front of Dash Core nodes',
          load: async () => (await import('./commands/serve.js')).serve,
        },
      ],
      [
        'config',
        {
          about: 'check or print the settings of dapikit serve',
          load: async () => (await import('./commands/config.js')).config,
        },
      ],
      [
        'key',
        {
          about: 'create an API key for a client of the gateway',
          load: async () => (await import('./commands/key.js')).key,
        },
      ],
      [
        'network',
        {
          about: 'verify recorded masternode lists, ChainLocks and headers of a network',
          load: async () => (await import('./commands/network.js')).network,
        },
      ],
      [
        'checkpoint',
        {
          about: 'show, verify or make a checkpoint: a block with the keys that sign the ChainLocks after it',
          load: async () => (await import('./commands/checkpoint.js')).checkpoint,
        },
      ],
    ],
  },
  {
    title: 'Tools',
    commands: [
      [
        'decode',
        {
          about:
            'decode bytes to JSON: transitions, contracts, documents, errors, addresses, transactions, blocks',
          load: async () => (await import('./commands/decode.js')).decode,
        },
      ],
      [
        'completion',
        {
          about: 'write a script that completes commands and options in a shell',
          load: async () => (await import('./commands/completion.js')).completion(loadAll),
        },
      ],
    ],
  },
];

/** Lists the commands of `dapikit` by name. */
export const COMMANDS: ReadonlyMap<string, CommandEntry> = new Map(
  COMMAND_GROUPS.flatMap(({ commands }) => commands),
);

/** Loads all commands, in the order of the help. */
const loadAll = async (): Promise<readonly Command[]> =>
  Promise.all([...COMMANDS.values()].map(async (entry) => entry.load()));
