import { isSameBytes } from '../../base/bytes/compare-bytes.js';
import { decodeElement } from '@dapikit/proof';
import { encodeElement, type GroveOperation, type Path } from '@dapikit/proof/prover';
import { Reader, Writer } from '@dapikit/protocol/codec';

const PUT = 0;
const PUT_TREE = 1;
const DELETE = 2;

/** Returns operations as bytes. A path is written as far as it differs from that of the operation before. */
export function encodeOperations(operations: readonly GroveOperation[]): Uint8Array {
  const writer = new Writer();
  let before: Path = [];
  for (const operation of operations) {
    writePath(writer, before, operation.path);
    before = operation.path;
    writer.byteString(operation.key);
    switch (operation.type) {
      case 'put':
        writer.u8(PUT);
        writer.byteString(encodeElement(operation.element));
        break;
      case 'putTree':
        writer.u8(PUT_TREE);
        writer.u8(operation.isKept ? 1 : 0);
        writer.byteString(encodeElement(operation.element));
        break;
      default:
        writer.u8(DELETE);
        writer.u8(operation.isRecursive ? 1 : 0);
        writer.u8(operation.pruneAbove ?? 0);
    }
  }
  return writer.toPooledBytes();
}

/** Writes how many keys are those of another path, then the number of the others and these. */
function writePath(writer: Writer, before: Path, path: Path): void {
  let shared = 0;
  while (shared < path.length && isSameBytes(path[shared], before[shared])) shared += 1;
  writer.u8(shared);
  writer.u8(path.length - shared);
  for (const key of path.slice(shared)) writer.byteString(key);
}

/** Decodes the bytes of {@link encodeOperations}. @throws {DecodeError} when they are damaged */
export function decodeOperations(bytes: Uint8Array): GroveOperation[] {
  const reader = new Reader(bytes);
  const operations: GroveOperation[] = [];
  let path: Path = [];
  while (reader.left > 0) {
    path = readPath(reader, path);
    operations.push(readOperation(reader, path));
  }
  return operations;
}

/** Keys of the path before are the same arrays: a grove finds its layers faster then. */
function readPath(reader: Reader, before: Path): Path {
  const at = reader.offset;
  const shared = reader.u8();
  if (shared > before.length)
    throw reader.error('invalid-value', `at most ${before.length} keys of the path before`, `${shared}`, at);
  const path = before.slice(0, shared);
  for (let left = reader.u8(); left > 0; left -= 1) path.push(reader.byteString());
  return path;
}

function readOperation(reader: Reader, path: Path): GroveOperation {
  const key = reader.byteString();
  const at = reader.offset;
  const type = reader.u8();
  switch (type) {
    case PUT:
      return { type: 'put', path, key, element: decodeElement(reader.byteString()) };
    case PUT_TREE: {
      const isKept = reader.flag('whether the tree stays');
      return { type: 'putTree', path, key, element: decodeElement(reader.byteString()), isKept };
    }
    case DELETE: {
      const isRecursive = reader.flag('whether what is below is removed');
      const pruneAbove = reader.u8();
      return { type: 'delete', path, key, isRecursive, ...(pruneAbove > 0 && { pruneAbove }) };
    }
    default:
      throw reader.error('unknown-variant', 'an operation (0 to 2)', `${type}`, at);
  }
}
