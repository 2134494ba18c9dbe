import { decodeElement, encodeElement, type GroveOperation, type Path } from '@dapikit/proof';
import { Reader, Writer } from '@dapikit/protocol/codec';

const PUT = 0;
const PUT_TREE = 1;
const DELETE = 2;

/** Returns operations as bytes. */
export function encodeOperations(operations: readonly GroveOperation[]): Uint8Array {
  const writer = new Writer();
  for (const operation of operations) {
    writePath(writer, operation.path);
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
  return writer.toBytes();
}

function writePath(writer: Writer, path: Path): void {
  writer.u8(path.length);
  for (const key of path) writer.byteString(key);
}

/** Decodes the bytes of {@link encodeOperations}. @throws {DecodeError} when they are damaged */
export function decodeOperations(bytes: Uint8Array): GroveOperation[] {
  const reader = new Reader(bytes);
  const operations: GroveOperation[] = [];
  while (reader.left > 0) operations.push(readOperation(reader));
  return operations;
}

function readOperation(reader: Reader): GroveOperation {
  const path = Array.from({ length: reader.u8() }, () => reader.byteString());
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
