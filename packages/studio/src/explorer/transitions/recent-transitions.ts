import { getInteger, getList, getMembers, getNumber, getText } from '../../json/json-values.js';
import { shortenId } from '../../platform/state/identity.js';
import { loadAliases, type Aliases } from '../../rpc/aliases.js';
import { RpcError } from '../../rpc/json-rpc-client.js';
import { platform } from '../../rpc/platform.js';

/** Describes a transition that the server keeps in memory. */
interface RecentTransition {
  /** Counts from 1 for each list. */
  readonly number: number;
  /** In words, such as `document create`. */
  readonly kind: string;
  /** The document type or token, with its contract; empty without one. */
  readonly summary: string;
  /** The identity that signs, or for which the unsigned call acts. */
  readonly signerId: string | undefined;
  /** Its alias. */
  readonly signerName: string | undefined;
  /** Milliseconds since the beginning of 1970, by the clock of the server's machine. */
  readonly time: number;
  /** Credits; absent where nothing was charged. */
  readonly fee: bigint | undefined;
  /** In the official JSON, or the input of an unsigned call. */
  readonly content: unknown;
}

/** Describes an executed call without a signature. */
export interface UnsignedCall extends RecentTransition {
  /** The height of its block; absent where the call does not return it. */
  readonly height: number | undefined;
  /** The time of its block. */
  readonly blockTime: number | undefined;
}

/** Describes a rejected transition. */
export interface RejectedTransition extends RecentTransition {
  /** SHA-256 of the bytes of a signed transition; absent for an unsigned call. */
  readonly id: string | undefined;
  readonly code: number | undefined;
  readonly name: string;
  readonly message: string;
  readonly fix: string;
  /** True if the signer paid. */
  readonly isPaid: boolean;
}

/** Describes a list that a server keeps, or not. */
export interface RecentList<Entry> {
  readonly isRecording: boolean;
  /** The newest first. */
  readonly entries: readonly Entry[];
  /** The `before` of the next page; absent behind the last one. */
  readonly nextBefore: number | undefined;
}

const NOT_RECORDED = { isRecording: false, entries: [], nextBefore: undefined } as const;

/** Loads executed unsigned calls, at most 100. */
export const loadUnsignedCalls = async (): Promise<RecentList<UnsignedCall>> =>
  load('listUnsignedTransitions', {}, 'transitions', (one, aliases) => ({
    ...readRecent(one, aliases),
    height: getNumber(getMembers(one)['block'], 'height'),
    blockTime: getNumber(getMembers(one)['block'], 'time'),
  }));

/** Loads a page of rejected transitions. */
export const loadRejections = async (before: number | undefined): Promise<RecentList<RejectedTransition>> =>
  load(
    'listRejections',
    { limit: 25, ...(before !== undefined && { before }) },
    'rejections',
    (one, aliases) => {
      const { rejection } = getMembers(one);
      return {
        ...readRecent(one, aliases),
        id: getText(one, 'id') || undefined,
        code: getNumber(rejection, 'code'),
        name: getText(rejection, 'name'),
        message: getText(rejection, 'message'),
        fix: getText(rejection, 'fix'),
        isPaid: getMembers(rejection)['isPaid'] === true,
      };
    },
  );

/** Loads a list; a server that shows it to operators alone keeps none for this page. */
async function load<Entry>(
  method: string,
  params: object,
  name: string,
  read: (one: unknown, aliases: Aliases) => Entry,
): Promise<RecentList<Entry>> {
  try {
    const [listed, aliases] = await Promise.all([platform.poll(method, { ...params }), loadAliases()]);
    const result = getMembers(listed);
    return {
      isRecording: result['isRecording'] === true,
      entries: getList(result[name]).map((one) => read(one, aliases)),
      nextBefore: getNumber(result, 'nextBefore'),
    };
  } catch (error) {
    if (error instanceof RpcError) return NOT_RECORDED;
    throw error;
  }
}

function readRecent(one: unknown, aliases: Aliases): RecentTransition {
  const members = getMembers(one);
  return {
    number: getNumber(one, 'number') ?? 0,
    kind: getText(one, 'kind').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
    summary: summarize(one, aliases),
    signerId: getText(one, 'signerId') || undefined,
    signerName: aliases.get(getText(one, 'signerId')) ?? (getText(one, 'signerName') || undefined),
    time: getNumber(one, 'time') ?? 0,
    fee: members['fee'] === undefined ? undefined : getInteger(one, 'fee'),
    content: members['content'],
  };
}

/** Says what it is about. A contract may have got its alias since, as one that a command registers. */
function summarize(one: unknown, aliases: Aliases): string {
  const [type, position] = [getText(one, 'documentType'), getNumber(one, 'tokenPosition')];
  const contractId = getText(one, 'contractId');
  const contract =
    aliases.get(contractId) ?? (getText(one, 'contractName') || (contractId && shortenId(contractId)));
  const subject = type || (position === undefined ? '' : `token ${position}`);
  if (contract === '') return subject;
  return subject === '' ? `contract ${contract}` : `${subject} of contract ${contract}`;
}
