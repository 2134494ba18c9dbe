import { once } from 'node:events';
import { connect, type ClientHttp2Session } from 'node:http2';
import { create, toBinary } from '@bufbuild/protobuf';
import * as fc from 'fast-check';
import { expect, onTestFinished } from 'vitest';
import {
  BlockHeadersWithChainLocksRequestSchema,
  GetBlockRequestSchema,
} from '../../src/grpc/generated/dapi_pb.js';
import type { GatewayUnderTest } from '../gateway-under-test.js';
import type { RawResponse } from '../raw-connection.js';
import type { LogLine } from '../recorded-log.js';

/** The path of the Core service. */
export const CORE = '/org.dash.platform.dapi.v0.Core';

/** Connects with prior knowledge of HTTP/2, until the test ends. */
export async function sessionTo(port: number): Promise<ClientHttp2Session> {
  const session = connect(`http://127.0.0.1:${port}`);
  onTestFinished(() => session.destroy());
  await once(session, 'connect');
  return session;
}

/** Returns a message in a frame of gRPC. */
export function frame(message: Uint8Array, flags = 0, length = message.length): Buffer {
  const head = Buffer.alloc(5);
  head[0] = flags;
  head.writeUInt32BE(length, 1);
  return Buffer.concat([head, message]);
}

/** Returns the status in a response of gRPC-web: in its last frame, or in its head where it has no message. */
export const grpcStatusOf = ({ headers, body }: RawResponse): string | undefined =>
  headers.get('grpc-status') ?? /grpc-status: ?(\d+)/.exec(body)?.[1];

/** Sends a body, and returns the gRPC status. */
export async function statusOf(
  session: ClientHttp2Session,
  path: string,
  body: Uint8Array,
  headers: Record<string, string> = {},
): Promise<number> {
  const stream = session.request({
    ':method': 'POST',
    ':path': path,
    'content-type': 'application/grpc',
    te: 'trailers',
    ...headers,
  });
  stream.on('error', () => undefined);
  let status: unknown;
  stream.on('response', (head) => {
    status ??= head['grpc-status'];
  });
  stream.on('trailers', (trailers) => {
    status ??= trailers['grpc-status'];
  });
  stream.resume().end(body);
  await once(stream, 'close');
  return Number(status ?? Number.NaN);
}

/** Returns a request for the block at a height. */
export const getBlock = (height: number): Uint8Array =>
  toBinary(
    GetBlockRequestSchema,
    create(GetBlockRequestSchema, { block: { case: 'height', value: height } }),
  );

/** Sends mutated frames on one connection: each gets a status, and the connection goes on. Returns the errors in the log. */
export async function checkMutatedFrames(
  gateway: GatewayUnderTest,
  count: number,
): Promise<readonly LogLine[]> {
  const session = await sessionTo(gateway.port);
  const headers = toBinary(
    BlockHeadersWithChainLocksRequestSchema,
    create(BlockHeadersWithChainLocksRequestSchema, {
      fromBlock: { case: 'fromBlockHeight', value: 1 },
      count: 5,
    }),
  );
  const valid = [
    ['getBlock', frame(getBlock(1))],
    ['getTransaction', frame(Buffer.from(`\n@${'ab'.repeat(32)}`))],
    ['broadcastTransaction', frame(Buffer.from('0a03010203', 'hex'))],
    ['subscribeToBlockHeadersWithChainLocks', frame(headers)],
  ] as const;
  const mutation = fc.record({
    which: fc.nat(valid.length - 1),
    at: fc.nat(60),
    value: fc.nat(255),
    length: fc.nat(80),
    flags: fc.nat(3),
  });
  await fc.assert(
    fc.asyncProperty(mutation, async ({ which, at, value, length, flags }) => {
      const [name, body] = valid[which]!;
      const mutated = Buffer.from(body.subarray(0, Math.max(1, Math.min(length, body.length))));
      mutated[at % mutated.length] = value;
      if (flags > 1) mutated[0] = flags;
      const status = await statusOf(session, `${CORE}/${name}`, mutated, { 'grpc-timeout': '500m' });
      expect(status).toBeGreaterThanOrEqual(0);
      expect(status).toBeLessThanOrEqual(16);
    }),
    { numRuns: count },
  );
  expect(await statusOf(session, `${CORE}/getBlock`, frame(getBlock(1)))).toBe(0);
  return gateway.logLines.filter(({ level }) => level >= 50);
}
