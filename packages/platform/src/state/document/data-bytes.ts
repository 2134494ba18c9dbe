import { doubleHash } from '../../base/bytes/double-hash.js';
import { storedForm } from '../../base/bytes/stored-value.js';
import { isData, type Document, type DocumentData } from './document.js';

const FORM = storedForm<object>();

/** Returns data as bytes that do not depend on the order of its members. */
export const dataBytes = (data: DocumentData): Uint8Array => FORM.toBytes(sorted(data));

const sorted = (data: DocumentData): DocumentData =>
  Object.fromEntries(
    Object.entries(data)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => [name, isData(value) ? sorted(value) : value]),
  );

/** Returns the hash of a document, without the version of its contract. How the network hashes deleted documents is not published. */
export const documentHash = ({
  contractVersion: _stamp,
  derived: _derived,
  data,
  times,
  ...system
}: Document): Uint8Array => doubleHash(dataBytes({ ...system }), dataBytes({ ...times }), dataBytes(data));
