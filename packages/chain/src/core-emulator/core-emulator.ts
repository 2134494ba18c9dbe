import { emitWarning } from '../base/event-loop/emit-warning.js';
import type { DevChain } from '../devchain/dev-chain.js';
import { EmulatorAccess } from './emulator-credentials.js';
import { EmulatorHttp } from './emulator-http.js';
import { EmulatedNode } from './rpc/emulated-node.js';
import { EMULATOR_METHODS } from './methods/methods.js';
import {
  DEFAULT_EMULATOR_LIMITS,
  DEFAULT_EMULATOR_PORT,
  type EmulatorLimits,
  type CoreEmulatorOptions,
} from './core-emulator-options.js';
import { NodeEvents } from './node-events.js';
import { RpcServer } from './rpc-server.js';
import { RpcTable } from './rpc-table.js';
import { messagesOf } from './zmq-messages.js';
import { ZmqPublisher } from './zmq-publisher.js';

/** Describes a development chain that answers as a Dash Core node. */
export interface CoreEmulator {
  /** URL of the RPC server, such as `http://127.0.0.1:19898`. */
  readonly url: string;
  readonly port: number;
  /** Where it publishes; `undefined` where it does not. */
  readonly zmqAddress: string | undefined;
  /** Ends every connection, and removes the cookie file. The chain continues. */
  close(): Promise<void>;
}

/**
 * Shows a development chain as a Dash Core 23.1.2 node on regtest: over its RPC server with Basic auth and, where it is requested
 * for, ZMQ. What is written for a node then works with the chain. The methods are `EMULATOR_METHODS`.
 *
 * Who has the password can mine, take blocks back and set the clock, as with a node on regtest.
 * @throws {RangeError} (as a rejection) for credentials or limits that cannot be; the system's error for a port that is taken,
 * or a cookie file that cannot be written
 */
export async function createCoreEmulator(
  chain: DevChain,
  options: CoreEmulatorOptions,
): Promise<CoreEmulator> {
  const {
    host = '127.0.0.1',
    port = DEFAULT_EMULATOR_PORT,
    zmq,
    onError = emitWarning,
    now = Date.now,
  } = options;
  const limits = readLimits(options);
  const closing = new AbortController();
  const access = new EmulatorAccess(options.credentials);
  let publisher: ZmqPublisher | undefined;
  let http: EmulatorHttp | undefined;
  try {
    publisher = zmq === undefined ? undefined : await ZmqPublisher.bind(zmq, onError);
    const notifiers = publisher?.notifiers ?? [];
    const events = new NodeEvents(chain, (event) => publisher?.publish(() => messagesOf(event, node.chain)));
    const node = new EmulatedNode({
      devChain: chain,
      now: () => Math.floor(now() / 1000),
      notifiers: () => notifiers,
      mempoolSequence: () => events.mempoolSequence,
      closing: closing.signal,
    });
    const rpc = new RpcServer(new RpcTable(EMULATOR_METHODS), node, onError);
    http = new EmulatorHttp(access, limits, (body) => rpc.reply(body), onError);
    closing.signal.addEventListener('abort', () => events.close(), { once: true });
    const listening = await http.listen(port, host);
    await access.open();
    const close = async (): Promise<void> => {
      closing.abort();
      await http?.close();
      await publisher?.close();
      await access.close();
    };
    let closed: Promise<void> | undefined;
    return {
      url: `http://${host.includes(':') ? `[${host}]` : host}:${listening}`,
      port: listening,
      zmqAddress: publisher?.address,
      close: () => (closed ??= close()),
    };
  } catch (error) {
    closing.abort();
    await http?.close();
    await publisher?.close();
    throw error;
  }
}

function readLimits(options: CoreEmulatorOptions): EmulatorLimits {
  const limits = { ...DEFAULT_EMULATOR_LIMITS };
  for (const name of ['maxBodySize', 'maxConnections', 'requestTimeout'] as const) {
    const { [name]: given = DEFAULT_EMULATOR_LIMITS[name] } = options;
    if (!Number.isSafeInteger(given) || given < 1) {
      throw new RangeError(`expected a whole number above 0 as ${name}, found ${String(given)}`);
    }
    Object.assign(limits, { [name]: given });
  }
  return limits;
}
