import type { DevChain } from '../devchain/dev-chain.js';
import { FaceAccess } from './face-credentials.js';
import { FaceHttp } from './face-http.js';
import { FaceNode } from './face-node.js';
import { FACE_METHODS } from './methods/methods.js';
import {
  DEFAULT_FACE_LIMITS,
  DEFAULT_FACE_PORT,
  type FaceLimits,
  type NodeFaceOptions,
} from './node-face-options.js';
import { NodeEvents } from './node-events.js';
import { RpcServer } from './rpc-server.js';
import { RpcTable } from './rpc-table.js';
import { messagesOf } from './zmq-messages.js';
import { ZmqPublisher } from './zmq-publisher.js';

/** A development chain that answers as a Dash Core node. */
export interface NodeFace {
  /** Of the RPC server, such as `http://127.0.0.1:19898`. */
  readonly url: string;
  readonly port: number;
  /** Where it publishes; `undefined` where it does not. */
  readonly zmqAddress: string | undefined;
  /** Ends every connection, and removes the cookie file. The chain goes on. */
  close(): Promise<void>;
}

/**
 * Shows a development chain as a Dash Core 23.1.2 node on regtest: over its RPC server with Basic auth and, where it is asked
 * for, ZMQ. What is written for a node then works with the chain. The methods are `FACE_METHODS`.
 *
 * Who has the password can mine, take blocks back and set the clock, as with a node on regtest.
 * @throws {RangeError} (as a rejection) for credentials or limits that cannot be; the system's error for a port that is taken,
 * or a cookie file that cannot be written
 */
export async function createNodeFace(chain: DevChain, options: NodeFaceOptions): Promise<NodeFace> {
  const { host = '127.0.0.1', port = DEFAULT_FACE_PORT, zmq, onError = warn, now = Date.now } = options;
  const limits = readLimits(options);
  const closing = new AbortController();
  const access = new FaceAccess(options.credentials);
  let publisher: ZmqPublisher | undefined;
  let http: FaceHttp | undefined;
  try {
    publisher = zmq === undefined ? undefined : await ZmqPublisher.bind(zmq, onError);
    const notifiers = publisher?.notifiers ?? [];
    const events = new NodeEvents(chain, (event) => publisher?.publish(() => messagesOf(event, node.chain)));
    const node = new FaceNode({
      devChain: chain,
      now: () => Math.floor(now() / 1000),
      notifiers: () => notifiers,
      mempoolSequence: () => events.mempoolSequence,
      closing: closing.signal,
    });
    const rpc = new RpcServer(new RpcTable(FACE_METHODS), node, onError);
    http = new FaceHttp(access, limits, (body) => rpc.reply(body), onError);
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

function readLimits(options: NodeFaceOptions): FaceLimits {
  const limits = { ...DEFAULT_FACE_LIMITS };
  for (const name of ['maxBodySize', 'maxConnections', 'requestTimeout'] as const) {
    const { [name]: given = DEFAULT_FACE_LIMITS[name] } = options;
    if (!Number.isSafeInteger(given) || given < 1) {
      throw new RangeError(`expected a whole number above 0 as ${name}, found ${String(given)}`);
    }
    Object.assign(limits, { [name]: given });
  }
  return limits;
}

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error));
}
