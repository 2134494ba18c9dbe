import { bytesToHex, DevChain } from '@dapikit/chain';
import {
  absentPlatform,
  ApiKeysError,
  CertificateError,
  methods,
  RedisClientMissing,
  startGateway,
  type ExampleChain,
  type Gateway,
} from '@dapikit/gateway';
import { pino } from 'pino';
import { command, CommandFailure, EXIT } from '../command.js';
import { UsageError, type Values } from '../option.js';
import { VERSION } from '../version.js';
import { describeAccounts, describeCalls, describeCoins, describeUrls } from './dev-banner.js';
import { devOptions } from './dev-options.js';
import { limitSettings } from './limit-options.js';

const ONE_DASH = 100_000_000n;

/** What is in the way of a start, by the system's error code. */
const START_FAILURES: ReadonlyMap<string, string> = new Map([
  ['EADDRINUSE', 'something else listens at this address already: choose another port with --port'],
  ['EACCES', 'listening there is not allowed: choose a port above 1023 with --port'],
  ['EADDRNOTAVAIL', 'this machine does not have that address: choose another one with --host'],
  ['ENOTFOUND', 'there is no host of that name: choose another one with --host'],
]);

/** What is wrong with a setting, in words for people. */
const SETTING_FAILURES = [CertificateError, ApiKeysError, RedisClientMissing, RangeError] as const;

/** `dapikit dev`: starts the embedded chain and the gateway, says how to use them, and serves until it is told to stop. */
export const dev = command({
  name: 'dev',
  about: 'a JSON-RPC gateway in front of an embedded development chain',
  usage: '[options]        (from a clone: npm start -- [options])',
  mostOperands: 0,
  options: devOptions,
  async run(values) {
    try {
      await serve(values);
      return EXIT.fine;
    } catch (error) {
      throw startFailure(error);
    }
  },
});

function startFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const known = START_FAILURES.get('code' in error ? String(error.code) : '');
  if (known !== undefined) return new CommandFailure(`${error.message}\n${known}`);
  return SETTING_FAILURES.some((one) => error instanceof one) ? new CommandFailure(error.message) : error;
}

async function serve(options: Values<typeof devOptions>): Promise<void> {
  const { tlsCert, tlsKey, mnemonic, mining, masternodeChanges } = options;
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    throw new UsageError('--tls-cert and --tls-key go together: give both, or neither');
  }
  const log = pino({ level: options.logLevel }, pino.destination({ dest: 2, sync: true }));
  const stopped = stopSignal();
  const chain = new DevChain({
    mnemonic,
    mining,
    masternodeChangeInterval: masternodeChanges,
    onError: (error) => log.error({ err: error }, 'development chain failed'),
  });
  const gateway = await startGateway(
    {
      ...options,
      ...limitSettings(options),
      stateDirectory: options.stateDir,
      tls: tlsCert === undefined || tlsKey === undefined ? undefined : { certFile: tlsCert, keyFile: tlsKey },
    },
    {
      layer1: chain,
      devChain: chain,
      platformStatus: absentPlatform(VERSION, () => Math.floor(Date.now() / 1000)),
      log,
      now: Date.now,
    },
  );
  process.stdout.write(await describeStart(chain, gateway));
  chain.watchBlocks(({ kind, height, hash }) => {
    log.debug({ kind, height, hash }, 'block');
    process.stdout.write(kind === 'connected' ? `Block ${height} ${hash}\n` : `Block ${height} taken back\n`);
  });
  await stopped;
  process.stdout.write('\nstopping …\n');
  chain.close();
  await gateway.close();
}

async function describeStart(chain: DevChain, { urls }: Gateway): Promise<string> {
  const [from, to] = chain.accounts;
  if (from === undefined || to === undefined) throw new Error('a development chain has funded accounts');
  const tip = chain.tip();
  const example: ExampleChain = {
    genesis: await chain.blockHash(0),
    tip: tip.hash,
    transaction: bytesToHex(chain.transfer(from, to, ONE_DASH)),
  };
  const accounts = chain.accounts.map((account) => ({ ...account, balance: chain.balance(account) }));
  const coins = chain.accounts.flatMap((account, index) =>
    chain.coins(account).map(({ outPoint: { txid, index: output }, coin: { value } }) => ({
      account: index,
      outPoint: `${txid}:${output}`,
      value,
    })),
  );
  return [
    `dapikit ${VERSION}: embedded chain (regtest)`,
    describeAccounts(accounts),
    describeCoins(coins),
    describeCalls(methods, example, urls.at(-1) ?? ''),
    `Block ${tip.height} ${tip.hash}`,
    describeUrls(urls),
    '',
  ].join('\n\n');
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}
