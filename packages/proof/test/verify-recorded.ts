import { base64, hex } from '@scure/base';
import { dataContract, decode, documentTypesOf, value } from '@dapikit/protocol';
import {
  verifyContestedResources,
  verifyContestedVoters,
  verifyContestedVoteState,
  verifyDataContract,
  verifyDataContractHistory,
  verifyDataContracts,
  verifyDocuments,
  verifyEpochsInfo,
  verifyGroupActions,
  verifyGroupActionSigners,
  verifyGroupInfo,
  verifyGroupInfos,
  verifyIdentitiesTokenBalances,
  verifyIdentitiesTokenInfos,
  verifyIdentity,
  verifyIdentityBalance,
  verifyIdentityBalanceAndRevision,
  verifyIdentityByNonUniquePublicKeyHash,
  verifyIdentityByPublicKeyHash,
  verifyIdentityContractNonce,
  verifyIdentityKeys,
  verifyIdentityTokenBalances,
  verifyIdentityTokenInfos,
  verifyMasternodeVotes,
  verifyPrefundedSpecializedBalance,
  verifyProtocolVersionUpgradeState,
  verifyProtocolVersionUpgradeVoteStatus,
  verifyTokenDirectPurchasePrices,
  verifyTokenStatuses,
  verifyTokenTotalSupply,
  verifyVotePollsByEndDate,
  type Proven,
  type ProvenResponse,
  type VerifyStateSignature,
  type WhereClause,
} from '@dapikit/proof';
import type { RecordedResponse } from './recorded.js';

/** Reads members of a recorded request. */
class Request {
  constructor(private readonly members: Readonly<Record<string, unknown>>) {}

  get(name: string): unknown {
    return this.members[name] ?? undefined;
  }

  inner(name: string): Request | undefined {
    const found = this.get(name);
    return isObject(found) ? new Request(found) : undefined;
  }

  bytes(name: string): Uint8Array {
    return bytesOf(this.get(name));
  }

  optionalBytes(name: string): Uint8Array | undefined {
    const found = this.get(name);
    // An empty list of bytes stands for no value.
    return typeof found === 'string' ? bytesOf(found) : undefined;
  }

  list(name: string): readonly Uint8Array[] {
    const found = this.get(name);
    return Array.isArray(found) ? found.map(bytesOf) : [];
  }

  /** Returns index values; all recorded ones are texts. */
  indexValues(name: string): readonly string[] {
    return this.list(name).map(textOf);
  }

  number(name: string): number {
    return Number(this.get(name));
  }

  optionalNumber(name: string): number | undefined {
    const found = this.get(name);
    return found === undefined ? undefined : Number(found);
  }

  is(name: string): boolean {
    return this.get(name) === true;
  }

  /** Returns where a page begins: members `start_…` and `start_…_included`. */
  start<Key>(
    name: string,
    keyOf: (request: Request, name: string) => Key,
  ): { key: Key; isIncluded: boolean } | undefined {
    const start = this.inner(name);
    if (start === undefined) return undefined;
    const names = Object.keys(start.members);
    const included = names.find((other) => other.endsWith('included')) ?? '';
    const key = names.find((other) => !other.endsWith('included')) ?? '';
    return { key: keyOf(start, key), isIncluded: start.is(included) };
  }
}

const isObject = (found: unknown): found is Readonly<Record<string, unknown>> =>
  typeof found === 'object' && found !== null && !Array.isArray(found);

function bytesOf(text: unknown): Uint8Array {
  if (typeof text !== 'string') throw new Error('expected bytes as text');
  return text.endsWith('=') ? base64.decode(text) : hex.decode(text);
}

function textOf(bytes: Uint8Array): string {
  const read = decode(value, bytes);
  if (read.type !== 'text') throw new Error('expected a text');
  return read.value;
}

interface Trust {
  readonly quorumKey: Uint8Array;
  readonly verifySignature: VerifyStateSignature;
}

type Verify = (
  request: Request,
  response: ProvenResponse,
  trust: Trust,
  identityProof: Uint8Array | undefined,
) => Proven<unknown>;

const RESULTS = ['documents', 'voteTally', 'documentsAndVoteTally'] as const;
const page = (request: Request) => ({
  start: request.start('start_at_identifier_info', (start, name) => start.bytes(name)),
  limit: request.optionalNumber('count'),
});
const pollOf = (request: Request) => ({
  contractId: request.bytes('contract_id'),
  documentTypeName: String(request.get('document_type_name')),
  indexValues: request.indexValues('index_values'),
});
const groupOf = (request: Request) => ({
  contractId: request.bytes('contract_id'),
  position: request.number('group_contract_position'),
});
const statusOf = (request: Request) =>
  request.number('status') === 0 ? ('active' as const) : ('closed' as const);
const tokenIds = (request: Request) => request.list('token_ids');
const identityIds = (request: Request) => request.list('identity_ids');

/** Verifies recorded responses by the name of their request. */
const VERIFY: Readonly<Record<string, Verify>> = {
  GetIdentity: (request, response, trust) =>
    verifyIdentity(response, { ...trust, identityId: request.bytes('id') }),
  GetIdentityByPublicKeyHash: (request, response, trust) =>
    verifyIdentityByPublicKeyHash(response, { ...trust, publicKeyHash: request.bytes('public_key_hash') }),
  GetIdentityByNonUniquePublicKeyHash: (request, response, trust, identityProof) =>
    verifyIdentityByNonUniquePublicKeyHash(
      { ...response, identityProof },
      {
        ...trust,
        publicKeyHash: request.bytes('public_key_hash'),
        startAfter: request.optionalBytes('start_after'),
      },
    ),
  GetIdentityBalance: (request, response, trust) =>
    verifyIdentityBalance(response, { ...trust, identityId: request.bytes('id') }),
  GetIdentityBalanceAndRevision: (request, response, trust) =>
    verifyIdentityBalanceAndRevision(response, { ...trust, identityId: request.bytes('id') }),
  GetIdentityContractNonce: (request, response, trust) =>
    verifyIdentityContractNonce(response, {
      ...trust,
      identityId: request.bytes('identity_id'),
      contractId: request.bytes('contract_id'),
    }),
  GetIdentityKeys: (request, response, trust) => {
    const specific = request.inner('request_type')?.inner('request')?.inner('specific_keys');
    return verifyIdentityKeys(response, {
      ...trust,
      identityId: request.bytes('identity_id'),
      keyIds: specific && [...specific.bytes('key_ids')],
      limit: request.optionalNumber('limit'),
    });
  },
  GetDataContract: (request, response, trust) =>
    verifyDataContract(response, { ...trust, contractId: request.bytes('id') }),
  GetDataContracts: (request, response, trust) =>
    verifyDataContracts(response, { ...trust, contractIds: request.list('ids') }),
  GetDataContractHistory: (request, response, trust) =>
    verifyDataContractHistory(response, {
      ...trust,
      contractId: request.bytes('id'),
      startAtMs: BigInt(String(request.get('start_at_ms'))),
      limit: request.optionalNumber('limit'),
    }),
  DocumentQuery: (request, response, trust) => {
    const contract = dataContract.fromJson(contractJson(request.get('data_contract')));
    const documentTypeName = String(request.get('document_type_name'));
    const type = documentTypesOf(contract).get(documentTypeName);
    if (type === undefined) throw new Error(`no document type ${documentTypeName}`);
    const { value, ...proven } = verifyDocuments(response, {
      ...trust,
      contractId: contract.id,
      documentType: type,
      where: clausesOf(request),
      limit: request.number('limit'),
    });
    const documents = value.map(({ document }) => document);
    return { ...proven, value: clausesOf(request).length === 0 ? documents : documents[0] };
  },
  GetContestedResources: (request, response, trust) =>
    verifyContestedResources(response, {
      ...trust,
      ...pollOf(request),
      startIndexValues: request.indexValues('start_index_values'),
      endIndexValues: request.indexValues('end_index_values'),
      start: startValue(request),
      limit: request.optionalNumber('count'),
      isAscending: request.is('order_ascending'),
    }),
  GetContestedResourceVoteState: (request, response, trust) =>
    verifyContestedVoteState(response, {
      ...trust,
      ...pollOf(request),
      ...page(request),
      result: RESULTS[request.number('result_type')] ?? 'documents',
      includesLockAndAbstain: request.is('allow_include_locked_and_abstaining_vote_tally'),
    }),
  GetContestedResourceVotersForIdentity: (request, response, trust) =>
    verifyContestedVoters(response, {
      ...trust,
      ...pollOf(request),
      ...page(request),
      contestantId: request.bytes('contestant_id'),
      isAscending: request.is('order_ascending'),
    }),
  GetContestedResourceIdentityVotes: (request, response, trust) =>
    verifyMasternodeVotes(response, {
      ...trust,
      identityId: request.bytes('identity_id'),
      limit: request.optionalNumber('limit'),
      isAscending: request.is('order_ascending'),
    }),
  GetVotePollsByEndDate: (request, response, trust) =>
    verifyVotePollsByEndDate(response, {
      ...trust,
      start: timeOf(request, 'start_time'),
      end: timeOf(request, 'end_time'),
      limit: request.optionalNumber('limit'),
      isAscending: request.is('ascending'),
    }),
  GetPrefundedSpecializedBalance: (request, response, trust) =>
    verifyPrefundedSpecializedBalance(response, { ...trust, id: request.bytes('id') }),
  GetEpochsInfo: (request, response, trust) =>
    verifyEpochsInfo(response, {
      ...trust,
      startEpoch: request.optionalNumber('start_epoch'),
      count: request.number('count'),
      isAscending: request.is('ascending'),
    }),
  GetProtocolVersionUpgradeState: (_, response, trust) => verifyProtocolVersionUpgradeState(response, trust),
  GetProtocolVersionUpgradeVoteStatus: (request, response, trust) =>
    verifyProtocolVersionUpgradeVoteStatus(response, {
      ...trust,
      startProTxHash: request.optionalBytes('start_pro_tx_hash'),
      count: request.number('count'),
    }),
  GetTokenStatuses: (request, response, trust) =>
    verifyTokenStatuses(response, { ...trust, tokenIds: tokenIds(request) }),
  GetTokenDirectPurchasePrices: (request, response, trust) =>
    verifyTokenDirectPurchasePrices(response, { ...trust, tokenIds: tokenIds(request) }),
  GetTokenTotalSupply: (request, response, trust) =>
    verifyTokenTotalSupply(response, { ...trust, tokenId: request.bytes('token_id') }),
  GetIdentitiesTokenBalances: (request, response, trust) =>
    verifyIdentitiesTokenBalances(response, {
      ...trust,
      tokenId: request.bytes('token_id'),
      identityIds: identityIds(request),
    }),
  GetIdentitiesTokenInfos: (request, response, trust) =>
    verifyIdentitiesTokenInfos(response, {
      ...trust,
      tokenId: request.bytes('token_id'),
      identityIds: identityIds(request),
    }),
  GetIdentityTokenBalances: (request, response, trust) =>
    verifyIdentityTokenBalances(response, {
      ...trust,
      identityId: request.bytes('identity_id'),
      tokenIds: tokenIds(request),
    }),
  GetIdentityTokenInfos: (request, response, trust) =>
    verifyIdentityTokenInfos(response, {
      ...trust,
      identityId: request.bytes('identity_id'),
      tokenIds: tokenIds(request),
    }),
  GetGroupInfo: (request, response, trust) => verifyGroupInfo(response, { ...trust, ...groupOf(request) }),
  GetGroupInfos: (request, response, trust) => {
    const start = request.start('start_at_group_contract_position', (inner, name) => inner.number(name));
    return verifyGroupInfos(response, {
      ...trust,
      contractId: request.bytes('contract_id'),
      start: start && { position: start.key, isIncluded: start.isIncluded },
      limit: request.optionalNumber('count'),
    });
  },
  GetGroupActions: (request, response, trust) =>
    verifyGroupActions(response, {
      ...trust,
      ...groupOf(request),
      status: statusOf(request),
      start: request.start('start_at_action_id', (start, name) => start.bytes(name)),
      limit: request.optionalNumber('count'),
    }),
  GetGroupActionSigners: (request, response, trust) =>
    verifyGroupActionSigners(response, {
      ...trust,
      ...groupOf(request),
      status: statusOf(request),
      actionId: request.bytes('action_id'),
    }),
};

/** Records name the one operator that they use. */
const clausesOf = (request: Request): readonly WhereClause[] => {
  const clauses = request.get('where_clauses');
  return Array.isArray(clauses)
    ? clauses.filter(isObject).map(({ field, value: operand }): WhereClause => [String(field), '==', operand])
    : [];
};

function startValue(request: Request): { value: string; isIncluded: boolean } | undefined {
  const start = request.start('start_at_value_info', (inner, name) => textOf(inner.bytes(name)));
  return start && { value: start.key, isIncluded: start.isIncluded };
}

function timeOf(request: Request, name: string): { timeMs: bigint; isIncluded: boolean } | undefined {
  const found = request.inner(`${name}_info`);
  return (
    found && {
      timeMs: BigInt(String(found.get(`${name}_ms`))),
      isIncluded: found.is(`${name}_included`),
    }
  );
}

/** Records name the version of a contract's format in another way. */
function contractJson(recorded: unknown): unknown {
  if (!isObject(recorded)) return recorded;
  const { $format_version: formatVersion, config, ...members } = recorded;
  const { $format_version: configVersion, ...settings } = isObject(config) ? config : {};
  return {
    ...members,
    $formatVersion: formatVersion,
    config: { ...settings, $formatVersion: configVersion },
  };
}

/** Returns the name of a recorded request and the function that verifies its response. */
function verifierOf({ request, query }: RecordedResponse): readonly [string, Request] {
  // Requests of one SDK call carry the name of the message inside.
  const [inner] = request === 'IdentityRequest' ? Object.keys(query) : [];
  const name = inner ?? request.replace(/Request$/, '');
  const body = inner === undefined ? new Request(query) : new Request(query).inner(inner);
  return [name, body?.inner('version')?.inner('v0') ?? new Request(query)];
}

/** Verifies a recorded response, or another proof in its place. */
export function verifyRecorded(
  recorded: RecordedResponse,
  verifySignature: VerifyStateSignature,
  grovedbProof: Uint8Array = recorded.grovedbProof,
): Proven<unknown> {
  const [name, request] = verifierOf(recorded);
  const verify = VERIFY[name];
  if (verify === undefined) throw new Error(`no function verifies ${name}`);
  const response: ProvenResponse = {
    proof: { ...recorded.signature, grovedbProof },
    metadata: recorded.metadata,
  };
  return verify(
    request,
    response,
    { quorumKey: recorded.quorumKey, verifySignature },
    recorded.identityProof,
  );
}
