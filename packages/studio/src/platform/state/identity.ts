import { getInteger, getList, getText } from '../../json/json-values.js';
import { platform } from '../../rpc/platform.js';

/** Describes an identity with its name in this page. */
export interface NamedIdentity {
  /** Base58. */
  readonly id: string;
  readonly name: string;
  readonly balance: bigint;
}

const KEY = 'dapikit-identities';
const ACTOR_KEY = 'dapikit-actor';
const FIRST_NAMES = ['Alice', 'Bob', 'Carol'];
/** 100 DASH; a contract costs about 1. */
const INITIAL_CREDITS = '10000000000000';

/** Loads the named identities, and creates the first ones where they do not exist. */
export async function loadIdentities(): Promise<readonly NamedIdentity[]> {
  const first: NamedIdentity[] = [];
  for (const name of FIRST_NAMES) first.push(withName(await getOrCreate(name), name));
  const more = [...loadNames()].filter(([id]) => first.every((one) => one.id !== id));
  const found = await Promise.all(
    more.map(async ([id, name]) => {
      const identity = await platform.call('getIdentity', { id });
      return identity === null ? [] : [withName(identity, name)];
    }),
  );
  const all = [...first, ...found.flat()];
  storeNames(all);
  return all;
}

/** Creates an identity with credits, and stores its name in this browser. Rejects with the server's error. */
export async function createIdentity(name: string): Promise<NamedIdentity> {
  const identity = withName(await platform.call('createIdentity', { credits: INITIAL_CREDITS }), name);
  storeNames([...[...loadNames()].map(([id, known]) => ({ id, name: known })), identity]);
  return identity;
}

/** Loads the id of the identity that acts in this page; empty at first. */
export function loadActorId(): string {
  return sessionStorage.getItem(ACTOR_KEY) ?? '';
}

/** Stores the id of the identity that acts, until the page is closed. */
export function storeActorId(id: string): void {
  sessionStorage.setItem(ACTOR_KEY, id);
}

/** Returns the name of an id in this page, or the start of the id. */
export function getName(identities: readonly NamedIdentity[], id: string): string {
  return identities.find((one) => one.id === id)?.name ?? shortenId(id);
}

/** Returns the start of an id. */
export const shortenId = (id: string): string => `${id.slice(0, 6)}…`;

/** Returns the identity of a seed, which is the same for every page of this server. */
async function getOrCreate(name: string): Promise<unknown> {
  const seed = `studio ${name}`;
  const known = await platform.call('getIdentity', { seed });
  if (known !== null) return known;
  try {
    return await platform.call('createIdentity', { seed, credits: INITIAL_CREDITS });
  } catch (error) {
    // Another page may have created it meanwhile.
    const now = await platform.call('getIdentity', { seed });
    if (now === null) throw error;
    return now;
  }
}

const withName = (identity: unknown, name: string): NamedIdentity => ({
  id: getText(identity, 'id'),
  name,
  balance: getInteger(identity, 'balance'),
});

/** Loads the names that this browser has for identities, by their ids. */
export function loadNames(): ReadonlyMap<string, string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return new Map(getList(stored).map((one) => [getText(one, 'id'), getText(one, 'name')]));
  } catch {
    return new Map();
  }
}

function storeNames(all: readonly { readonly id: string; readonly name: string }[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(all.map(({ id, name }) => ({ id, name }))));
  } catch {
    // A browser that stores nothing knows the first names only.
  }
}
