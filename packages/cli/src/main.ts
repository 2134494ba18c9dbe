import { type Command, CommandFailure, EXIT, type ExitCode } from './command.js';
import { UsageError } from './option.js';
import { PROGRAM } from './program.js';
import { VERSION } from './version.js';

interface Entry {
  readonly about: string;
  load(): Promise<Command>;
}

/** Each is loaded when it is called, so that none waits for the others. */
const COMMANDS: ReadonlyMap<string, Entry> = new Map([
  [
    'check',
    {
      about: 'find the mistakes in data contracts',
      load: async () => (await import('./commands/check.js')).check,
    },
  ],
  [
    'explain',
    {
      about: 'tell what a rule says, or list the rules',
      load: async () => (await import('./commands/explain.js')).explainRule,
    },
  ],
  [
    'fees',
    {
      about: 'tell what the registration of a contract costs',
      load: async () => (await import('./commands/fees.js')).fees,
    },
  ],
  [
    'diff',
    {
      about: 'tell whether a contract may be updated to another',
      load: async () => (await import('./commands/diff.js')).diff,
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
    'fmt',
    { about: 'put contracts into one form', load: async () => (await import('./commands/fmt.js')).fmt },
  ],
  [
    'init',
    { about: 'write a contract to start from', load: async () => (await import('./commands/init.js')).init },
  ],
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
      about: 'check or print the settings of serve',
      load: async () => (await import('./commands/config.js')).config,
    },
  ],
  [
    'chain',
    {
      about: 'write the blocks of the development chain',
      load: async () => (await import('./commands/chain.js')).chain,
    },
  ],
  [
    'key',
    {
      about: 'make an API key for clients of a gateway',
      load: async () => (await import('./commands/key.js')).key,
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
    'dev',
    {
      about: 'serve the embedded development chain',
      load: async () => (await import('./commands/dev.js')).dev,
    },
  ],
]);

const HELP = [
  `dapikit ${VERSION}`,
  '',
  'Usage: dapikit <command> [options]',
  '',
  ...[...COMMANDS].map(([name, { about }]) => `  ${name.padEnd(10)}${about}`),
  '',
  'dapikit <command> --help tells the options of a command.',
  '',
].join('\n');

// Whoever read the output is gone, such as `head` in a pipe: there is nobody left to tell. A command that is through has
// said by then how it ends.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') {
    setImmediate(() => process.exit());
    return;
  }
  process.stderr.write(`dapikit: the output cannot be written (${error.code ?? error.message})\n`);
  process.exit(EXIT.usage);
});

const [name, ...args] = process.argv.slice(2);
process.exitCode = await run();

async function run(): Promise<ExitCode> {
  if (name === undefined || name === '--help' || name === '-h') {
    process.stdout.write(HELP);
    return name === undefined ? EXIT.usage : EXIT.fine;
  }
  if (name === '--version' || name === '-V') {
    process.stdout.write(`${VERSION}\n`);
    return EXIT.fine;
  }
  try {
    if (name === 'help') return await help(args[0]);
    return await (await commandOf(name)).run(args);
  } catch (error) {
    if (error instanceof UsageError) {
      const command = COMMANDS.has(name) ? `${name} ` : '';
      process.stderr.write(
        `dapikit: ${error.message}${await suggestion(error)}\nSee: ${PROGRAM} ${command}--help\n`,
      );
      return EXIT.usage;
    }
    if (!(error instanceof CommandFailure)) throw error;
    process.stderr.write(`dapikit: ${error.message}\n`);
    return EXIT.failure;
  }
}

async function suggestion({ choices }: UsageError): Promise<string> {
  if (choices === undefined) return '';
  const { nearestNames } = await import('@dapikit/contract');
  const alike = nearestNames(choices.found, choices.names);
  return alike.length === 0 ? '' : `; did you mean ${alike.join(' or ')}?`;
}

async function help(about: string | undefined): Promise<ExitCode> {
  if (about !== undefined) return await (await commandOf(about)).run(['--help']);
  process.stdout.write(HELP);
  return EXIT.fine;
}

async function commandOf(name: string): Promise<Command> {
  const entry = COMMANDS.get(name);
  if (entry === undefined)
    throw new UsageError(`there is no command ${JSON.stringify(name)}`, {
      found: name,
      names: [...COMMANDS.keys()],
    });
  return await entry.load();
}
