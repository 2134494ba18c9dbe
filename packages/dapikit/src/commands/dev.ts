import type { DevChain } from '@dapikit/chain';
import {
  absentPlatform,
  composeSettings,
  inProcessLayer1,
  startGateway,
  type Gateway,
  type PlatformStatusSource,
} from '@dapikit/gateway';
import type { Logger } from 'pino';
import { attackInProcess } from '../serve/attack-process.js';
import { useFastBls } from '../serve/fast-bls.js';
import { command, CommandError, EXIT } from '../program/command.js';
import { createLog } from '../log/create-log.js';
import { logWarnings } from '../log/log-warnings.js';
import { UsageError, type Values } from '../program/option.js';
import { devPlatform, type DevPlatform } from '../platform/dev-platform.js';
import { announceNetwork } from '../platform/announce-network.js';
import { openFailure } from '../platform/open-failure.js';
import { TreeProgress, type TreeReport } from '../platform/tree-progress.js';
import type { Seed } from '../platform/seed-files.js';
import { transitionLog } from '../platform/transition-log.js';
import { localPlatformStatus } from '../platform/local-platform-status.js';
import { studioFiles } from '../serve/studio-files.js';
import { printable } from '../program/printable.js';
import { PROGRAM } from '../program/program-name.js';
import { VERSION } from '../program/version.js';
import { closeAll } from './close-all.js';
import { describeStart } from './dev-banner.js';
import { chainSettings } from './chain-options.js';
import { devGroups, devOptions } from './dev-options.js';
import { listArgumentsOf } from './list-arguments.js';
import { openStoredChain, type StoredChain } from './stored-chain.js';
import { startCoreEmulator } from './core-emulator.js';
import { stateFiles, type StateFiles } from './state-options.js';
import { listenForSdks } from './sdk-ports.js';
import { startFailure } from './start-failure.js';

/** Implements `dapikit dev`: starts the embedded chain and the gateway, prints how to use them, and serves until a signal ends it. */
export const dev = command({
  name: 'dev',
  about: 'start a local network: chain, platform with proofs, and studio',
  usage: '[options]        (from a clone: npm start -- [options])',
  maxOperands: 0,
  options: devOptions,
  groups: devGroups,
  async run(values) {
    try {
      await serve(values);
      return EXIT.fine;
    } catch (error) {
      throw await startFailure(error, values);
    }
  },
});

/** Reads the contracts and documents with which the platform starts. @throws {CommandError} (rejects) when a file cannot be read */
async function readSeed({
  contract,
  documents,
}: Pick<Values<typeof devOptions>, 'contract' | 'documents'>): Promise<Seed | undefined> {
  if (contract === undefined && documents === undefined) return undefined;
  if (contract === undefined) throw new UsageError('--documents requires --contract');
  const { readSeedContracts, readSeedDocuments } = await import('../platform/seed-files.js');
  return {
    contracts: await readSeedContracts([contract]),
    documents: documents === undefined ? [] : await readSeedDocuments(documents),
  };
}

/** Messages of the gateway that say what the banner and the last lines say. */
const SAID_BY_BANNER: ReadonlySet<string> = new Set(['listening', 'closed']);

/** Returns the level of the log; a quiet one has no requests and transitions. */
const logLevelOf = ({ quiet, logLevel }: Pick<Values<typeof devOptions>, 'quiet' | 'logLevel'>): string =>
  quiet && !['fatal', 'error', 'silent'].includes(logLevel) ? 'warn' : logLevel;

async function serve(options: Values<typeof devOptions>): Promise<void> {
  const { tlsCert, tlsKey, isApiKeyRequired, apiKeys } = options;
  const files = stateFiles(options);
  const seed = await readSeed(options);
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    throw new UsageError('give both --tls-cert and --tls-key, or neither');
  }
  if (isApiKeyRequired && apiKeys.length === 0)
    throw new UsageError('--require-api-key requires a file of keys: add --api-keys FILE');
  const log = createLog(logLevelOf(options), 'pretty', 2, SAID_BY_BANNER);
  logWarnings(log);
  const stopped = stopSignal(options.withParent);
  const stored = await openStoredChain(files, {
    ...chainSettings(options),
    onError: (error) => log.error({ err: error }, 'development chain failed'),
  });
  try {
    await serveChain(stored, files, { ...options, seed }, log, stopped);
  } finally {
    await stored.release();
  }
}

function writeTreeProgress({ entries, isComplete }: TreeReport): void {
  process.stdout.write(
    isComplete
      ? `Proofs ready: built the trees of the state from ${entries} entries\n`
      : `Building the trees of the state for proofs: ${entries} entries …\n`,
  );
}

/** Returns the status of the platform of a chain, or the absence of one where its own status fails. */
const platformStatusOf = (chain: DevChain, platform: DevPlatform, log: Logger): PlatformStatusSource =>
  localPlatformStatus(
    absentPlatform(VERSION, () => Math.floor(Date.now() / 1000)),
    async () =>
      platform.status().catch((error: unknown) => {
        log.warn({ err: error }, 'platform status incomplete');
        return undefined;
      }),
    () => chain.tip().height,
  );

/** An account with less cannot pay for what users try first, in duffs. */
const ONE_DASH = 100_000_000n;

/** Describes the servers of a chain. */
interface Servers {
  readonly gateway: Gateway;
  readonly emulator: Awaited<ReturnType<typeof startCoreEmulator>>;
  readonly hasStudio: boolean;
}

/** Opens the servers of a chain. Where one cannot listen, none stays open. */
async function openServers(
  chain: DevChain,
  platform: DevPlatform,
  options: Values<typeof devOptions>,
  log: Logger,
): Promise<Servers> {
  const studio = await studioFiles(log);
  const onEmulatorError = (error: unknown): void => log.error({ err: error }, 'Core RPC emulator failed');
  const emulator = await startCoreEmulator(chain, options, onEmulatorError);
  let gateway: Gateway | undefined;
  try {
    gateway = await startGateway(
      { ...composeSettings(options), stateDirectory: options.stateDirectory },
      {
        layer1: inProcessLayer1(chain),
        devChain: chain,
        platform,
        ...(studio && { studio }),
        attack: attackInProcess,
        program: PROGRAM,
        platformStatus: platformStatusOf(chain, platform, log),
        log,
        requestLog: { level: 'info', shows: 'values' },
        now: Date.now,
      },
    );
    await listenForSdks(gateway, options, log);
    return { gateway, emulator, hasStudio: studio !== undefined };
  } catch (error) {
    await Promise.all([emulator.close(), gateway?.close()]);
    throw error;
  }
}

/** Serves a chain until a signal ends it. */
async function serveChain(
  { chain, save }: StoredChain,
  files: StateFiles,
  options: Values<typeof devOptions> & { readonly seed: Seed | undefined },
  log: Logger,
  stopped: Promise<void>,
): Promise<void> {
  const platform = devPlatform(chain, options, {
    progress: new TreeProgress(writeTreeProgress),
    onTransition: transitionLog(log),
  });
  const { gateway, emulator, hasStudio } = await openServers(chain, platform, options, log);
  const account = chain.accounts.find((one) => chain.balance(one) >= ONE_DASH);
  process.stdout.write(
    describeStart({
      urls: gateway.urls,
      hasStudio,
      tip: chain.tip(),
      account: account && { ...account, balance: chain.balance(account) },
      stateFile: files.to,
      platformStore: options.platformStore,
      platformProtocol: options.platformProtocol,
      listArguments: listArgumentsOf(files, options),
      more: emulator.description,
    }),
  );
  writeBlocks(chain, log, options.quiet);
  void useFastBls(log);
  const opening = openPlatform(platform, options, log, async () => {
    if (options.seed !== undefined) await writeSeed(platform, options.seed);
    if (options.withParent) await announceNetwork(chain, gateway.urls.at(-1) ?? '');
  });
  const { intervalSeconds } = files;
  const saveNow = (): void =>
    void save().catch((error: unknown) => log.error({ err: error }, 'chain not saved'));
  const saving = intervalSeconds === undefined ? undefined : setInterval(saveNow, intervalSeconds * 1000);
  const failure = await Promise.race([stopped, failureOf(opening)]);
  clearInterval(saving);
  process.stdout.write('\nstopping …\n');
  // Requests that take long are waited for: whatever ends the process meanwhile, the chain is as it was now.
  await save().catch((error: unknown) => log.error({ err: error }, 'chain not saved'));
  chain.close();
  const isClean = await closeAll(
    [() => emulator.close(), () => gateway.close(), () => platform.close(), () => opening],
    (error) => log.error({ err: error }, 'not closed'),
  );
  await save();
  if (files.to !== undefined)
    process.stdout.write(`the chain is in ${printable(files.to)}, at height ${chain.tip().height}\n`);
  if (failure !== undefined) throw failure;
  if (!isClean) throw new CommandError('not everything was closed: see the log');
}

/**
 * Opens the platform before the first request for it, which would wait for that. Never rejects: returns why its store can never be opened as
 * it is; after any other error, a request tries again and reports it.
 */
async function openPlatform(
  platform: DevPlatform,
  { platformStore }: Pick<Values<typeof devOptions>, 'platformStore'>,
  log: Logger,
  onOpen: () => Promise<void>,
): Promise<CommandError | undefined> {
  try {
    if (!(await platform.open())) return undefined;
    process.stdout.write('Platform open\n');
    await onOpen();
    return undefined;
  } catch (error) {
    if (error instanceof CommandError) return error;
    if (platformStore !== undefined && !isTransient(error)) return openFailure(error);
    log.warn({ err: error }, 'platform not open');
    return undefined;
  }
}

const isTransient = (error: unknown): boolean =>
  error instanceof Error && 'isTransient' in error && error.isTransient === true;

/** Writes the contracts with which the platform started, with their ids. */
async function writeSeed(platform: DevPlatform, { contracts }: Seed): Promise<void> {
  const names = new Set(contracts.map(({ alias }) => alias));
  for (const { alias, id } of await (await platform.platform()).listAliases())
    if (names.has(alias)) process.stdout.write(`Contract ${printable(alias)} ${id}\n`);
}

/** Resolves with a failure; never without one. */
const failureOf = async (opening: Promise<CommandError | undefined>): Promise<CommandError> =>
  new Promise((resolve) => void opening.then((failure) => failure && resolve(failure)));

/** Writes a line for each block that comes or goes, and for locks that a control drops. */
function writeBlocks(chain: DevChain, log: Logger, isQuiet: boolean): void {
  chain.watchBlocks(({ kind, height, hash }) => {
    log.debug({ kind, height, hash }, 'block');
    if (isQuiet) return;
    process.stdout.write(
      kind === 'connected' ? `Block ${height} ${hash}\n` : `Block ${height} disconnected\n`,
    );
  });
  chain.watchDroppedLocks(({ chainLock, instantLocks }) => {
    log.info(
      { height: chainLock?.height ?? null, hash: chainLock?.hash ?? null, instantLocks: instantLocks.length },
      'locks dropped',
    );
  });
}

/** Resolves at the first signal; SIGHUP is that of a terminal that closes. The handlers stay: a second signal does not end what saves the chain. */
function stopSignal(withParent: boolean): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
    if (!withParent) return;
    process.once('disconnect', () => resolve());
    // The channel alone keeps no process running.
    process.channel?.unref();
  });
}
