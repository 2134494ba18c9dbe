/** Maximum size of the encoded message: proxies reject heads of more than 8 KiB. */
const MAX_BYTES = 4096;
const CUT = encodeURIComponent('…');

/** Characters that do not stand for themselves. Source: `Percent-Byte-Unencoded` in `doc/PROTOCOL-HTTP2.md` of grpc/grpc. */
const ENCODED = /[^\u0020-\u0024\u0026-\u007e]+/g;

/** Replaces halves of characters, which have no UTF-8. */
export const wellFormed = (message: string): string => message.replace(/\p{Surrogate}/gu, '\ufffd');

/**
 * Returns the message of a status as gRPC encodes it, given one in which everything but letters and digits is: `@grpc/grpc-js` decodes no
 * reserved characters, such as a slash. A long message is cut.
 */
export function statusText(encoded: string): string {
  let message = decodeURIComponent(encoded);
  let text = encode(message);
  while (text.length > MAX_BYTES) {
    message = wellFormed(
      message.slice(0, Math.floor((message.length * (MAX_BYTES - CUT.length)) / text.length)),
    );
    text = `${encode(message)}${CUT}`;
  }
  return text;
}

const encode = (message: string): string => message.replace(ENCODED, encodeURIComponent);
