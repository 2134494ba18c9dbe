import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { doubleHash } from '../../base/bytes/double-hash.js';
import { identifierText } from '../../base/bytes/identifier.js';
import type { Collection } from '../../state/document/collection.js';
import { findDocument } from '../../state/document-storage/document-store.js';
import {
  isData,
  type Document,
  type DocumentData,
  type DocumentValue,
} from '../../state/document/document.js';
import { fieldOf, fieldType, indexKey } from '@dapikit/proof/document-query';
import { entryDocumentId, indexPrefix } from '../../state/keys/key-spaces.js';
import { behindPrefix } from '../../state/keys/tuple-key.js';
import type { StoreView } from '../../store/store.js';
import { proposalData, type DataTrigger } from './data-trigger.js';

const MAX_NAME_BYTES = 253;

/**
 * Checks what DPNS demands of a new name: that it is written twice, once in homograph-safe letters, that it
 * resolves to its owner, that its parent lets the owner have it, and that it was announced by a preorder.
 *
 * Source: `create_domain_data_trigger` in `packages/rs-drive-abci` of dashpay/platform.
 */
export const checkDomain: DataTrigger = async (scope, proposal) => {
  const { context, contract, collection, signerId } = scope;
  const data = proposalData(proposal);
  const [label, parent] = [textIn(data, 'label'), textIn(data, 'parentDomainName')];
  if (parent === undefined) return ['the name of the parent in parentDomainName'];
  const normalized = textIn(data, 'normalizedLabel') ?? '';
  const normalizedParent = textIn(data, 'normalizedParentDomainName') ?? '';
  const name = parent === '' ? (label ?? '') : `${normalized}.${parent}`;
  const identity = valueIn(data['records'], 'identity');
  const mayBeTop = compareBytes(signerId, contract.ownerId) === 0;
  const faults = [
    ...(Buffer.byteLength(name) > MAX_NAME_BYTES ? [`a full name of at most ${MAX_NAME_BYTES} bytes`] : []),
    ...(normalized === toHomographSafe(label ?? '')
      ? []
      : ['normalizedLabel as the label in unmistakable letters']),
    ...(normalizedParent === toHomographSafe(parent)
      ? []
      : ['normalizedParentDomainName as parentDomainName in unmistakable letters']),
    ...(identity instanceof Uint8Array && compareBytes(identity, signerId) !== 0
      ? [`the owner ${identifierText(signerId)} in records.identity`]
      : []),
    ...(normalizedParent === '' && !mayBeTop ? ['a parent: only the network has names without one'] : []),
  ];
  if (normalizedParent !== '') {
    const rejection = await findParentViolation(context.view, collection, normalizedParent, data, signerId);
    if (rejection !== undefined) return [...faults, rejection];
  }
  const salt = data['preorderSalt'];
  const hash = doubleHash(salt instanceof Uint8Array ? salt : new Uint8Array(), Buffer.from(name));
  const preorders = contract.collection('preorder');
  const preorder = preorders && (await findFirst(context.view, preorders, 'saltedHash', [hash]));
  if (preorder === undefined)
    faults.push(
      `a preorder whose saltedDomainHash is ${bytesToHex(hash)}, the double SHA-256 of salt and name`,
    );
  return faults;
};

async function findParentViolation(
  view: StoreView,
  names: Collection,
  normalizedParent: string,
  data: DocumentData,
  signerId: Uint8Array,
): Promise<string | undefined> {
  const [label = '', ...above] = normalizedParent.split('.');
  const parent = await findFirst(view, names, 'parentNameAndLabel', [above.join('.'), label]);
  if (parent === undefined) return `a parent ${normalizedParent} that is registered`;
  if (valueIn(data['subdomainRules'], 'allowSubdomains') === true)
    return 'no names below this one: subdomainRules.allowSubdomains false';
  const isOpen = fieldOf(parent, 'subdomainRules.allowSubdomains') === true;
  if (!isOpen && compareBytes(parent.ownerId, signerId) !== 0)
    return `the owner of ${normalizedParent}, who alone gives names below it`;
  return undefined;
}

/** Returns the first document that has these values in an index. */
async function findFirst(
  view: StoreView,
  collection: Collection,
  indexName: string,
  values: readonly DocumentValue[],
): Promise<Document | undefined> {
  const { location, type, order } = collection;
  const index = type.indices.find(({ name }) => name === indexName);
  if (index === undefined) return undefined;
  const position = index.properties.map((path, at) =>
    indexKey(fieldType(type, path) ?? 'unknown', values[at], order),
  );
  const prefix = indexPrefix(location, index, position);
  const [entry] = await view.scan({ from: prefix, to: behindPrefix(prefix), limit: 1 });
  return entry && findDocument(view, collection, entryDocumentId(entry.key));
}

const HOMOGRAPHS: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1' };

/** Replaces characters that look like others. Source: `convert_to_homograph_safe_chars` in `packages/rs-dpp` of dashpay/platform. */
const toHomographSafe = (text: string): string =>
  text.toLowerCase().replaceAll(/[oil]/g, (letter) => HOMOGRAPHS[letter] ?? letter);

function textIn(data: DocumentData, name: string): string | undefined {
  const value = data[name];
  return typeof value === 'string' ? value : undefined;
}

function valueIn(value: DocumentValue | undefined, name: string): DocumentValue | undefined {
  return isData(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
