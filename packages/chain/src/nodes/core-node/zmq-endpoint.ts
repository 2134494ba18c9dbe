import { isIP } from 'node:net';
import type { RpcResult } from './rpc-result.js';
import { ZMQ_TOPICS, type ZmqTopic } from './zmq-message.js';

/** Describes a ZMQ endpoint of a node and its topics. */
export interface ZmqEndpoint {
  /** Such as `tcp://127.0.0.1:29998` or `ipc:///run/dash/zmq`. */
  readonly address: string;
  readonly topics: readonly ZmqTopic[];
}

/**
 * Returns the endpoints in a node's answer to `getzmqnotifications`, as they are reached from here: one that is bound to every address
 * of the node is reached at the node's host. One that only the node's own machine can reach is left out unless `host` is this
 * machine.
 * @param host of the node's RPC server
 */
export function publishedEndpoints(answer: RpcResult, host: string): ZmqEndpoint[] {
  const topics = new Map<string, ZmqTopic[]>();
  for (const notifier of answer.items()) {
    const type = notifier.member('type').text();
    const address = reachableAddress(notifier.member('address').text(), host);
    const topic = ZMQ_TOPICS.find((known) => `pub${known}` === type);
    if (topic && address !== undefined) topics.set(address, [...(topics.get(address) ?? []), topic]);
  }
  return [...topics].map(([address, published]) => ({ address, topics: published }));
}

/**
 * Returns an endpoint that was given, with every topic.
 * @throws {RangeError} when it is not `tcp://host:port` or `ipc://path`.
 */
export function givenEndpoint(address: string): ZmqEndpoint {
  if (readTcp(address) === undefined && !IPC.test(address)) {
    throw new RangeError('expected tcp://host:port or ipc://path for each address of ZMQ');
  }
  return { address, topics: ZMQ_TOPICS };
}

const TCP = /^tcp:\/\/(\[[^\]]+\]|[^:[\]/]+):(\d{1,5})$/;
const IPC = /^ipc:\/\/./;
const MAX_PORT = 65_535;
const EVERYWHERE: ReadonlySet<string> = new Set(['*', '0.0.0.0', '[::]']);

function reachableAddress(address: string, host: string): string | undefined {
  const tcp = readTcp(address);
  if (tcp === undefined) return IPC.test(address) && isLoopback(host) ? address : undefined;
  if (EVERYWHERE.has(tcp.host)) return `tcp://${isIP(host) === 6 ? `[${host}]` : host}:${tcp.port}`;
  return isLoopback(tcp.host) && !isLoopback(host) ? undefined : address;
}

function readTcp(address: string): { host: string; port: number } | undefined {
  const [, host, digits] = TCP.exec(address) ?? [];
  const port = Number(digits);
  return host !== undefined && port >= 1 && port <= MAX_PORT ? { host, port } : undefined;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host.startsWith('127.') || host === '::1' || host === '[::1]';
}
