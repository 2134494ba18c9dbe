import { create, toBinary } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { PeerError } from '../peers/peer-error.js';
import { coreService } from './core-service.js';
import { BlockHeadersWithChainLocksResponseSchema, GetBlockResponseSchema } from './generated/dapi_pb.js';
import { GrpcWebLink } from './grpc-web-link.js';

const forever = (): AbortSignal => new AbortController().signal;

function frame(bytes: Uint8Array, flags = 0): Uint8Array<ArrayBuffer> {
  const framed = new Uint8Array(5 + bytes.length);
  new DataView(framed.buffer).setUint32(1, bytes.length);
  framed[0] = flags;
  framed.set(bytes, 5);
  return framed;
}

const trailers = (text: string): Uint8Array<ArrayBuffer> => frame(new TextEncoder().encode(text), 0x80);
const OK = trailers('grpc-status: 0\r\n');
const blockMessage = (bytes: number): Uint8Array<ArrayBuffer> =>
  frame(toBinary(GetBlockResponseSchema, create(GetBlockResponseSchema, { block: new Uint8Array(bytes) })));

/** Returns the Core service of a peer whose responses have these bytes, in chunks of a size. */
function peerWith(
  frames: readonly Uint8Array[],
  { headers = {}, status = 200, chunk = Infinity }: ResponseInit & { readonly chunk?: number } = {},
) {
  const bytes = Buffer.concat(frames);
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => {
      for (let at = 0; at < bytes.length; at += chunk)
        controller.enqueue(new Uint8Array(bytes.subarray(at, Math.min(bytes.length, at + chunk))));
      controller.close();
    },
  });
  return coreService(new GrpcWebLink('https://peer:1', async () => new Response(body, { headers, status })));
}

async function outcomeOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'answered',
    (error: unknown) => (error instanceof PeerError ? `${error.failure}: ${error.message}` : String(error)),
  );
}

describe('a link to a peer by gRPC-web', () => {
  it.each([1, 3, 1000, Infinity])('reads messages in chunks of %d bytes', async (chunk) => {
    const block = await peerWith([blockMessage(2000), OK], { chunk }).block(1, forever());
    expect(block).toEqual(new Uint8Array(2000));
  });

  it('sends a message with its length to the path of the method', async () => {
    const sent: [unknown, unknown][] = [];
    const link = new GrpcWebLink('https://peer:1', async (url, init) => {
      sent.push([url instanceof URL ? url.href : url, init?.body]);
      return new Response(Buffer.concat([blockMessage(1), OK]));
    });
    await coreService(link).block(7, forever());
    expect(sent).toEqual([
      ['https://peer:1/org.dash.platform.dapi.v0.Core/getBlock', new Uint8Array([0, 0, 0, 0, 2, 8, 7])],
    ]);
  });

  it.each([
    ['rejected: Block not found', [trailers('grpc-status: 5\r\ngrpc-message: Block%20not%20found\r\n')], {}],
    ['exhausted: status 8', [trailers('grpc-status:8\r\n')], {}],
    ['outage: status 14', [], { headers: { 'grpc-status': '14' } }],
    ['exhausted: the peer limits the rate of requests', [], { status: 429 }],
    ['outage: HTTP status 503', [], { status: 503 }],
    ['outage: the response has no message', [OK], {}],
    ['outage: the response ends without a status', [blockMessage(1)], {}],
    ['outage: the response has several messages', [blockMessage(1), blockMessage(1), OK], {}],
    ['outage: the response goes on behind its end', [blockMessage(1), OK, blockMessage(1)], {}],
    ['outage: the response ends within a message', [blockMessage(9).subarray(0, 8)], {}],
    ['outage: the peer sends compressed messages', [frame(new Uint8Array(3), 1), OK], {}],
    ['outage: the response is not protobuf', [frame(new Uint8Array([10, 255])), OK], {}],
  ] as const)('fails with %s', async (outcome, frames, options) => {
    expect(await outcomeOf(peerWith(frames, options).block(1, forever()))).toBe(outcome);
  });

  it('rejects a message that claims gigabytes before it has them', async () => {
    const head = new Uint8Array([0, 255, 255, 255, 255, 1]);
    expect(await outcomeOf(peerWith([head]).block(1, forever()))).toMatch(/^outage: .* too large/);
  });

  it('rejects a message of a million elements before it is decoded', async () => {
    const block = new Uint8Array(2_000_000).fill(0x0a).map((byte, at) => (at % 2 === 0 ? byte : 0));
    expect(await outcomeOf(peerWith([frame(block), OK]).block(1, forever()))).toBe(
      'outage: the response has too many elements',
    );
  });

  it('ends a stream without a message when its signal is aborted', async () => {
    const body = new ReadableStream({});
    const core = coreService(new GrpcWebLink('https://peer:1', async () => new Response(body)));
    const caller = new AbortController();
    const read = outcomeOf(core.headers(1, 3, caller.signal));
    setTimeout(() => caller.abort(new PeerError('unhelpful', 'over')), 20);
    expect(await read).toBe('unhelpful: over');
  });

  it('lets go of a stream that goes on when it has enough headers', async () => {
    let isCancelled = false;
    const message = create(BlockHeadersWithChainLocksResponseSchema, {
      responses: { case: 'blockHeaders', value: { headers: [new Uint8Array(80)] } },
    });
    const bytes = frame(toBinary(BlockHeadersWithChainLocksResponseSchema, message));
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(bytes),
      cancel: () => void (isCancelled = true),
    });
    const core = coreService(new GrpcWebLink('https://peer:1', async () => new Response(body)));
    const { headers } = await core.headers(1, 3, forever());
    expect([headers.length, isCancelled]).toEqual([3, true]);
  });
});
