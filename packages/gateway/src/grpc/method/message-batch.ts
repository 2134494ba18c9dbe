import { create, toBinary, type DescMessage, type Message, type MessageInitShape } from '@bufbuild/protobuf';
import { encodeEnvelopes, envelopeCompress, type Compression } from '@connectrpc/connect/protocol';
import type { Eventually } from '@dapikit/chain';
import { GrpcError } from './grpc-error.js';

/** Responses are compressed from this size on, where the client accepts that. */
export const MIN_COMPRESSED_BYTES = 4096;
/** As official servers. Source: `packages/rs-dapi/src/server/grpc.rs` in dashpay/platform. */
export const MAX_RESPONSE_BYTES = 32 * 1024 * 1024;

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

  /** Returns the size of the encoded messages in bytes. */
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
      used === undefined ? encodeEnvelopes(...messages.map(envelope)) : compressedFrames(messages, used);
    this.#frames.set(key, frames);
    return frames;
  }
}

function encodeBounded(schema: DescMessage, message: Message): Uint8Array {
  const bytes = toBinary(schema, message);
  if (bytes.length <= MAX_RESPONSE_BYTES) return bytes;
  throw new GrpcError(
    'resourceExhausted',
    `message of ${bytes.length} bytes is too large: at most ${MAX_RESPONSE_BYTES}`,
  );
}

const isWorthCompressing = (message: Uint8Array): boolean => message.length >= MIN_COMPRESSED_BYTES;

const envelope = (data: Uint8Array): { readonly flags: number; readonly data: Uint8Array } => ({
  flags: 0,
  data,
});

async function compressedFrames(
  messages: readonly Uint8Array[],
  compression: Compression,
): Promise<Uint8Array> {
  return encodeEnvelopes(
    ...(await Promise.all(
      messages.map(async (message) => envelopeCompress(envelope(message), compression, MIN_COMPRESSED_BYTES)),
    )),
  );
}
