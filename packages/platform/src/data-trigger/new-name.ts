import { bytesToHex } from '@noble/hashes/utils.js';
import { doubleHash } from '../bytes/double-hash.js';
import { identifierText } from '../bytes/identifier.js';
import type { Collection } from '../document/collection.js';
import { fetchDocument } from '../document/document-store.js';
import type { Document, DocumentData, DocumentValue } from '../document/document.js';
import { fieldOf, fieldType } from '../document/field.js';
import { indexKey } from '../document/index-key.js';
import { entryDocumentId, indexPrefix } from '../keys/key-spaces.js';
import { behindPrefix } from '../keys/tuple-key.js';
import { compareKeys } from '../query/select-keys.js';
import type { StoreView } from '../store/store.js';
import { dataOf, type DataTrigger } from './data-trigger.js';

const LONGEST_NAME = 253;

/**
 * What DPNS demands of a new name: that it is written twice, once in letters that cannot be mistaken for each other, that it
 * stands for its owner, that its parent lets the owner have it, and that it was announced by a preorder.
 *
 * Source: `create_domain_data_trigger` in `packages/rs-drive-abci` of dashpay/platform.
 */
export const newName: DataTrigger = async (work, proposal) => {
  const { context, contract, collection, signerId } = work;
  const data = dataOf(proposal);
  const [label, parent] = [textIn(data, 'label'), textIn(data, 'parentDomainName')];
  if (parent === undefined) return ['the name of the parent in parentDomainName'];
  const normalized = textIn(data, 'normalizedLabel') ?? '';
  const normalizedParent = textIn(data, 'normalizedParentDomainName') ?? '';
  const name = parent === '' ? (label ?? '') : `${normalized}.${parent}`;
  const identity = valueIn(data['records'], 'identity');
  const mayBeTop = context.signer.id === contract.ownerId;
  const faults = [
    ...(Buffer.byteLength(name) > LONGEST_NAME ? [`a full name of at most ${LONGEST_NAME} bytes`] : []),
    ...(normalized === unmistakable(label ?? '')
      ? []
      : ['normalizedLabel as the label in unmistakable letters']),
    ...(normalizedParent === unmistakable(parent)
      ? []
      : ['normalizedParentDomainName as parentDomainName in unmistakable letters']),
    ...(identity instanceof Uint8Array && compareKeys(identity, signerId) !== 0
      ? [`the owner ${identifierText(signerId)} in records.identity`]
      : []),
    ...(normalizedParent === '' && !mayBeTop ? ['a parent: only the network has names without one'] : []),
  ];
  if (normalizedParent !== '') {
    const refusal = await refusalOfParent(context.view, collection, normalizedParent, data, signerId);
    if (refusal !== undefined) return [...faults, refusal];
  }
  const salt = data['preorderSalt'];
  const hash = doubleHash(salt instanceof Uint8Array ? salt : new Uint8Array(), Buffer.from(name));
  const preorders = contract.collection('preorder');
  const preorder = preorders && (await firstIn(context.view, preorders, 'saltedHash', [hash]));
  if (preorder === undefined)
    faults.push(
      `a preorder whose saltedDomainHash is ${bytesToHex(hash)}, the double SHA-256 of salt and name`,
    );
  return faults;
};

async function refusalOfParent(
  view: StoreView,
  names: Collection,
  normalizedParent: string,
  data: DocumentData,
  signerId: Uint8Array,
): Promise<string | undefined> {
  const [label = '', ...above] = normalizedParent.split('.');
  const parent = await firstIn(view, names, 'parentNameAndLabel', [above.join('.'), label]);
  if (parent === undefined) return `a parent ${normalizedParent} that is registered`;
  if (valueIn(data['subdomainRules'], 'allowSubdomains') === true)
    return 'no names below this one: subdomainRules.allowSubdomains false';
  const isOpen = fieldOf(parent, 'subdomainRules.allowSubdomains') === true;
  if (!isOpen && compareKeys(parent.ownerId, signerId) !== 0)
    return `the owner of ${normalizedParent}, who alone gives names below it`;
  return undefined;
}

/** The first document that has these values in an index. */
async function firstIn(
  view: StoreView,
  collection: Collection,
  indexName: string,
  values: readonly DocumentValue[],
): Promise<Document | undefined> {
  const { place, type, order } = collection;
  const index = type.indices.find(({ name }) => name === indexName);
  if (index === undefined) return undefined;
  const position = index.properties.map((path, at) =>
    indexKey(fieldType(type, path) ?? 'unknown', values[at], order),
  );
  const prefix = indexPrefix(place, index, position);
  const [entry] = await view.scan({ from: prefix, to: behindPrefix(prefix), limit: 1 });
  return entry && fetchDocument(view, collection, entryDocumentId(entry.key));
}

const MISTAKABLE: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1' };

/** Source: `convert_to_homograph_safe_chars` in `packages/rs-dpp` of dashpay/platform. */
const unmistakable = (text: string): string =>
  text.toLowerCase().replaceAll(/[oil]/g, (letter) => MISTAKABLE[letter] ?? letter);

function textIn(data: DocumentData, name: string): string | undefined {
  const value = data[name];
  return typeof value === 'string' ? value : undefined;
}

function valueIn(value: DocumentValue | undefined, name: string): DocumentValue | undefined {
  return typeof value === 'object' && !(value instanceof Uint8Array) && Object.hasOwn(value, name)
    ? value[name]
    : undefined;
}
