import { bytesToHex, InsufficientFunds, type DevChain } from '@dapikit/chain';
import {
  absentPlatform,
  DEFAULT_SETTINGS,
  inProcessLayer1,
  methods,
  startGateway,
  type ExampleChain,
  type Gateway,
} from '@dapikit/gateway';
import { command, EXIT } from '../command.js';
import { createLog } from '../log/create-log.js';
import { UsageError, type Values } from '../option.js';
import { devPlatform } from '../platform/dev-platform.js';
import { localPlatformStatus } from '../platform/local-platform-status.js';
import { studioFiles } from '../serve/studio-files.js';
import { printable } from '../report/printable.js';
import { VERSION } from '../version.js';
import {
  describeAccounts,
  describeCalls,
  describeCoins,
  describeStudio,
  describeUrls,
} from './dev-banner.js';
import { chainSettings } from './chain-options.js';
import { devOptions } from './dev-options.js';
import { openKeptChain } from './kept-chain.js';
import { limitSettings } from './limit-options.js';
import { showNodeFace } from './node-face.js';
import { stateFiles } from './state-options.js';
import { startFailure } from './start-failure.js';

const ONE_DASH = 100_000_000n;

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
      throw startFailure(error, values);
    }
  },
});

async function serve(options: Values<typeof devOptions>): Promise<void> {
  const { tlsCert, tlsKey } = options;
  const files = stateFiles(options);
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    throw new UsageError('--tls-cert and --tls-key go together: give both, or neither');
  }
  const log = createLog(options.logLevel, 'pretty', 2);
  const stopped = stopSignal();
  const { chain, save } = await openKeptChain(files, {
    ...chainSettings(options),
    onError: (error) => log.error({ err: error }, 'development chain failed'),
  });
  const platform = devPlatform(chain, options);
  const absent = absentPlatform(VERSION, () => Math.floor(Date.now() / 1000));
  const studio = await studioFiles(log);
  const onFaceError = (error: unknown): void => log.error({ err: error }, "the node's face failed");
  const face = await showNodeFace(chain, options, onFaceError);
  const gateway = await startGateway(
    {
      ...DEFAULT_SETTINGS,
      ...options,
      ...limitSettings(options),
      stateDirectory: options.stateDir,
      tls: tlsCert === undefined || tlsKey === undefined ? undefined : { certFile: tlsCert, keyFile: tlsKey },
    },
    {
      layer1: inProcessLayer1(chain),
      devChain: chain,
      platform,
      ...(studio && { studio }),
      platformStatus: localPlatformStatus(absent, async () =>
        platform.status().catch((error: unknown) => {
          log.warn({ err: error }, 'platform status incomplete');
          return undefined;
        }),
      ),
      log,
      now: Date.now,
    },
  ).catch(async (error: unknown) => {
    await face.close();
    throw error;
  });
  process.stdout.write(await describeStart(chain, gateway, studio !== undefined, face.description));
  chain.watchBlocks(({ kind, height, hash }) => {
    log.debug({ kind, height, hash }, 'block');
    process.stdout.write(kind === 'connected' ? `Block ${height} ${hash}\n` : `Block ${height} taken back\n`);
  });
  const { intervalSeconds } = files;
  const saveNow = (): void =>
    void save().catch((error: unknown) => log.error({ err: error }, 'chain not kept'));
  const saving = intervalSeconds === undefined ? undefined : setInterval(saveNow, intervalSeconds * 1000);
  await stopped;
  clearInterval(saving);
  process.stdout.write('\nstopping …\n');
  chain.close();
  await face.close();
  await gateway.close();
  await platform.close();
  await save();
  if (files.to !== undefined)
    process.stdout.write(`the chain is in ${printable(files.to)}, at height ${chain.tip().height}\n`);
}

async function describeStart(
  chain: DevChain,
  { urls }: Gateway,
  hasStudio: boolean,
  more: readonly string[],
): Promise<string> {
  const payment = examplePayment(chain);
  const tip = chain.tip();
  const example: ExampleChain = {
    genesis: await chain.blockHash(0),
    tip: tip.hash,
    transaction: payment ?? '',
  };
  const shown = payment === undefined ? methods.filter(({ name }) => name !== 'sendRawTransaction') : methods;
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
    describeCalls(shown, example, urls.at(-1) ?? ''),
    ...more,
    `Block ${tip.height} ${tip.hash}`,
    describeUrls(urls),
    ...(hasStudio ? [describeStudio(urls)] : []),
    '',
  ].join('\n\n');
}

/** A payment of one DASH in hexadecimal; `undefined` where no account of a chain that was loaded can pay it. */
function examplePayment(chain: DevChain): string | undefined {
  const { accounts } = chain;
  for (const [index, from] of accounts.entries()) {
    try {
      return bytesToHex(chain.transfer(from, accounts[index + 1] ?? from, ONE_DASH));
    } catch (error) {
      if (!(error instanceof InsufficientFunds)) throw error;
    }
  }
  return undefined;
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}
