import { textFrameHeader } from './text-frame.js';

/** Up to here a frame is one piece; beyond, copies of it would take more than a second write does. */
const MAX_PIECE_BYTES = 16 * 1024;

interface Written {
  /** From the result on to the end of the message. */
  readonly rest: Buffer;
  readonly frames: Map<number, readonly Buffer[]>;
}

/**
 * Serialises notifications. What many subscribers get is one object, and is written once: connections count their
 * subscriptions from 1, so most of them even share the whole frame. Large results are shared among all.
 */
export class NotificationFrames {
  readonly #written = new WeakMap<object, Written>();

  /** Returns the pieces of a frame, to be written one after the other. A result always belongs to one method. */
  of(method: string, subscription: number, result: object): readonly Buffer[] {
    const { rest, frames } = this.#writtenOf(result);
    const known = frames.get(subscription);
    if (known) return known;
    const start = Buffer.from(
      `{"jsonrpc":"2.0","method":${JSON.stringify(method)},"params":{"subscription":${subscription},"result":`,
    );
    const length = start.length + rest.length;
    const pieces = [textFrameHeader(length), start, rest];
    const frame =
      length <= MAX_PIECE_BYTES ? [Buffer.concat(pieces)] : [Buffer.concat(pieces.slice(0, 2)), rest];
    frames.set(subscription, frame);
    return frame;
  }

  #writtenOf(result: object): Written {
    const known = this.#written.get(result);
    if (known) return known;
    const written = { rest: Buffer.from(`${JSON.stringify(result)}}}`), frames: new Map() };
    this.#written.set(result, written);
    return written;
  }
}
