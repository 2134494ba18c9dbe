import { IDENTIFIER_BYTES } from '../document/identifier.js';
import type { IndexField } from '../document/document-shape.js';
import { writeOperand } from '../document/write-value.js';
import { ClientError } from '../error/client-error.js';
import type { WhereClause } from './document-source.js';

/** Returns the condition that a document has a property of an index: keys of documents without it come first. */
export function presentClause(field: IndexField): WhereClause {
  const { path, kind } = field;
  // The network has one key for no bytes and for no value.
  return kind === 'bytes'
    ? [path, '>', writeOperand(new Uint8Array(), kind)]
    : [path, '>=', writeOperand(lowestOf(field), kind)];
}

/** Returns a value below which a property of an index has none. @throws {ClientError} for a kind that has no such value */
export function lowestOf({ kind, path, lowest }: IndexField): unknown {
  switch (kind) {
    case 'time':
      return new Date(0);
    case 'integer':
    case 'bigint':
      return lowest ?? 0n;
    case 'text':
      return '';
    case 'float':
      return -Number.MAX_VALUE;
    case 'identifier':
      return new Uint8Array(IDENTIFIER_BYTES);
    default:
      throw new ClientError(`${path} is not read from its end`);
  }
}
