import { CONTRACT_KEYS, IDENTITY_KEYS, NEWEST_VERSION_KEY, ROOT_KEYS } from '@dapikit/proof';
import { base58, hex } from '@scure/base';

const ID_BYTES = 32;
const PRINTABLE = /^[\x20-\x7e]+$/;

const ROOT_NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries(ROOT_KEYS).map(([name, key]) => [key, toWords(name)]),
);
const IDENTITY_NAMES = namesOf(IDENTITY_KEYS);

function namesOf(keys: Readonly<Record<string, Uint8Array>>): ReadonlyMap<number | undefined, string> {
  return new Map(Object.entries(keys).map(([name, key]) => [key[0], toWords(name)]));
}

function toWords(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

const isRoot = (path: readonly Uint8Array[], name: keyof typeof ROOT_KEYS): boolean =>
  path[0]?.length === 1 && path[0][0] === ROOT_KEYS[name];

/** Returns the name of a key in a layer of the platform's trees: what it is, or the key itself. */
export function nameKey(path: readonly Uint8Array[], key: Uint8Array): string {
  const known = key.length === 1 ? nameShortKey(path, key[0] ?? 0) : undefined;
  if (known !== undefined) return known;
  if (key.length === ID_BYTES) return base58.encode(key);
  const text = new TextDecoder().decode(key);
  return PRINTABLE.test(text) ? `“${text}”` : `0x${hex.encode(key)}`;
}

function nameShortKey(path: readonly Uint8Array[], key: number): string | undefined {
  if (path.length === 0) return ROOT_NAMES.get(key);
  if (isRoot(path, 'identities')) {
    if (path.length === 2) return IDENTITY_NAMES.get(key);
    if (path.length === 3 && path[2]?.[0] === IDENTITY_KEYS.keys[0]) return `key ${key}`;
  }
  if (!isRoot(path, 'contracts')) return undefined;
  if (path.length === 2) return key === CONTRACT_KEYS.contract[0] ? 'the contract' : 'documents by type';
  if (path.length === 4 && key === 0) return 'documents by id';
  return key === NEWEST_VERSION_KEY[0] ? 'newest version' : undefined;
}
