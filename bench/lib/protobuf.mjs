// Fields of protobuf messages and frames of gRPC-web, as far as the benchmark of proofs needs them.

function varint(value) {
  const bytes = [];
  let left = BigInt(value);
  for (; left > 0x7fn; left >>= 7n) bytes.push(Number(left & 0x7fn) | 0x80);
  return Buffer.from([...bytes, Number(left)]);
}

/** Returns a field with an integer. */
export const numberField = (field, value) => Buffer.concat([varint(field << 3), varint(value)]);

/** Returns a field with bytes. */
export const bytesField = (field, bytes) =>
  Buffer.concat([varint((field << 3) | 2), varint(bytes.length), bytes]);

/** Returns a frame of gRPC-web. */
export function frameOf(flag, message) {
  const head = Buffer.alloc(5);
  head[0] = flag;
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

/** Returns the fields of a message by their numbers: integers, and bytes. */
export function fieldsOf(bytes) {
  let at = 0;
  const integer = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at];
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const fields = {};
  while (at < bytes.length) {
    const tag = Number(integer());
    const value = integer();
    if ((tag & 7) === 0) fields[tag >> 3] = value;
    else {
      fields[tag >> 3] = new Uint8Array(bytes.subarray(at, at + Number(value)));
      at += Number(value);
    }
  }
  return fields;
}
