import type { FundedWallet } from '@dapikit/chain';
import type { TransitionEvent } from '@dapikit/platform';
import { base58 } from '@scure/base';
import { membersOf } from './members.js';

const SHOWN_DIGITS = 8;
/** Names that callers choose are shortened, and only so many are known. */
const MAX_NAME_LENGTH = 40;
const MAX_NAMES = 10_000;

/** Knows names of identities: those of the wallets, the names that they are created with, and their names in DPNS. */
export class IdentityNames {
  readonly #names = new Map<string, string>();

  constructor(wallets: readonly Pick<FundedWallet, 'identities'>[]) {
    for (const [at, { identities }] of wallets.entries())
      for (const [index, { id }] of identities.entries())
        this.#names.set(base58.encode(id), `identity ${index} of mnemonic ${at + 1}`);
  }

  /** Returns the name of an identity; the beginning of its id where it has none. @param id in base58 */
  nameOf(id: string): string {
    return this.#names.get(id) ?? `${id.slice(0, SHOWN_DIGITS)}…`;
  }

  /** Takes note of the names that an executed transition gives. */
  learn({ summary, rejection, input, result, content }: TransitionEvent): void {
    if (rejection !== undefined) return;
    const { kind, contractName, documentType, signerId } = summary;
    if (kind === 'identityCreate') this.#learn(membersOf(result)['id'], membersOf(input)['seed']);
    if (kind !== 'documentCreate' || contractName !== 'dpns' || documentType !== 'domain') return;
    const { label, normalizedParentDomainName: parent } = dataOf(content());
    if (typeof label === 'string' && typeof parent === 'string') this.#learn(signerId, `${label}.${parent}`);
  }

  #learn(id: unknown, name: unknown): void {
    if (typeof id !== 'string' || typeof name !== 'string' || this.#names.size >= MAX_NAMES) return;
    this.#names.set(id, name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name);
  }
}

/** Returns the properties of a new document: of an unsigned call, or of the first item of a batch. */
function dataOf(content: unknown): Readonly<Record<string, unknown>> {
  const { data, transitions } = membersOf(content);
  const [first]: readonly unknown[] = Array.isArray(transitions) ? transitions : [];
  const item = membersOf(first);
  return data === undefined ? { ...item, ...membersOf(item['data']) } : membersOf(data);
}
