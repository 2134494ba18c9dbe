import { votePollId } from '@dapikit/protocol';
import { base58 } from '@scure/base';
import type { EvoSDK } from '@dashevo/evo-sdk';
import type { FacadeTable } from './facade-table.js';
import { facadeMethods } from './outcome.js';
import { GROUP, OWNED } from './traded-contract.js';
import { NOTHING } from './scene.js';
import { CONTESTED, DPNS, NAME, type Written } from './writes.js';

/** The arguments of a query: for what exists, for what does not, and such that it is rejected. */
interface Arguments {
  readonly present: readonly unknown[];
  readonly absent?: readonly unknown[];
  readonly rejected?: readonly unknown[];
}
type Table = Readonly<Record<string, Arguments>>;

/** Calls every query of evo-sdk, and its twin that returns the proof as well with the same arguments. */
export async function callQueries(sdk: EvoSDK, table: FacadeTable, written: Written): Promise<void> {
  const queries = await queriesOf(sdk, written);
  const methods = new Set(facadeMethods(sdk));
  for (const [name, calls] of Object.entries(queries))
    for (const twin of [name, `${name}WithProof`])
      if (methods.has(twin))
        for (const about of ['present', 'absent', 'rejected'] as const) {
          const args = calls[about];
          if (args !== undefined) await table.call(twin, about, ...args);
        }
}

async function queriesOf(sdk: EvoSDK, written: Written): Promise<Table> {
  return {
    ...identityQueries(written),
    ...documentQueries(written),
    ...nameQueries(written),
    ...(await tokenQueries(sdk, written)),
    ...(await groupQueries(sdk, written)),
    ...contestQueries(written),
    ...systemQueries(written),
  };
}

const NO_ID = [NOTHING];
/** The text of no identifier, and more identifiers than a request may have. */
const MALFORMED = 'not an identifier';
const TOO_MANY = Array.from({ length: 1001 }, (_, index) => {
  const id = new Uint8Array(32);
  new DataView(id.buffer).setUint32(0, index + 1);
  return base58.encode(id);
});
/** The values of an index in a list that is longer than the index. */
const TOO_MANY_VALUES = ['dash', 'dash', 'dash'];
const keys = (identityId: string): object => ({ identityId, request: { type: 'all' } });
const NO_HASH = '00'.repeat(20);
const NO_PRO_TX_HASH = '00'.repeat(32);
const TOO_MANY_NODES = Array.from({ length: 1001 }, (_, index) => String(index + 1).padStart(64, '0'));

function identityQueries({ owner, member, contractId, address, unusedAddress, masternode }: Written): Table {
  const { id } = owner;
  const hash = owner.identity.getPublicKeyById(0)?.getPublicKeyHash() ?? '';
  const one = { present: [id], absent: NO_ID, rejected: [MALFORMED] };
  const bound = (identityIds: readonly string[]): object => ({ identityIds, contractId, purposes: [1] });
  return {
    'identities.fetch': one,
    'identities.fetchUnproved': one,
    'identities.getKeys': { present: [keys(id)], absent: [keys(NOTHING)], rejected: [keys(MALFORMED)] },
    'identities.nonce': one,
    'identities.contractNonce': {
      present: [id, contractId],
      absent: [NOTHING, contractId],
      rejected: [MALFORMED, contractId],
    },
    'identities.balance': one,
    'identities.balances': { present: [[id]], absent: [NO_ID], rejected: [TOO_MANY] },
    'identities.balanceAndRevision': one,
    'identities.byPublicKeyHash': { present: [hash], absent: [NO_HASH], rejected: ['00'] },
    'identities.byNonUniquePublicKeyHash': {
      present: [masternode.votingKeyHash],
      absent: [NO_HASH],
      rejected: ['00'],
    },
    'identities.contractKeys': {
      present: [bound([member.id])],
      absent: [bound(NO_ID)],
      rejected: [bound(TOO_MANY)],
    },
    'addresses.get': { present: [address], absent: [unusedAddress], rejected: [id] },
    'addresses.getMany': {
      present: [[address]],
      absent: [[unusedAddress]],
      rejected: [TOO_MANY.map((each) => Uint8Array.of(0, ...base58.decode(each).subarray(0, 20)))],
    },
  };
}

function documentQueries({ contractId, cardId, entryId }: Written): Table {
  const all = { dataContractId: contractId, documentTypeName: 'card' };
  const none = { ...all, dataContractId: NOTHING };
  const unindexed = { ...all, where: [['name', '==', 'sold']] };
  const history = (documentId: string): object => ({ ...all, documentTypeName: 'entry', documentId });
  const aggregate = (...more: readonly unknown[]): Arguments => ({
    present: [all, ...more],
    absent: [none, ...more],
    rejected: [unindexed, ...more],
  });
  return {
    'contracts.fetch': { present: [contractId], absent: NO_ID, rejected: [MALFORMED] },
    'contracts.getHistory': {
      present: [{ dataContractId: contractId }],
      absent: [{ dataContractId: NOTHING }],
      rejected: [{ dataContractId: contractId, limit: 101 }],
    },
    'contracts.getMany': { present: [[contractId]], absent: [NO_ID], rejected: [TOO_MANY] },
    'documents.query': {
      present: [all],
      absent: [{ ...all, where: [['$id', '==', NOTHING]] }],
      rejected: [unindexed],
    },
    'documents.history': {
      present: [history(entryId)],
      absent: [history(NOTHING)],
      rejected: [{ ...all, documentId: cardId }],
    },
    'documents.get': {
      present: [contractId, 'card', cardId],
      absent: [contractId, 'card', NOTHING],
      rejected: [contractId, 'hand', cardId],
    },
    'documents.count': aggregate(),
    'documents.sum': aggregate('strength'),
    'documents.average': aggregate('strength'),
  };
}

function nameQueries({ owner }: Written): Table {
  const [taken, free] = [NAME, 'never-taken-name-23456789'];
  return {
    'dpns.convertToHomographSafe': { present: [taken] },
    'dpns.isValidUsername': { present: [taken], absent: ['-'] },
    'dpns.isContestedUsername': { present: [CONTESTED], absent: [taken] },
    'dpns.isNameAvailable': { present: [free], absent: [taken], rejected: [''] },
    'dpns.resolveName': { present: [`${taken}.dash`], absent: [`${free}.dash`] },
    'dpns.usernames': {
      present: [{ identityId: owner.id }],
      absent: [{ identityId: NOTHING }],
      rejected: [{ identityId: owner.id, limit: 101 }],
    },
    'dpns.username': { present: [owner.id], absent: NO_ID, rejected: [MALFORMED] },
    'dpns.getUsernameByName': { present: [`${taken}.dash`], absent: [`${free}.dash`], rejected: [''] },
  };
}

async function tokenQueries(sdk: EvoSDK, { owner, member, contractId }: Written): Promise<Table> {
  const tokenId = await sdk.tokens.calculateId(contractId, OWNED);
  const one = { present: [tokenId], absent: NO_ID, rejected: [MALFORMED] };
  const many = { present: [[tokenId]], absent: [NO_ID], rejected: [TOO_MANY] };
  const ofToken = {
    present: [[owner.id], tokenId],
    absent: [NO_ID, tokenId],
    rejected: [TOO_MANY, tokenId],
  };
  const ofIdentity = {
    present: [owner.id, [tokenId]],
    absent: [NOTHING, [tokenId]],
    rejected: [owner.id, TOO_MANY],
  };
  return {
    'tokens.calculateId': { present: [contractId, OWNED], rejected: [MALFORMED, OWNED] },
    'tokens.priceByContract': {
      present: [contractId, OWNED],
      absent: [contractId, 9],
      rejected: [MALFORMED, OWNED],
    },
    'tokens.totalSupply': one,
    'tokens.statuses': many,
    'tokens.balances': ofToken,
    'tokens.identityBalances': ofIdentity,
    'tokens.identityTokenInfos': { ...ofIdentity, present: [member.id, [tokenId]] },
    'tokens.identitiesTokenInfos': { ...ofToken, present: [[member.id], tokenId] },
    'tokens.directPurchasePrices': many,
    'tokens.contractInfo': one,
    'tokens.perpetualDistributionLastClaim': {
      present: [owner.id, tokenId],
      absent: [NOTHING, tokenId],
      rejected: [MALFORMED, tokenId],
    },
    'identities.tokenBalances': ofIdentity,
  };
}

async function groupQueries(sdk: EvoSDK, { owner, contractId }: Written): Promise<Table> {
  const group = { dataContractId: contractId, groupContractPosition: GROUP };
  const none = { ...group, groupContractPosition: 9 };
  const closed = { status: 'CLOSED' } as const;
  const [actionId = ''] = (await sdk.group.actions({ ...group, ...closed })).keys();
  const member = { memberDataContracts: [contractId] };
  return {
    'group.info': { present: [contractId, GROUP], absent: [contractId, 9], rejected: [MALFORMED, GROUP] },
    'group.infos': {
      present: [{ dataContractId: contractId }],
      absent: [{ dataContractId: NOTHING }],
      rejected: [{ dataContractId: contractId, limit: 101 }],
    },
    'group.members': {
      present: [group],
      absent: [none],
      rejected: [{ ...group, dataContractId: MALFORMED }],
    },
    'group.identityGroups': {
      present: [{ identityId: owner.id, ...member }],
      absent: [{ identityId: NOTHING, ...member }],
      rejected: [{ identityId: MALFORMED, ...member }],
    },
    'group.actions': {
      present: [{ ...group, ...closed }],
      absent: [{ ...none, ...closed }],
      rejected: [{ ...group, ...closed, limit: 101 }],
    },
    'group.actionSigners': {
      present: [{ ...group, ...closed, actionId }],
      absent: [{ ...group, ...closed, actionId: NOTHING }],
      rejected: [{ ...group, ...closed, actionId: MALFORMED }],
    },
    'group.groupsDataContracts': { present: [[contractId]], absent: [NO_ID], rejected: [[MALFORMED]] },
  };
}

function contestQueries({ owner, masternode }: Written): Table {
  const poll = { dataContractId: DPNS, documentTypeName: 'domain', indexName: 'parentNameAndLabel' };
  const of = (label: string): object => ({ ...poll, indexValues: ['dash', label] });
  const votersFor = (label: string): object => ({ ...of(label), contestantId: owner.id });
  return {
    'group.contestedResources': {
      present: [{ ...poll, startIndexValues: ['dash'] }],
      absent: [{ ...poll, startIndexValues: ['none'] }],
      rejected: [{ ...poll, startIndexValues: ['dash'], limit: 101 }],
    },
    'group.contestedResourceVotersForIdentity': {
      present: [votersFor(CONTESTED)],
      absent: [votersFor('nobody')],
      rejected: [{ ...votersFor(CONTESTED), limit: 101 }],
    },
    'voting.contestedResourceVoteState': {
      present: [of(CONTESTED)],
      absent: [of('nobody')],
      rejected: [{ ...poll, indexValues: TOO_MANY_VALUES }],
    },
    'voting.contestedResourceIdentityVotes': {
      present: [{ identityId: masternode.proTxHash }],
      absent: [{ identityId: NOTHING }],
      rejected: [{ identityId: masternode.proTxHash, limit: 101 }],
    },
    'voting.votePollsByEndDate': {
      present: [{}],
      absent: [{ startTimeMs: 2 ** 60 }],
      rejected: [{ limit: 101 }],
    },
  };
}

function systemQueries({ masternode }: Written): Table {
  const epochs = { startEpoch: 0, count: 1, ascending: true };
  const none: Arguments = { present: [] };
  const pollId = votePollId({
    contractId: base58.decode(DPNS),
    documentTypeName: 'domain',
    indexName: 'parentNameAndLabel',
    indexValues: ['dash', CONTESTED].map((value) => ({ type: 'text', value })),
  });
  return {
    'protocol.versionUpgradeState': none,
    'protocol.versionUpgradeVoteStatus': {
      present: [undefined, 10],
      absent: [NO_PRO_TX_HASH, 10],
      rejected: [undefined, 65_536],
    },
    'epoch.epochsInfo': {
      present: [epochs],
      absent: [{ ...epochs, startEpoch: 900 }],
      rejected: [{ ...epochs, count: 1001 }],
    },
    'epoch.finalizedInfos': {
      present: [epochs],
      absent: [{ ...epochs, startEpoch: 900 }],
      rejected: [{ ...epochs, count: 1001 }],
    },
    'epoch.current': none,
    'epoch.evonodesProposedBlocksByIds': {
      present: [0, [masternode.proTxHash]],
      absent: [0, [NO_PRO_TX_HASH]],
      rejected: [0, TOO_MANY_NODES],
    },
    'epoch.evonodesProposedBlocksByRange': {
      present: [{ epoch: 0 }],
      absent: [{ epoch: 900 }],
      rejected: [{ epoch: 0, limit: 101 }],
    },
    'system.status': none,
    'system.currentQuorumsInfo': none,
    'system.totalCreditsInPlatform': none,
    'system.prefundedSpecializedBalance': {
      present: [base58.encode(pollId)],
      absent: NO_ID,
      rejected: [MALFORMED],
    },
    'system.pathElements': {
      present: [[], [Uint8Array.of(64)]],
      absent: [[], [Uint8Array.of(65)]],
      rejected: [[], []],
    },
    'shielded.poolState': none,
    'shielded.encryptedNotes': { present: [0n, 1] },
    'shielded.anchors': none,
    'shielded.mostRecentAnchor': none,
    'shielded.nullifiers': { present: [[new Uint8Array(32)]] },
  };
}
