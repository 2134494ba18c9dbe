import { getInteger, getList, getText } from '../../json/json-values.js';
import type { Params } from '../../rpc/json-rpc-client.js';
import { platform } from '../../rpc/platform.js';

/** Describes an id with its name. */
export interface NamedId {
  /** Base58. */
  readonly id: string;
  readonly name: string;
}

/** Describes an identity with its name in this page. */
export interface NamedIdentity extends NamedId {
  readonly balance: bigint;
}

const KEY = 'dapikit-identities';
const ACTOR_KEY = 'dapikit-actor';
/** Names whose identities have a seed: every page of the server finds them. */
const SEEDED_NAMES = ['Alice', 'Bob', 'Carol'];
const NAMES = [...SEEDED_NAMES, 'Dave', 'Erin', 'Frank', 'Grace', 'Heidi', 'Ivan', 'Judy'];
/** 100 DASH; a contract costs about 1. */
const INITIAL_CREDITS = '10000000000000';

/** Loads the identities that have a name in this page: those with a seed, and those that this browser created. */
export async function loadIdentities(): Promise<readonly NamedIdentity[]> {
  const seeded = await Promise.all(SEEDED_NAMES.map((name) => find({ seed: createSeed(name) }, name)));
  const first = seeded.flat();
  const more = [...loadNames()].filter(([id]) => first.every((one) => one.id !== id));
  const found = await Promise.all(more.map(([id, name]) => find({ id }, name)));
  const all = [...first, ...found.flat()];
  storeNames(all);
  return all;
}

async function find(params: Params, name: string): Promise<readonly NamedIdentity[]> {
  const identity = await platform.call('getIdentity', params);
  return identity === null ? [] : [withName(identity, name)];
}

/** Returns the name of the identity that is created next. */
export function getNextName(identities: readonly NamedIdentity[]): string {
  const taken = new Set(identities.map(({ name }) => name));
  return NAMES.find((name) => !taken.has(name)) ?? `Identity ${identities.length + 1}`;
}

/** Creates the next identity with credits, and stores its name in this browser. Rejects with the server's error. */
export async function createIdentity(identities: readonly NamedIdentity[]): Promise<NamedIdentity> {
  const name = getNextName(identities);
  const seed = SEEDED_NAMES.includes(name) ? createSeed(name) : undefined;
  const identity = withName(await create(seed), name);
  storeNames([...[...loadNames()].map(([id, known]) => ({ id, name: known })), identity]);
  return identity;
}

/** Returns the identity that acts in this page, and creates one where there is none. Rejects with the server's error. */
export async function getOrCreateActor(identities: readonly NamedIdentity[]): Promise<NamedIdentity> {
  return findActor(identities, loadActorId()) ?? (await createIdentity(identities));
}

/** Finds the identity that acts: the chosen one, else the first one; `undefined` where there is none. */
export const findActor = (identities: readonly NamedIdentity[], actorId: string): NamedIdentity | undefined =>
  identities.find(({ id }) => id === actorId) ?? identities[0];

/** Loads the id of the identity that acts in this page; empty at first. */
export function loadActorId(): string {
  return sessionStorage.getItem(ACTOR_KEY) ?? '';
}

/** Stores the id of the identity that acts, until the page is closed. */
export function storeActorId(id: string): void {
  sessionStorage.setItem(ACTOR_KEY, id);
}

/** Returns the name of an id: the one in this page, or the alias, or its start. */
export function getName(named: readonly NamedId[], id: string, alias?: string): string {
  return named.find((one) => one.id === id)?.name ?? alias ?? shortenId(id);
}

/** Returns the start of an id. */
export const shortenId = (id: string): string => `${id.slice(0, 6)}…`;

async function create(seed: string | undefined): Promise<unknown> {
  if (seed === undefined) return await platform.call('createIdentity', { credits: INITIAL_CREDITS });
  try {
    return await platform.call('createIdentity', { seed, credits: INITIAL_CREDITS });
  } catch (error) {
    // Another page may have created it meanwhile.
    const now = await platform.call('getIdentity', { seed });
    if (now === null) throw error;
    return now;
  }
}

const createSeed = (name: string): string => `studio ${name}`;

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

function storeNames(all: readonly NamedId[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(all.map(({ id, name }) => ({ id, name }))));
  } catch {
    // A browser that stores nothing knows the identities with a seed only.
  }
}
