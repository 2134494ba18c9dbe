import { platform } from '../rpc/platform.js';
import { creditsAt, listOf, textAt } from './answer.js';

/** An identity by the name that this page has for it. */
export interface NamedIdentity {
  /** Base58. */
  readonly id: string;
  readonly name: string;
  readonly balance: bigint;
}

const KEY = 'dapikit-identities';
const ACTOR_KEY = 'dapikit-actor';
const FIRST_NAMES = ['Alice', 'Bob', 'Carol'];
/** 100 DASH: a contract costs about one. */
const FIRST_CREDITS = '10000000000000';

/** Everybody whose name this page knows, as the platform has them; those that it begins with are created when they are not there. */
export async function namedIdentities(): Promise<readonly NamedIdentity[]> {
  const first: NamedIdentity[] = [];
  for (const name of FIRST_NAMES) first.push(named(await createdOnce(name), name));
  const more = [...keptNames()].filter(([id]) => first.every((one) => one.id !== id));
  const found = await Promise.all(
    more.map(async ([id, name]) => {
      const identity = await platform.call('getIdentity', { id });
      return identity === null ? [] : [named(identity, name)];
    }),
  );
  const all = [...first, ...found.flat()];
  keepNames(all);
  return all;
}

/** Creates somebody with credits, and keeps the name in this browser. Rejects with what the server says. */
export async function createNamed(name: string): Promise<NamedIdentity> {
  const one = named(await platform.call('createIdentity', { credits: FIRST_CREDITS }), name);
  keepNames([...[...keptNames()].map(([id, kept]) => ({ id, name: kept })), one]);
  return one;
}

/** The id of whoever acted last in this page; empty before. */
export function keptActor(): string {
  return sessionStorage.getItem(ACTOR_KEY) ?? '';
}

/** Remembers who acts, for as long as the page is open. */
export function keepActor(id: string): void {
  sessionStorage.setItem(ACTOR_KEY, id);
}

/** A name for an id: that of this page, or how the id begins. */
export function nameOf(identities: readonly NamedIdentity[], id: string): string {
  return identities.find((one) => one.id === id)?.name ?? shortId(id);
}

/** How an id begins. */
export const shortId = (id: string): string => `${id.slice(0, 6)}…`;

/** The identity of a seed, so that every page of this server means the same. */
async function createdOnce(name: string): Promise<unknown> {
  const seed = `studio ${name}`;
  const known = await platform.call('getIdentity', { seed });
  if (known !== null) return known;
  try {
    return await platform.call('createIdentity', { seed, credits: FIRST_CREDITS });
  } catch (error) {
    // Another page may have been faster.
    const now = await platform.call('getIdentity', { seed });
    if (now === null) throw error;
    return now;
  }
}

const named = (identity: unknown, name: string): NamedIdentity => ({
  id: textAt(identity, 'id'),
  name,
  balance: creditsAt(identity, 'balance'),
});

function keptNames(): ReadonlyMap<string, string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return new Map(listOf(kept).map((one) => [textAt(one, 'id'), textAt(one, 'name')]));
  } catch {
    return new Map();
  }
}

function keepNames(all: readonly { readonly id: string; readonly name: string }[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(all.map(({ id, name }) => ({ id, name }))));
  } catch {
    // A browser that keeps nothing: the first names come again by themselves.
  }
}
