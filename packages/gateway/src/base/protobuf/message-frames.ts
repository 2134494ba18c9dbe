import { setImmediate as nextTurn } from 'node:timers/promises';
import { Code, ConnectError } from '@connectrpc/connect';
import type { EnvelopedMessage } from '@connectrpc/connect/protocol';
import { appended, NOTHING } from '../appended-bytes.js';

/** Flags and a length of 4 bytes (grpc/doc/PROTOCOL-HTTP2.md, "Length-Prefixed-Message"). */
const HEAD_BYTES = 5;
/** A body of 2 MB has 400,000 empty messages: behind so many, other work has a turn. */
const MESSAGES_PER_TURN = 100;

/** Describes the frames of a body. */
export interface FrameLimits {
  /** Says in errors what the messages are. */
  readonly what: 'request' | 'response';
  /** Maximum size of a message in its frame. */
  readonly maxBytes: number;
}

/**
 * Yields the messages of a body of gRPC or gRPC-web one by one, when their reader wants them, as they are in their frames. Memory is taken for
 * bytes that came only: neither for a length that a frame declares, nor for messages that nobody has read yet.
 * @throws {ConnectError} (rejects) RESOURCE_EXHAUSTED for a message beyond the limit, INVALID_ARGUMENT for a body that ends within a frame
 */
export async function* messageFrames(
  body: AsyncIterable<Uint8Array>,
  { what, maxBytes }: FrameLimits,
): AsyncIterable<EnvelopedMessage> {
  let gathered: Buffer = NOTHING;
  let length = 0;
  let messages = 0;
  for await (const chunk of body) {
    gathered = appended(gathered, length, bufferOf(chunk));
    length += chunk.length;
    let at = 0;
    while (length - at >= HEAD_BYTES) {
      const bytes = gathered.readUInt32BE(at + 1);
      if (bytes > maxBytes)
        throw new ConnectError(
          `${what} is too large: expected at most ${maxBytes} bytes`,
          Code.ResourceExhausted,
        );
      const end = at + HEAD_BYTES + bytes;
      if (end > length) break;
      yield { flags: gathered.readUInt8(at), data: gathered.subarray(at + HEAD_BYTES, end) };
      at = end;
      messages += 1;
      if (messages % MESSAGES_PER_TURN === 0) await nextTurn();
    }
    if (at === 0) continue;
    // What was yielded is not written over.
    gathered = Buffer.from(gathered.subarray(at, length));
    length -= at;
  }
  if (length > 0) throw new ConnectError(`${what} ends within a message`, Code.InvalidArgument);
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
