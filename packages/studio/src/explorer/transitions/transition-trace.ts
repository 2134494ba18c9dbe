import { base64 } from '@scure/base';
import { getInteger, getList, getMembers, getNumber, getText } from '../../json/json-values.js';
import { loadAliases, type Aliases } from '../../rpc/aliases.js';
import { RpcError } from '../../rpc/json-rpc-client.js';
import { platform } from '../../rpc/platform.js';

/** Describes an entry of the state that a step read or wrote. */
export interface TraceAccess {
  readonly isWrite: boolean;
  /** The entry in words, such as `balances Alice`. */
  readonly entry: string;
  /** The value that was found, or the values before and after a write. */
  readonly value: string;
}

/** Describes a step of a transition. */
export interface TraceStep {
  /** Another one for each step: steps may have one name. */
  readonly key: string;
  readonly name: string;
  readonly isPassed: boolean;
  readonly accesses: readonly TraceAccess[];
  /** Credits. */
  readonly processingFee: bigint;
  readonly storageFee: bigint;
  readonly refunds: readonly { readonly identity: string; readonly credits: bigint }[];
  /** Changes of a Merk batch, in words. */
  readonly trees: string | undefined;
}

/** Describes the steps of a transition. */
export interface TransitionTrace {
  readonly phase: string;
  readonly rejection: string | undefined;
  /** Credits; absent where nothing was charged. */
  readonly fee: bigint | undefined;
  readonly steps: readonly TraceStep[];
}

/** Loads the recorded steps of a transition; nothing where the server keeps none. @param id 64 hexadecimal digits */
export async function loadTrace(id: string): Promise<TransitionTrace | undefined> {
  try {
    const [found, aliases] = await Promise.all([platform.call('getTransitionTrace', { id }), loadAliases()]);
    const { trace } = getMembers(found);
    return trace === undefined ? undefined : readTrace(trace, aliases);
  } catch (error) {
    // A server that shows traces to operators alone has none for this page.
    if (error instanceof RpcError) return undefined;
    throw error;
  }
}

/** Executes bytes on the current state without an effect, and returns the steps. */
export async function tryTransition(bytes: Uint8Array): Promise<TransitionTrace> {
  const stateTransition = base64.encode(bytes);
  const [trace, aliases] = await Promise.all([
    platform.call('traceStateTransition', { stateTransition }),
    loadAliases(),
  ]);
  return readTrace(trace, aliases);
}

function readTrace(trace: unknown, aliases: Aliases): TransitionTrace {
  const { rejection, fee, steps } = getMembers(trace);
  return {
    phase: getText(trace, 'phase'),
    rejection: rejection === undefined ? undefined : getText(rejection, 'message'),
    fee: fee === undefined ? undefined : getInteger(trace, 'fee'),
    steps: getList(steps).map((step, at) => ({ key: `${at}`, ...readStep(step, aliases) })),
  };
}

function readStep(step: unknown, aliases: Aliases): Omit<TraceStep, 'key'> {
  const { isPassed, reads, writes, refunds, trees } = getMembers(step);
  return {
    name: getText(step, 'name'),
    isPassed: isPassed === true,
    accesses: [
      ...getList(reads).map((one) => ({
        isWrite: false,
        entry: entryOf(one, aliases),
        value: readValue(one),
      })),
      ...getList(writes).map((one) => ({
        isWrite: true,
        entry: entryOf(one, aliases),
        value: writtenValue(one),
      })),
    ],
    processingFee: getInteger(step, 'processingFee'),
    storageFee: getInteger(step, 'storageFee'),
    refunds: getList(refunds).map((one) => ({
      identity: nameOf(getText(one, 'identityId'), aliases),
      credits: getInteger(one, 'credits'),
    })),
    trees: trees === undefined ? undefined : describeTrees(trees),
  };
}

function entryOf(one: unknown, aliases: Aliases): string {
  const index = getText(one, 'index');
  return [
    getText(one, 'entry').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
    getText(one, 'documentType'),
    index && `index ${index}`,
    ...getList(getMembers(one)['ids']).map((id) => nameOf(String(id), aliases)),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

const nameOf = (id: string, aliases: Aliases): string => aliases.get(id) ?? `${id.slice(0, 8)}…`;

function readValue(one: unknown): string {
  const count = getNumber(one, 'count');
  return count === undefined ? valueText(getMembers(one)['found']) : `entries: ${count.toLocaleString('en')}`;
}

function writtenValue(one: unknown): string {
  const { before, after, isUndone } = getMembers(one);
  return `${valueText(before)} → ${valueText(after)}${isUndone === true ? ', undone' : ''}`;
}

function valueText(found: unknown): string {
  if (found === undefined) return 'nothing';
  const { value } = getMembers(found);
  if (value !== undefined) return getInteger(found, 'value').toLocaleString('en');
  return `${(getNumber(found, 'size') ?? 0).toLocaleString('en')} bytes`;
}

function describeTrees(work: unknown): string {
  const part = (verb: string, nodes: string, bytes: string): string =>
    `${verb} ${getNumber(work, nodes) ?? 0} nodes (${(getNumber(work, bytes) ?? 0).toLocaleString('en')} bytes)`;
  return [
    part('adds', 'added', 'addedBytes'),
    part('replaces', 'replaced', 'replacedBytes'),
    part('removes', 'removed', 'removedBytes'),
    part('rehashes', 'passed', 'passedBytes'),
  ].join(', ');
}
