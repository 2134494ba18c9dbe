import { homographSafe } from '@dapikit/contract/homograph-safe';
import {
  verifyDataContract,
  verifyDocuments,
  verifyIdentity,
  verifyIdentityTokenBalances,
  verifyResponse,
  verifyTokenStatuses,
  verifyTokenTotalSupply,
  type DocumentQuery,
  type ProvenDocument,
  type ProvenIdentity,
  type ProvenResponse,
  type TokenStatus,
  type TokenTotalSupply,
  type TrustOptions,
} from '@dapikit/proof';
import type { DataContract } from '@dapikit/protocol';
import { encode } from 'cborg';
import { Platform } from '../grpc/generated/dapi_pb.js';
import { PeerError } from '../peers/peer-error.js';
import { identifierBytes } from './identifier.js';
import { KnownContracts, typeOf, type KnownContract } from './known-contracts.js';
import { OutdatedContractError } from './outdated-contract-error.js';
import { ProvenReads, type PlatformParts, type ReadOptions, type Verified } from './proven-read.js';

/** Names an identity, a contract, a document or a token: Base58 text, or its 32 bytes. */
export type Identifier = string | Uint8Array;

/** Says which documents are wanted. */
export interface DocumentsRequest extends Omit<DocumentQuery, 'startAt' | 'startAfter'> {
  readonly contractId: Identifier;
  /** Name of the document type. */
  readonly type: string;
  /** The first document of the page. */
  readonly startAt?: Identifier;
  /** The document before the page. */
  readonly startAfter?: Identifier;
}

/** Contract of the names of mainnet, testnet and local networks. */
const DPNS = 'GWRSAVFMjXx8HpQFaNJMqBV7MBgMK4br5UESsB4S31Ec';
const DPNS_ROOT = 'dash';

/** Reads identities, contracts, documents, names and tokens of the platform; each value is proven. Methods reject as {@link ProvenReads.read} does. */
export class VerifiedPlatform {
  readonly #reads: ProvenReads;
  readonly #contracts = new KnownContracts(async (id, options) => this.#contract(id, options));

  constructor(parts: PlatformParts) {
    this.#reads = new ProvenReads(parts);
  }

  /** Returns an identity with its balance and keys; `undefined` where it is proven that there is none. */
  async identity(id: Identifier, signal?: AbortSignal): Promise<Verified<ProvenIdentity | undefined>> {
    const identityId = identifierBytes(id);
    return this.#reads.read(
      Platform.method.getIdentity,
      { version: { case: 'v0', value: { id: identityId, prove: true } } },
      (response, trust) => verifyIdentity(response, { ...trust, identityId }),
      { signal },
    );
  }

  /** Returns a contract; `undefined` where it is proven that there is none. */
  async contract(id: Identifier, signal?: AbortSignal): Promise<Verified<DataContract | undefined>> {
    return this.#contract(identifierBytes(id), { signal });
  }

  /**
   * Returns exactly the documents that a query selects, in its order. The contract is read first, once.
   * @throws {RangeError} (rejects) for an unknown contract or document type, {QueryError} for a query that the network rejects
   */
  async documents(
    request: DocumentsRequest,
    signal?: AbortSignal,
  ): Promise<Verified<readonly ProvenDocument[]>> {
    const { type, where = [], orderBy = [], limit, startAt, startAfter } = request;
    const contractId = identifierBytes(request.contractId);
    const page = {
      ...(startAt !== undefined && { startAt: identifierBytes(startAt) }),
      ...(startAfter !== undefined && { startAfter: identifierBytes(startAfter) }),
    };
    const query = { where, orderBy, ...(limit !== undefined && { limit }), ...page };
    const read = async (known: KnownContract, mayBeOutdated: boolean) => {
      const documentType = typeOf(known, type);
      return this.#reads.read(
        Platform.method.getDocuments,
        { version: { case: 'v0', value: { ...requestOf({ contractId, type, query }), prove: true } } },
        (response, trust) => {
          try {
            return verifyDocuments(response, { ...trust, ...query, contractId, documentType });
          } catch (error) {
            const { height } = response.metadata;
            if (known.height >= height || !isSigned(response, trust)) throw error;
            if (mayBeOutdated) throw new OutdatedContractError(height, { cause: error });
            throw new PeerError('unhelpful', `the contract changed again up to height ${height}`);
          }
        },
        { signal },
      );
    };
    try {
      return await read(await this.#contracts.withType(contractId, type, signal), true);
    } catch (error) {
      if (!(error instanceof OutdatedContractError)) throw error;
      // The turn of the peer is over: other peers are asked for the contract.
      return await read(await this.#contracts.since(contractId, error.height, signal), false);
    }
  }

  /**
   * Returns the id of the identity that a name points to; `undefined` where it is proven that nobody has the name.
   * @param name such as `alice` or `alice.dash`
   */
  async identityOfName(name: string, signal?: AbortSignal): Promise<Verified<Uint8Array | undefined>> {
    const label = name.endsWith(`.${DPNS_ROOT}`) ? name.slice(0, -DPNS_ROOT.length - 1) : name;
    if (label === '' || label.includes('.'))
      throw new RangeError(`${JSON.stringify(name.slice(0, 100))} is no name: give one such as alice.dash`);
    const found = await this.documents(
      {
        contractId: DPNS,
        type: 'domain',
        where: [
          ['normalizedParentDomainName', '==', DPNS_ROOT],
          ['normalizedLabel', '==', homographSafe(label)],
        ],
        limit: 1,
      },
      signal,
    );
    const records = found.value[0]?.document.data['records'];
    const identity = typeof records === 'object' && 'identity' in records ? records['identity'] : undefined;
    return { ...found, value: identity instanceof Uint8Array ? identity : undefined };
  }

  /** Returns the names of an identity, such as `alice.dash`, at most 100. */
  async namesOf(id: Identifier, signal?: AbortSignal): Promise<Verified<readonly string[]>> {
    const where = [['records.identity', '==', identifierBytes(id)]] as const;
    const found = await this.documents({ contractId: DPNS, type: 'domain', where }, signal);
    const names = found.value.map(({ document: { data } }) => {
      const { label, parentDomainName: parent } = data;
      return `${typeof label === 'string' ? label : ''}${typeof parent === 'string' && parent !== '' ? `.${parent}` : ''}`;
    });
    return { ...found, value: names };
  }

  /** Returns the balances of an identity by the ids of tokens, in their order; `undefined` for a token that it never had. */
  async tokenBalances(
    id: Identifier,
    tokenIds: readonly Identifier[],
    signal?: AbortSignal,
  ): Promise<Verified<readonly { readonly id: Uint8Array; readonly value: bigint | undefined }[]>> {
    const identityId = identifierBytes(id);
    const tokens = tokenIds.map(identifierBytes);
    return this.#reads.read(
      Platform.method.getIdentityTokenBalances,
      { version: { case: 'v0', value: { identityId, tokenIds: tokens, prove: true } } },
      (response, trust) => verifyIdentityTokenBalances(response, { ...trust, identityId, tokenIds: tokens }),
      { signal },
    );
  }

  /** Returns the supply of a token; `undefined` where it is proven that there is no such token. */
  async tokenSupply(id: Identifier, signal?: AbortSignal): Promise<Verified<TokenTotalSupply | undefined>> {
    const tokenId = identifierBytes(id);
    return this.#reads.read(
      Platform.method.getTokenTotalSupply,
      { version: { case: 'v0', value: { tokenId, prove: true } } },
      (response, trust) => verifyTokenTotalSupply(response, { ...trust, tokenId }),
      { signal },
    );
  }

  /** Returns whether each of some tokens is paused; `undefined` for one whose status was never set. */
  async tokenStatuses(
    ids: readonly Identifier[],
    signal?: AbortSignal,
  ): Promise<Verified<readonly { readonly id: Uint8Array; readonly value: TokenStatus | undefined }[]>> {
    const tokenIds = ids.map(identifierBytes);
    return this.#reads.read(
      Platform.method.getTokenStatuses,
      { version: { case: 'v0', value: { tokenIds, prove: true } } },
      (response, trust) => verifyTokenStatuses(response, { ...trust, tokenIds }),
      { signal },
    );
  }

  async #contract(contractId: Uint8Array, options: ReadOptions): Promise<Verified<DataContract | undefined>> {
    return this.#reads.read(
      Platform.method.getDataContract,
      { version: { case: 'v0', value: { id: contractId, prove: true } } },
      (response, trust) => verifyDataContract(response, { ...trust, contractId }),
      options,
    );
  }
}

/** Returns whether a quorum signed the state that a proof leads to, whatever the proof says of it. */
function isSigned(response: ProvenResponse, trust: TrustOptions): boolean {
  try {
    verifyResponse(response, trust, (reader) => reader.layers());
    return true;
  } catch {
    return false;
  }
}

interface RequestParts {
  readonly contractId: Uint8Array;
  readonly type: string;
  readonly query: DocumentQuery & { readonly startAt?: Uint8Array; readonly startAfter?: Uint8Array };
}

function requestOf({ contractId, type, query }: RequestParts) {
  const { where = [], orderBy = [], limit = 0, startAt, startAfter } = query;
  const start =
    startAt === undefined
      ? startAfter && ({ case: 'startAfter', value: startAfter } as const)
      : ({ case: 'startAt', value: startAt } as const);
  return {
    dataContractId: contractId,
    documentType: type,
    where: where.length === 0 ? new Uint8Array() : encode(where),
    orderBy: orderBy.length === 0 ? new Uint8Array() : encode(orderBy),
    limit,
    ...(start && { start }),
  };
}
