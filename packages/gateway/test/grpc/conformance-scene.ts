import { create, toBinary, type DescMessage, type MessageInitShape } from '@bufbuild/protobuf';
import { DevChain, type Layer1, type StoredTransaction } from '@dapikit/chain';
import { onTestFinished } from 'vitest';
import type { GatewaySettings } from '../../src/settings/settings.js';
import { gatewayForTest, type GatewayUnderTest } from '../gateway-under-test.js';
import {
  GetBestBlockHeightRequestSchema,
  GetTransactionRequestSchema,
  TransactionsWithProofsRequestSchema,
} from '../../src/grpc/generated/dapi_pb.js';
import { frame } from './raw-frames.js';

// Loaded before the first request: on a busy machine its timeout could pass meanwhile.
await import('../../src/grpc/grpc-server.js');

/** What a read of the node does. */
type Respond = (name: string, signal: AbortSignal | undefined) => unknown;

/** A gateway in front of a chain whose reads do what the test says. */
export interface ConformanceScene {
  readonly gateway: GatewayUnderTest;
  readonly chain: DevChain;
  /** How many streams wait for transactions. */
  readonly waiting: () => number;
  /** Whether a read of a transaction is given up by its caller, by the order of the reads. */
  readonly isGivenUp: (() => boolean)[];
  /** Replaces the response to reads of a name; `undefined` for that of the chain. */
  respond: (reads: Readonly<Record<string, Respond>>) => void;
}

/** A transaction as a node returns it. */
export const storedTransaction = (serialized: Uint8Array): StoredTransaction => ({
  serialized,
  block: undefined,
  confirmations: 0,
  isInstantLocked: false,
  isChainLocked: false,
});

/** Opens a gateway with a chain of some blocks, until the test ends. */
export async function conformanceScene(settings: Partial<GatewaySettings> = {}): Promise<ConformanceScene> {
  const chain = new DevChain({ mining: 'manual' });
  onTestFinished(() => chain.close());
  const isGivenUp: (() => boolean)[] = [];
  let reads: Readonly<Record<string, Respond>> = {};
  const read: Layer1['read'] = async (name, request, options) => {
    const respond = reads[name];
    if (respond === undefined) return chain.read(name, request);
    isGivenUp.push(() => options?.signal?.aborted === true);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the response to a read of that name
    return (await respond(name, options?.signal)) as never;
  };
  let waiting = 0;
  const watchTransactions: Layer1['watchTransactions'] = (listener) => {
    waiting += 1;
    const unwatch = chain.watchTransactions(listener);
    return () => {
      waiting -= 1;
      unwatch();
    };
  };
  const layer1 = new Proxy<Layer1>(chain, {
    get: (target, name) => {
      if (name === 'read') return read;
      if (name === 'watchTransactions') return watchTransactions;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return {
    gateway: await gatewayForTest(settings, { layer1 }),
    chain,
    isGivenUp,
    waiting: () => waiting,
    respond: (next) => {
      reads = next;
    },
  };
}

const SERVICE = '/org.dash.platform.dapi.v0.Core';

const framed = <D extends DescMessage>(schema: D, message: MessageInitShape<D>): Buffer =>
  frame(toBinary(schema, create(schema, message)));

/** A unary call: its response is a transaction. */
export const UNARY = {
  path: `${SERVICE}/getTransaction`,
  body: framed(GetTransactionRequestSchema, { id: 'ab'.repeat(32) }),
};

/** A unary call whose response needs no call to a node. */
export const AT_ONCE = {
  path: `${SERVICE}/getBestBlockHeight`,
  body: framed(GetBestBlockHeightRequestSchema, {}),
};

const ALL_TRANSACTIONS = {
  bloomFilter: { vData: Uint8Array.of(0xff), nHashFuncs: 1, nTweak: 0, nFlags: 0 },
  fromBlock: { case: 'fromBlockHeight', value: 1 },
} as const;

/** A call with a stream of responses: a Merkle block with its transactions for each of five blocks. */
export const STREAM = {
  path: `${SERVICE}/subscribeToTransactionsWithProofs`,
  body: framed(TransactionsWithProofsRequestSchema, { ...ALL_TRANSACTIONS, count: 5 }),
};

/** A call with a stream that continues with the chain. */
export const ENDLESS = {
  path: `${SERVICE}/subscribeToTransactionsWithProofs`,
  body: framed(TransactionsWithProofsRequestSchema, ALL_TRANSACTIONS),
};
