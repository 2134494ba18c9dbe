import { SYSTEM_CONTRACT_IDS } from '../state/system-contract/system-contracts.js';
import { membersOf } from '../state/contract/contract-parts.js';
import { InputError } from '../base/errors/input-error.js';
import type { TransitionEvent } from './transition-event.js';
import type { TransitionSummary } from './transition-summary.js';

/** Describes a name for an identity or a contract on this platform, which the network does not know. */
export interface Alias {
  readonly alias: string;
  readonly kind: 'identity' | 'contract';
  /** Base58. */
  readonly id: string;
}

/** Limits the aliases of a platform: each is read when they are listed. */
const MAX_ALIASES = 1_000;

const ALIAS = /^[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,62}$/u;
/** Matches text that may be an id. */
const ID = /^[1-9A-HJ-NP-Za-km-z]{42,44}$/;

/** Knows the aliases of a platform, in memory. */
export class AliasBook {
  readonly #byAlias = new Map<string, Alias>();
  /** The last alias of each id. */
  readonly #names = new Map<string, string>();
  /** Those that nobody gave: seeds of identities and names in DPNS, the earliest first. */
  readonly #learned = new Set<string>();

  /**
   * Gives an identity or a contract an alias, which it loses to the next one that gets it. Where the book is full, the earliest alias that
   * nobody gave makes room.
   * @returns what had it before, where that is another one
   * @throws {InputError} when it is no alias, or there are too many
   */
  set(given: Alias): Alias | undefined {
    const { alias, id } = given;
    checkAlias(alias);
    const before = this.#byAlias.get(alias);
    if (before === undefined && this.#byAlias.size >= MAX_ALIASES && !this.#dropLearned())
      throw new InputError('alias', { expected: `at most ${MAX_ALIASES} aliases`, found: alias });
    if (before !== undefined && this.#names.get(before.id) === alias) this.#names.delete(before.id);
    this.#learned.delete(alias);
    // The last alias of an id is the one that is shown: it stands behind the others.
    this.#byAlias.delete(alias);
    this.#byAlias.set(alias, given);
    this.#names.set(id, alias);
    return before?.id === id ? undefined : before;
  }

  /** Gives an identity its seed or its name in DPNS as an alias, unless that is none or was given to something. */
  learn(name: unknown, id: string): void {
    if (typeof name !== 'string' || !isAlias(name)) return;
    const isKnown = this.#byAlias.has(name);
    if (isKnown ? !this.#learned.has(name) : this.#byAlias.size >= MAX_ALIASES) return;
    this.set({ alias: name, kind: 'identity', id });
    this.#learned.add(name);
  }

  /** Learns the name that an executed transition registers in DPNS; one that is contested belongs to nobody yet. */
  learnName({ summary, rejection, content, result }: TransitionEvent): void {
    const { kind, contractName, documentType, signerId } = summary;
    if (rejection !== undefined || signerId === undefined) return;
    if (kind !== 'documentCreate' || contractName !== 'dpns' || documentType !== 'domain') return;
    const { label, normalizedParentDomainName: parent, isContested } = domainOf(content());
    if (isContested || membersOf(result)['contest'] !== undefined) return;
    if (typeof label === 'string' && typeof parent === 'string') this.learn(`${label}.${parent}`, signerId);
  }

  /** Removes an alias. */
  remove(alias: string): void {
    const id = this.#byAlias.get(alias)?.id;
    if (id === undefined) return;
    this.#byAlias.delete(alias);
    this.#learned.delete(alias);
    if (this.#names.get(id) === alias) this.#names.delete(id);
  }

  /** Removes the earliest alias that nobody gave; false where there is none. */
  #dropLearned(): boolean {
    const [first] = this.#learned;
    if (first === undefined) return false;
    this.remove(first);
    return true;
  }

  /** Lists the names of contracts of the network, then the aliases in the order in which they were given. */
  list(): readonly Alias[] {
    return [...SYSTEM_ALIASES, ...this.#byAlias.values()];
  }

  /** Returns a transition with the aliases of its contract and its signer. */
  named(event: TransitionEvent): TransitionEvent {
    const summary = this.namedSummary(event.summary);
    return summary === event.summary ? event : { ...event, summary };
  }

  /** Returns a summary with the aliases of its contract and its signer; the same one where they have none. */
  namedSummary(summary: TransitionSummary): TransitionSummary {
    const { contractId, contractName, signerId } = summary;
    const contract = contractName ?? (contractId && this.#names.get(contractId));
    const signer = signerId && this.#names.get(signerId);
    if (contract === contractName && signer === undefined) return summary;
    return {
      ...summary,
      ...(contract !== undefined && { contractName: contract }),
      ...(signer !== undefined && { signerName: signer }),
    };
  }
}

/** Returns the properties of a domain: of an unsigned call, or of the first item of a batch. */
function domainOf(content: unknown): Readonly<Record<string, unknown>> & { readonly isContested: boolean } {
  const { data, transitions } = membersOf(content);
  const [first]: readonly unknown[] = Array.isArray(transitions) ? transitions : [];
  const item = membersOf(first);
  const isContested = (item['prefundedVotingBalance'] ?? null) !== null;
  return { ...item, ...membersOf(data ?? item['data']), isContested };
}

const SYSTEM_ALIASES: readonly Alias[] = Array.from(SYSTEM_CONTRACT_IDS, ([alias, id]) => ({
  alias,
  kind: 'contract',
  id,
}));

/** Returns whether a text can be an alias: it has its form, is no id and names no contract of the network. */
export const isAlias = (alias: string): boolean =>
  ALIAS.test(alias) && !ID.test(alias) && !isSystemName(alias);

function checkAlias(alias: unknown): asserts alias is string {
  if (typeof alias === 'string' && isAlias(alias)) return;
  const isTaken = typeof alias === 'string' && isSystemName(alias);
  throw new InputError('alias', {
    expected: isTaken
      ? 'another name than that of a contract of the network'
      : '1 to 63 letters, digits, "_", "." and "-" that are no id',
    found: alias,
  });
}

const isSystemName = (alias: string): boolean => SYSTEM_CONTRACT_IDS.has(alias);
