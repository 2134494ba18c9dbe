import { createHash } from 'node:crypto';
import { loadOptional, MissingPackageError } from '@dapikit/chain';
import type { EvoSDK } from '@dashevo/evo-sdk';
import { stringify } from 'lossless-json';
import { parseExactly } from '../platform/exact-json.js';
import { membersOf, type Members } from '../platform/members.js';
import { CommandError } from '../program/command.js';
import { describeNoUrl, isHttpUrl } from '../program/http-url.js';
import { UsageError } from '../program/option.js';
import { printable } from '../program/printable.js';
import type { LockedContract } from './contract-lock.js';

/** Names public networks that evo-sdk finds without an address. */
const PUBLIC_NETWORKS = ['testnet', 'mainnet'] as const;

/** A platform whose responses evo-sdk verifies by their proofs. */
export interface ProvenNetwork {
  readonly sdk: EvoSDK;
  /** Its chain id, such as `dapikit-regtest`. */
  readonly name: string;
  readonly protocolVersion: number;
}

/** A contract as it is registered. */
export interface ProvenContract {
  readonly locked: LockedContract;
  /** Official JSON. */
  readonly members: Members;
}

/** Loads a module that needs evo-sdk. @throws {CommandError} (rejects) where it is not installed */
export async function withEvoSdk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await loadOptional(load, 'dapikit migrate over a network', '@dashevo/evo-sdk@4.1.0');
  } catch (error) {
    if (error instanceof MissingPackageError) throw new CommandError(error.message);
    throw error;
  }
}

/**
 * Connects to a platform with evo-sdk.
 * @param url of a gateway, whose lists of quorums are trusted; or `testnet` or `mainnet`, with the lists that evo-sdk trusts there
 * @throws {UsageError} where it is no address. @throws {CommandError} (rejects) where evo-sdk is not installed, or no platform answers
 */
export async function connectProven(url: string): Promise<ProvenNetwork> {
  const known = PUBLIC_NETWORKS.find((name) => name === url);
  if (known === undefined && !isHttpUrl(url))
    throw new UsageError(`--url: ${describeNoUrl(url)}, testnet or mainnet`);
  const { EvoSDK } = await withEvoSdk(() => import('@dashevo/evo-sdk'));
  const address = url.replace(/\/+$/, '');
  const sdk =
    known === undefined
      ? new EvoSDK({
          network: 'local',
          trusted: true,
          addresses: [address],
          quorumUrl: address,
          // There is one address: a client that bans it has none.
          settings: { banFailedAddress: false },
        })
      : known === 'testnet'
        ? EvoSDK.testnetTrusted()
        : EvoSDK.mainnetTrusted();
  const status = await answerOf(url, async () => {
    await sdk.connect();
    return sdk.system.status();
  });
  const name = status.network.chain_id;
  const protocolVersion = status.version.protocol.drive.current;
  if (name === '') throw new CommandError(`${url} did not say which network it is on`);
  return { sdk, name, protocolVersion };
}

/** Reads a contract; `undefined` where the network proves that there is none. @param protocolVersion of the bytes that are hashed */
export async function provenContract(
  { sdk }: Pick<ProvenNetwork, 'sdk'>,
  id: string,
  protocolVersion: number,
): Promise<ProvenContract | undefined> {
  const contract = await answerOf('the network', async () => sdk.contracts.fetch(id));
  if (contract === undefined) return undefined;
  const [bytes, json] = await answerOf(`contract ${id} at protocol ${protocolVersion}`, async () =>
    Promise.resolve([contract.toBytes(protocolVersion), contract.toJSON(protocolVersion)] as const),
  );
  const hash = createHash('sha256').update(bytes).digest('hex');
  const { version } = contract;
  const text = stringify(json) ?? '';
  return {
    locked: { id, version, hash, protocol: protocolVersion },
    members: membersOf(parseExactly(text)),
  };
}

/** Waits for an answer. @throws {CommandError} (rejects) with the message of evo-sdk, whose errors are no `Error` */
export async function answerOf<Result>(where: string, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    const message = String(Reflect.get(Object(error), 'message') ?? error);
    throw new CommandError(`${where}: ${printable(message.slice(0, 500))}`);
  }
}
