import { isObject } from '../rpc/json-rpc-client.js';
import { listOf, textOf } from './node-values.js';

/** A masternode of the list. */
export interface ListedMasternode {
  readonly proTxHash: string;
  readonly service: string;
  readonly isEvolution: boolean;
  readonly isValid: boolean;
  readonly votingAddress: string;
}

/** What a block changed in the list. */
export interface ListChange {
  readonly blockHash: string;
  /** In words, such as `joined`. */
  readonly changes: readonly { readonly proTxHash: string; readonly what: string }[];
}

/** The list, and what changed in it since the page looks, the last change first. */
export interface Masternodes {
  readonly list: ReadonlyMap<string, ListedMasternode>;
  readonly changes: readonly ListChange[];
}

/** Before anything is told. */
export const NO_MASTERNODES: Masternodes = { list: new Map(), changes: [] };
const SHOWN_CHANGES = 20;
const EVOLUTION = 1;

/** The list after an event of `subscribeToMasternodeList`; what is none changes nothing. */
export function masternodesAfter(before: Masternodes, event: unknown): Masternodes {
  if (!isObject(event) || !isObject(event['diff'])) return before;
  const { blockHash, deletedMNs, mnList } = event['diff'];
  const isWhole = event['event'] === 'list';
  const list = new Map(isWhole ? [] : before.list);
  const gone = Array.isArray(deletedMNs) ? deletedMNs.map(String) : [];
  const told = listOf(mnList).map(masternodeOf);
  const changes = [
    ...gone.map((proTxHash) => ({ proTxHash, what: 'left the list' })),
    ...told.map((masternode) => ({
      proTxHash: masternode.proTxHash,
      what: changeOf(list.get(masternode.proTxHash), masternode),
    })),
  ];
  for (const proTxHash of gone) list.delete(proTxHash);
  for (const masternode of told) list.set(masternode.proTxHash, masternode);
  if (isWhole || changes.length === 0) return { ...before, list };
  const change = { blockHash: textOf(blockHash), changes };
  return { list, changes: [change, ...before.changes].slice(0, SHOWN_CHANGES) };
}

function masternodeOf(entry: Readonly<Record<string, unknown>>): ListedMasternode {
  return {
    proTxHash: textOf(entry['proRegTxHash']),
    service: textOf(entry['service']),
    isEvolution: entry['nType'] === EVOLUTION,
    isValid: entry['isValid'] === true,
    votingAddress: textOf(entry['votingAddress']),
  };
}

function changeOf(before: ListedMasternode | undefined, after: ListedMasternode): string {
  if (before === undefined) return 'joined the list';
  if (before.isValid !== after.isValid) return after.isValid ? 'is valid again' : 'was banned';
  if (before.service !== after.service) return `moved to ${after.service}`;
  if (before.votingAddress !== after.votingAddress) return `votes with ${after.votingAddress}`;
  return 'has other keys, or is confirmed';
}
