import { create, toBinary, type DescMessage, type Message, type MessageInitShape } from '@bufbuild/protobuf';
import type { Compression } from '@connectrpc/connect/protocol';
import type { Eventually } from '@dapikit/chain';
import { GrpcError } from './grpc-error.js';

/** Responses are compressed from this size on, where the client accepts that. */
export const MIN_COMPRESSED_BYTES = 4096;
/** As official servers. Source: `packages/rs-dapi/src/server/grpc.rs` in dashpay/platform. */
export const MAX_RESPONSE_BYTES = 32 * 1024 * 1024;

/** Of a frame: its flags and its length. Source: `doc/PROTOCOL-HTTP2.md` of grpc/grpc. */
const FRAME_HEAD_BYTES = 5;
const COMPRESSED_FLAG = 1;
const IDENTITY = 'identity';

/** Represents messages that streams send together. Streams that send the same ones share the batch, and so its frames. */
export class MessageBatch {
  readonly messages: readonly Message[];
  readonly #encoded: readonly Uint8Array[];
  readonly #frames = new Map<string, Eventually<Uint8Array>>();

  private constructor(schema: DescMessage, messages: readonly Message[]) {
    this.messages = messages;
    this.#encoded = messages.map((message) => encodeBounded(schema, message));
  }

  /**
   * Makes a batch of what its messages are made of.
   * @throws {GrpcError} RESOURCE_EXHAUSTED for a message that is larger than a response may be
   */
  static of<O extends DescMessage>(schema: O, messages: readonly MessageInitShape<O>[]): MessageBatch {
    return new MessageBatch(
      schema,
      messages.map((message) => create(schema, message)),
    );
  }

  /** The size of the encoded messages. */
  get bytes(): number {
    return this.#encoded.reduce((sum, { length }) => sum + length, 0);
  }

  /**
   * Returns the frames of the messages, one behind the other, each compressed where that is worth it.
   * @param compression `undefined` where the client accepts none
   */
  framesWith(compression: Compression | undefined): Eventually<Uint8Array> {
    const messages = this.#encoded;
    const used = messages.some(isWorthCompressing) ? compression : undefined;
    const key = used?.name ?? IDENTITY;
    const known = this.#frames.get(key);
    if (known !== undefined) return known;
    const frames =
      used === undefined ? joinFrames(messages.map(plainFrame)) : compressedFrames(messages, used);
    this.#frames.set(key, frames);
    return frames;
  }
}

function encodeBounded(schema: DescMessage, message: Message): Uint8Array {
  const bytes = toBinary(schema, message);
  if (bytes.length <= MAX_RESPONSE_BYTES) return bytes;
  throw new GrpcError(
    'resourceExhausted',
    `message is too large: expected at most ${MAX_RESPONSE_BYTES} bytes, found ${bytes.length}`,
  );
}

const isWorthCompressing = (message: Uint8Array): boolean => message.length >= MIN_COMPRESSED_BYTES;

interface Frame {
  readonly flags: number;
  readonly data: Uint8Array;
}

const plainFrame = (data: Uint8Array): Frame => ({ flags: 0, data });

async function compressedFrames(
  messages: readonly Uint8Array[],
  { compress }: Compression,
): Promise<Uint8Array> {
  return joinFrames(
    await Promise.all(
      messages.map(async (message) =>
        isWorthCompressing(message)
          ? { flags: COMPRESSED_FLAG, data: await compress(message) }
          : plainFrame(message),
      ),
    ),
  );
}

function joinFrames(frames: readonly Frame[]): Uint8Array {
  const joined = Buffer.alloc(frames.reduce((sum, { data }) => sum + FRAME_HEAD_BYTES + data.length, 0));
  let at = 0;
  for (const { flags, data } of frames) {
    joined[at] = flags;
    joined.writeUInt32BE(data.length, at + 1);
    joined.set(data, at + FRAME_HEAD_BYTES);
    at += FRAME_HEAD_BYTES + data.length;
  }
  return joined;
}
