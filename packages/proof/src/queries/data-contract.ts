import { dataContract, type DataContract } from '@dapikit/protocol';
import { compareBytes } from '@dapikit/protocol/codec';
import { treeKindOf } from '../element/element-tree.js';
import type { Element } from '../element/element.js';
import { ProofError } from '../merk-proof/proof-error.js';
import type { ConditionalBranch, PathQuery } from '../path-query/path-query.js';
import { itemContent } from '../response/element-content.js';
import {
  verifyResponse,
  type ProofReader,
  type Proven,
  type ProvenResponse,
  type TrustOptions,
} from '../response/proven-response.js';
import {
  contractHistoryPath,
  CONTRACT_KEYS,
  contractPath,
  NEWEST_VERSION_KEY,
  rootPath,
  timeKey,
} from '../drive/drive-paths.js';
import { keysQuery, rangeQuery, timeOfKey } from './query-forms.js';

/** Largest number of versions of a contract in a response. Source: `MAX_CONTRACT_HISTORY_FETCH_LIMIT` of dashpay/platform. */
const MAX_VERSIONS = 10;

/** Returns the query for a contract; one that keeps its history is stored one layer deeper. */
export const dataContractQuery = (contractId: Uint8Array, keepsHistory: boolean): PathQuery =>
  keepsHistory
    ? keysQuery(contractHistoryPath(contractId), [NEWEST_VERSION_KEY])
    : keysQuery(contractPath(contractId), [CONTRACT_KEYS.contract]);

/** Returns the query for contracts. @param historicalIds are those of the contracts that keep their history */
export function dataContractsQuery(
  contractIds: readonly Uint8Array[],
  historicalIds: readonly Uint8Array[] = [],
): PathQuery {
  const path = [CONTRACT_KEYS.contract];
  const { query, ...others } = keysQuery(rootPath('contracts'), contractIds, { path });
  if (historicalIds.length === 0) return { ...others, query };
  const conditionalBranches = historicalIds.map((key): ConditionalBranch => ({
    item: { type: 'key', key },
    branch: { path: [...path, NEWEST_VERSION_KEY] },
  }));
  return { ...others, query: { ...query, conditionalBranches } };
}

/** Says which versions of a contract are requested. */
export interface DataContractHistoryRequest {
  readonly contractId: Uint8Array;
  /** The time in ms after which versions are requested. */
  readonly startAtMs: bigint;
  /** Limits the versions: 1 to 10. Default: 10. */
  readonly limit?: number | undefined;
}

/** Returns the query for the versions of a contract, the newest first. */
export const dataContractHistoryQuery = ({
  contractId,
  startAtMs,
  limit,
}: DataContractHistoryRequest): PathQuery =>
  rangeQuery(contractHistoryPath(contractId), {
    item: { type: 'rangeAfter', start: timeKey(startAtMs) },
    isAscending: false,
    limit: limit ?? MAX_VERSIONS,
  });

/** Decodes a contract and checks that it has the id under which it is stored. */
function contractOf(element: Element, contractId: Uint8Array): DataContract {
  const contract = itemContent(dataContract, element);
  if (compareBytes(contract.id, contractId) !== 0)
    throw new ProofError('unexpected-element', 'the contract is stored under the id of another one');
  return contract;
}

/** Reads a contract; one that keeps its history has a tree in its place, with the contract one layer deeper. */
function readContract(
  reader: ProofReader,
  contractId: Uint8Array,
  queryOf: (keepsHistory: boolean) => PathQuery,
  isSubset: boolean,
): DataContract | undefined {
  const [entry] = reader.keys(queryOf(false), { isSubset });
  if (entry?.element === undefined) return undefined;
  if (treeKindOf(entry.element) === undefined) return contractOf(entry.element, contractId);
  const [latest] = reader.keys(queryOf(true), { isSubset });
  if (latest?.element === undefined)
    throw new ProofError(
      'incomplete',
      'the proof is incomplete: the newest version of the contract is missing',
    );
  return contractOf(latest.element, contractId);
}

/**
 * Verifies the response of getDataContract: the contract, or undefined if there is none. Throws DecodeError, ProofError.
 * Source: `verify_contract` in `packages/rs-drive/src/verify/contract` of dashpay/platform.
 */
export const verifyDataContract = (
  response: ProvenResponse,
  options: TrustOptions & { readonly contractId: Uint8Array },
): Proven<DataContract | undefined> =>
  verifyResponse(response, options, (reader) =>
    readContract(
      reader,
      options.contractId,
      (keepsHistory) => dataContractQuery(options.contractId, keepsHistory),
      false,
    ),
  );

/** Contract with the id by which it was requested; undefined if there is none. */
export interface RequestedContract {
  readonly contractId: Uint8Array;
  readonly contract: DataContract | undefined;
}

/**
 * Verifies the response of getDataContracts: a contract, or its absence, for each id in the order of the request. Throws DecodeError,
 * ProofError. Source: `verify_contracts` in `packages/rs-drive/src/verify/contract` of dashpay/platform.
 */
export const verifyDataContracts = (
  response: ProvenResponse,
  options: TrustOptions & { readonly contractIds: readonly Uint8Array[] },
): Proven<readonly RequestedContract[]> =>
  verifyResponse(response, options, (reader) =>
    options.contractIds.map((contractId) => ({
      contractId,
      contract: readContract(
        reader,
        contractId,
        (keepsHistory) => dataContractsQuery([contractId], keepsHistory ? [contractId] : []),
        true,
      ),
    })),
  );

/** Version of a contract with the time in ms of its block. */
export interface DataContractVersion {
  readonly timeMs: bigint;
  readonly contract: DataContract;
}

/**
 * Verifies the response of getDataContractHistory: versions of a contract, the newest first. Throws DecodeError, ProofError.
 * Source: `verify_contract_history` in `packages/rs-drive/src/verify/contract` of dashpay/platform.
 */
export const verifyDataContractHistory = (
  response: ProvenResponse,
  options: TrustOptions & DataContractHistoryRequest,
): Proven<readonly DataContractVersion[]> =>
  verifyResponse(response, options, (reader) =>
    reader.elements(dataContractHistoryQuery(options)).map(({ key: time, element }) => ({
      timeMs: timeOfKey(time),
      contract: contractOf(element, options.contractId),
    })),
  );
