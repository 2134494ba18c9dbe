import { KnownAliases } from '../platform/known-aliases.js';
import { describeFees } from '../platform/print-recent.js';
import {
  DevNetworkError,
  type CallParams,
  type DevNetwork,
  type DevNetworkOptions,
  type NetworkFee,
  type NetworkRejection,
} from './dev-network.js';
import { NetworkProcess } from './network-process.js';

const SECOND_MS = 1_000;

/**
 * Starts a local network in a process of its own: a chain, a platform with proofs, and the gateway in front of both. Resolves once the
 * platform is open. It ends with {@link DevNetwork.close}, or with this process.
 *
 * @throws {Error} (rejects) with the reason where it does not start
 * @example
 * const network = await createDevNetwork();
 * const start = await network.snapshot();
 * await network.platform('createIdentity', { seed: 'me' });
 * await network.revert(start);
 * await network.close();
 */
export async function createDevNetwork({
  port = 0,
  args = [],
  log = false,
  feeReport = false,
}: DevNetworkOptions = {}): Promise<DevNetwork> {
  const quiet = log ? [] : ['--quiet'];
  const process = await NetworkProcess.start(['--port', String(port), ...quiet, ...args], log);
  return new RunningNetwork(process, feeReport);
}

class RunningNetwork implements DevNetwork {
  readonly #process: NetworkProcess;
  readonly #printsFees: boolean;
  /** Snapshots of chain and platform, by the number that a test has. */
  readonly #snapshots = new Map<number, { readonly chain: CallParams; readonly platform: CallParams }>();
  #lastSnapshot = 0;
  #closing: Promise<void> | undefined;

  constructor(process: NetworkProcess, printsFees: boolean) {
    this.#process = process;
    this.#printsFees = printsFees;
  }

  get url(): string {
    return this.#process.ready.url;
  }

  get accounts(): DevNetwork['accounts'] {
    return this.#process.ready.accounts;
  }

  get identities(): DevNetwork['identities'] {
    return this.#process.ready.identities;
  }

  layer1 = async (method: string, params?: CallParams): Promise<unknown> => this.#call('/', method, params);

  control = async (method: string, params?: CallParams): Promise<unknown> =>
    this.#call('/dev', method, params);

  platform = async (method: string, params?: CallParams): Promise<unknown> => {
    // A call may have given an alias since the last one.
    const aliases = new KnownAliases({ call: async (listed) => this.#call('/platform', listed, undefined) });
    return this.#call('/platform', method, params && (await aliases.resolve(params)));
  };

  async snapshot(): Promise<number> {
    const [platform, chain] = [await this.platform('snapshot'), await this.control('snapshot')];
    this.#lastSnapshot += 1;
    this.#snapshots.set(this.#lastSnapshot, { chain: membersOf(chain), platform: membersOf(platform) });
    return this.#lastSnapshot;
  }

  async revert(snapshot: number): Promise<void> {
    const taken = this.#snapshots.get(snapshot);
    if (taken === undefined)
      throw new RangeError(`there is no snapshot ${snapshot}: take one with snapshot()`);
    for (const number of this.#snapshots.keys()) if (number >= snapshot) this.#snapshots.delete(number);
    await this.control('revert', taken.chain);
    await this.platform('revert', taken.platform);
  }

  async mine(count = 1): Promise<readonly string[]> {
    const hashes = await this.control('mine', { count });
    return Array.isArray(hashes) ? hashes.map(String) : [];
  }

  async advanceTime(milliseconds: number): Promise<void> {
    const target = (await this.#platformTime()) + milliseconds;
    const seconds = Math.floor(milliseconds / SECOND_MS);
    if (seconds > 0) await this.control('advanceTime', { seconds });
    // Its clock follows that of the chain where that is ahead.
    const rest = Math.max(0, target - (await this.#platformTime()));
    await this.platform('advanceTime', { milliseconds: rest });
  }

  async #platformTime(): Promise<number> {
    return Number(membersOf(await this.platform('status'))['time']);
  }

  async rejections(): Promise<readonly NetworkRejection[]> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the method is documented
    return membersOf(await this.platform('listRejections'))['rejections'] as readonly NetworkRejection[];
  }

  async feeReport(): Promise<readonly NetworkFee[]> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the method is documented
    return membersOf(await this.platform('getFeeReport'))['rows'] as readonly NetworkFee[];
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    if (this.#printsFees) console.log(`Fees\n${describeFees(await this.platform('getFeeReport'))}`);
    await this.#process.close();
  }

  async #call(path: string, method: string, params: CallParams | undefined): Promise<unknown> {
    const response = await fetch(`${this.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }, plain),
    });
    const answer = membersOf(JSON.parse(await response.text()));
    if (answer['error'] === undefined) return answer['result'];
    const { code, message, data } = membersOf(answer['error']);
    throw new DevNetworkError(Number(code), String(message), membersOf(data));
  }
}

/** Writes values of programs as the methods take them: 64-bit integers as decimal text, bytes in base64. */
function plain(this: unknown, name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  const given = name === '' ? value : Object(this)[name];
  return given instanceof Uint8Array ? Buffer.from(given).toString('base64') : value;
}

const membersOf = (value: unknown): CallParams =>
  typeof value === 'object' && value !== null ? { ...value } : {};
