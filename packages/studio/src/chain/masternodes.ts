import { isObject } from '../json/json-values.js';
import { getObjects, getString } from './node-values.js';

/** Describes a masternode of the list. */
export interface ListedMasternode {
  readonly proTxHash: string;
  readonly service: string;
  readonly isEvonode: boolean;
  readonly isValid: boolean;
  readonly votingAddress: string;
}

/** Describes the changes of the list by one block. */
export interface ListChange {
  readonly blockHash: string;
  /** Each with a description, such as `joined the list`. */
  readonly changes: readonly { readonly proTxHash: string; readonly text: string }[];
}

/** Describes the masternode list, and its changes while the page was open, the last first. */
export interface Masternodes {
  readonly list: ReadonlyMap<string, ListedMasternode>;
  readonly changes: readonly ListChange[];
}

/** Defines the state before the first event. */
export const NO_MASTERNODES: Masternodes = { list: new Map(), changes: [] };
const MAX_CHANGES = 20;
const EVONODE_TYPE = 1;

/** Applies an event of `subscribeToMasternodeList`; anything else changes nothing. */
export function applyListEvent(before: Masternodes, event: unknown): Masternodes {
  if (!isObject(event) || !isObject(event['diff'])) return before;
  const { blockHash, deletedMNs, mnList } = event['diff'];
  const isWhole = event['event'] === 'list';
  const list = new Map(isWhole ? [] : before.list);
  const removed = Array.isArray(deletedMNs) ? deletedMNs.map(String) : [];
  const updated = getObjects(mnList).map(readMasternode);
  const changes = [
    ...removed.map((proTxHash) => ({ proTxHash, text: 'left the list' })),
    ...updated.map((masternode) => ({
      proTxHash: masternode.proTxHash,
      text: describeChange(list.get(masternode.proTxHash), masternode),
    })),
  ];
  for (const proTxHash of removed) list.delete(proTxHash);
  for (const masternode of updated) list.set(masternode.proTxHash, masternode);
  if (isWhole || changes.length === 0) return { ...before, list };
  const change = { blockHash: getString(blockHash), changes };
  return { list, changes: [change, ...before.changes].slice(0, MAX_CHANGES) };
}

function readMasternode(entry: Readonly<Record<string, unknown>>): ListedMasternode {
  return {
    proTxHash: getString(entry['proRegTxHash']),
    service: getString(entry['service']),
    isEvonode: entry['nType'] === EVONODE_TYPE,
    isValid: entry['isValid'] === true,
    votingAddress: getString(entry['votingAddress']),
  };
}

function describeChange(before: ListedMasternode | undefined, after: ListedMasternode): string {
  if (before === undefined) return 'joined the list';
  if (before.isValid !== after.isValid) return after.isValid ? 'is valid again' : 'was banned';
  if (before.service !== after.service) return `moved to ${after.service}`;
  if (before.votingAddress !== after.votingAddress) return `votes with ${after.votingAddress}`;
  return 'has new keys or was confirmed';
}
