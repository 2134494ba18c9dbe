import { identifierBytes, identifierText } from '../base/bytes/identifier.js';
import { InputError } from '../base/errors/input-error.js';
import type { PlatformChain } from '../execution/transition/platform-chain.js';
import { findStoredContract } from '../state/contract/contract-store.js';
import { findIdentity } from '../state/identity/identity-store.js';
import { readId } from '../state/input/read-input.js';
import type { StoreView } from '../store/store.js';
import type { Alias, AliasBook } from './aliases.js';
import type { IdentityApi } from './identity-api.js';
import type { StateApi } from './state-api.js';

/** Describes an alias that was given. */
export interface GivenAlias extends Alias {
  /** The id that had the alias before, where that is another one. */
  readonly replacedId?: string;
}

/** Names identities and contracts on this platform: in memory, until it is closed. */
export interface AliasApi {
  /** Gives an identity or a contract an alias; another one that has it loses it. */
  setAlias(input: {
    readonly alias: string;
    readonly identityId?: string;
    readonly contractId?: string;
  }): Promise<GivenAlias>;
  /** Returns the aliases of present identities and contracts: names of contracts of the network, given aliases, and seeds of identities. */
  listAliases(): Promise<readonly Alias[]>;
}

/** Creates the methods of aliases. */
export function aliasApi(chain: PlatformChain, book: AliasBook): AliasApi {
  return {
    setAlias: async ({ alias, identityId, contractId }) => {
      if ((identityId === undefined) === (contractId === undefined))
        throw new InputError('contractId', {
          problem: 'an alias names an identity or a contract: send identityId or contractId',
          expected: 'one id',
          found: identityId === undefined ? 'none' : 'both',
        });
      const kind = identityId === undefined ? 'contract' : 'identity';
      const member = `${kind}Id` as const;
      const given: Alias = { alias, kind, id: identifierText(readId(identityId ?? contractId, member)) };
      if (!(await chain.read(async (view) => isPresent(view, given))))
        throw new InputError(member, { expected: `the id of a stored ${kind}`, found: given.id });
      const before = book.set(given);
      return { ...given, ...(before && { replacedId: before.id }) };
    },
    listAliases: async () =>
      chain.read(async (view) => {
        const present: Alias[] = [];
        for (const alias of book.list()) if (await isPresent(view, alias)) present.push(alias);
        return present;
      }),
  };
}

async function isPresent(view: StoreView, { kind, id }: Alias): Promise<boolean> {
  const bytes = identifierBytes(id);
  if (bytes === undefined) return false;
  const found = kind === 'contract' ? await findStoredContract(view, bytes) : await findIdentity(view, bytes);
  return found !== undefined;
}

/** Returns the same methods; aliases of what a revert or an import took away go. */
export function pruningAliases<Methods extends Pick<StateApi, 'revert' | 'importState'>>(
  methods: Methods,
  chain: PlatformChain,
  book: AliasBook,
): Methods {
  const prune = async (): Promise<void> =>
    chain.read(async (view) => {
      for (const alias of book.list()) if (!(await isPresent(view, alias))) book.remove(alias.alias);
    });
  return {
    ...methods,
    revert: async (input) => {
      const status = await methods.revert(input);
      await prune();
      return status;
    },
    importState: async (file) => {
      const status = await methods.importState(file);
      await prune();
      return status;
    },
  };
}

/** Returns the same methods; the seed of a new identity becomes its alias. */
export const namingIdentities = <Methods extends Pick<IdentityApi, 'createIdentity'>>(
  methods: Methods,
  book: AliasBook,
): Methods => ({
  ...methods,
  createIdentity: async (input = {}) => {
    const created = await methods.createIdentity(input);
    book.learn(input.seed, created.id);
    return created;
  },
});
