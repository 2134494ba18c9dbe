import { once } from 'node:events';
import { createServer, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { create, toBinary } from '@bufbuild/protobuf';
import { coreService, PeerError } from '@dapikit/light-client';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  BlockHeadersWithChainLocksResponseSchema,
  GetBlockResponseSchema,
  MasternodeListResponseSchema,
} from '../generated/dapi_pb.js';
import { PeerConnection } from './peer-connection.js';

type Answer = (stream: ServerHttp2Stream) => void;

/** Starts a peer that answers each call in its own way. */
async function peerThat(answer: Answer) {
  const server = createServer();
  const sessions: ServerHttp2Session[] = [];
  server.on('session', (session) => void sessions.push(session.on('error', () => undefined)));
  server.on('stream', (stream: ServerHttp2Stream) => {
    stream.on('error', () => undefined);
    answer(stream);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on TCP
  const { port } = server.address() as AddressInfo;
  const connection = new PeerConnection(`http://127.0.0.1:${port}`);
  onTestFinished(() => {
    connection.close();
    for (const session of sessions) session.destroy();
    server.close();
  });
  return coreService(connection);
}

function frame(message: Uint8Array, flags = 0): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(flags);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

function open(stream: ServerHttp2Stream, headers: Record<string, string> = {}, status = '0'): void {
  stream.respond(
    { ':status': 200, 'content-type': 'application/grpc', ...headers },
    { waitForTrailers: true },
  );
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': status, 'grpc-message': 'told' }));
}

const forever = (): AbortSignal => new AbortController().signal;

async function failureOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'answered',
    (error: unknown) => (error instanceof PeerError ? error.failure : String(error)),
  );
}

const HEADERS = toBinary(
  BlockHeadersWithChainLocksResponseSchema,
  create(BlockHeadersWithChainLocksResponseSchema, {
    responses: { case: 'blockHeaders', value: { headers: [new Uint8Array(80), new Uint8Array(200)] } },
  }),
);

describe('a connection to a peer', () => {
  it.each([
    ['INVALID_ARGUMENT', '3', 'rejected'],
    ['NOT_FOUND', '5', 'rejected'],
    ['RESOURCE_EXHAUSTED', '8', 'exhausted'],
    ['UNIMPLEMENTED', '12', 'rejected'],
    ['INTERNAL', '13', 'outage'],
    ['UNAVAILABLE', '14', 'outage'],
    ['an unknown status', '99', 'outage'],
  ])('takes the status %s for what it says about the peer', async (_, status, failure) => {
    const core = await peerThat((stream) => {
      open(stream, {}, status);
      stream.end();
    });
    expect(await failureOf(core.block(1, forever()))).toBe(failure);
  });

  it.each([
    ['reads a compressed message', 1024, 'answered'],
    ['rejects a message that is small only as long as it is compressed', 64 * 1024 * 1024, 'outage'],
  ])('%s', async (_, size, outcome) => {
    const block = create(GetBlockResponseSchema, { block: new Uint8Array(size) });
    const compressed = gzipSync(toBinary(GetBlockResponseSchema, block));
    expect(compressed.length).toBeLessThan(100_000);
    const core = await peerThat((stream) => {
      open(stream, { 'grpc-encoding': 'gzip' });
      stream.end(frame(compressed, 1));
    });
    expect(await failureOf(core.block(1, forever()))).toBe(outcome);
  });

  it('rejects a message that claims gigabytes before it has them', async () => {
    const core = await peerThat((stream) => {
      open(stream);
      stream.write(Buffer.from([0, 0xff, 0xff, 0xff, 0xff, 1, 2, 3]));
    });
    expect(await failureOf(core.block(1, forever()))).toBe('exhausted');
  });

  it('takes bytes that are no protobuf for an outage', async () => {
    const core = await peerThat((stream) => {
      open(stream);
      stream.end(frame(Buffer.from([0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f, 1])));
    });
    expect(await failureOf(core.block(1, forever()))).toBe('outage');
  });

  it('ends with the signal of its caller while a peer says nothing', async () => {
    const core = await peerThat(() => undefined);
    const caller = new AbortController();
    const calls = Promise.all([
      failureOf(core.block(1, caller.signal)),
      failureOf(core.headers(1, 5, caller.signal)),
    ]);
    setTimeout(() => caller.abort(new PeerError('unhelpful', 'over')), 50);
    const outcomes = await calls;
    expect(outcomes).not.toContain('answered');
    expect(outcomes).not.toContain('lie');
  });

  it('reads headers in messages of any size, and the first 80 bytes of each', async () => {
    const core = await peerThat((stream) => {
      open(stream);
      stream.end(Buffer.concat([frame(HEADERS), frame(HEADERS)]));
    });
    const { headers, chainLock } = await core.headers(1, 3, forever());
    expect(headers.map(({ length }) => length)).toEqual([80, 80, 80]);
    // Nothing else of a message stays in memory.
    expect(headers.map(({ buffer }) => buffer.byteLength)).toEqual([80, 80, 80]);
    expect(chainLock).toBeUndefined();
  });

  it('says of a peer with fewer headers that it lacks them', async () => {
    const core = await peerThat((stream) => {
      open(stream);
      stream.end(frame(HEADERS));
    });
    expect(await failureOf(core.headers(1, 3, forever()))).toBe('unhelpful');
  });

  it('ends a stream without headers that does not end', async () => {
    const core = await peerThat((stream) => {
      open(stream);
      const more = (): void => {
        while (!stream.destroyed && stream.write(frame(new Uint8Array())));
        stream.once('drain', more);
      };
      more();
    });
    expect(await failureOf(core.headers(1, 3, forever()))).toBe('outage');
  });

  it.each([
    ['no CBOR', Buffer.from([0xff])],
    ['a list of 2^32 elements', Buffer.from([0x9a, 0xff, 0xff, 0xff, 0xff])],
    [
      'a million empty maps',
      Buffer.concat([Buffer.from([0x9a, 0, 0x10, 0, 0]), Buffer.alloc(2 ** 20, 0xa0)]),
    ],
    ['nothing', Buffer.alloc(0)],
  ])('takes a masternode list of %s for an outage', async (_, masternodeListDiff) => {
    const message = create(MasternodeListResponseSchema, { masternodeListDiff });
    const core = await peerThat((stream) => {
      open(stream);
      stream.write(frame(toBinary(MasternodeListResponseSchema, message)));
    });
    const read = async (): Promise<void> => {
      for await (const _list of core.masternodeLists(forever())) return;
    };
    expect(await failureOf(read())).toBe('outage');
  });
});
