import { base64 } from '@scure/base';
import { getInteger, getList, getMembers, getNumber, getText } from '../../json/json-values.js';
import { loadAliases, type Aliases } from '../../rpc/aliases.js';
import { platform } from '../../rpc/platform.js';
import type { DescribedTransition } from './describe-transition.js';

/** Describes an executed state transition. */
export interface ExecutedTransition {
  /** SHA-256 of its bytes in hexadecimal digits. */
  readonly id: string;
  readonly bytes: Uint8Array;
  readonly height: number;
  /** Milliseconds since the beginning of 1970. */
  readonly time: number;
  /** Credits. */
  readonly fee: bigint;
  /** Why its block rejected it. */
  readonly rejection:
    | { readonly name: string; readonly code: number | undefined; readonly message: string }
    | undefined;
  readonly described: DescribedTransition;
}

/** Describes a page of executed state transitions, the newest first. */
export interface TransitionPage {
  readonly transitions: readonly ExecutedTransition[];
  /** The `beforeHeight` of the next page; absent behind the last one. */
  readonly nextBeforeHeight: number | undefined;
}

const PAGE_SIZE = 25;

/** Loads executed state transitions. @param query `identityId` and `beforeHeight` of `listStateTransitions`. A poll repeats without an action of a person. */
export async function loadTransitions(
  query: { readonly identityId?: string; readonly beforeHeight?: number },
  { isPoll = false }: { readonly isPoll?: boolean } = {},
): Promise<TransitionPage> {
  const params = { ...query, limit: PAGE_SIZE };
  const [page, aliases] = await Promise.all([
    isPoll ? platform.poll('listStateTransitions', params) : platform.call('listStateTransitions', params),
    loadAliases(),
  ]);
  return {
    transitions: await Promise.all(
      getList(getMembers(page)['transitions']).map(async (one) =>
        readExecuted(one, getText(one, 'id'), aliases),
      ),
    ),
    nextBeforeHeight: getNumber(page, 'nextBeforeHeight'),
  };
}

/** Loads an executed state transition; `undefined` where no block has it. @param id 64 hexadecimal digits */
export async function loadTransition(id: string): Promise<ExecutedTransition | undefined> {
  const [found, aliases] = await Promise.all([platform.call('getStateTransition', { id }), loadAliases()]);
  return found === null ? undefined : readExecuted(found, id, aliases);
}

/** Reads a transition and decodes it. The codecs are loaded for the first one, as they are larger than the rest of the tab. */
async function readExecuted(value: unknown, id: string, aliases: Aliases): Promise<ExecutedTransition> {
  const { describeTransition } = await import('./describe-transition.js');
  const { block, rejection } = getMembers(value);
  const bytes = base64.decode(getText(value, 'bytes'));
  return {
    id,
    bytes,
    height: getNumber(block, 'height') ?? 0,
    time: getNumber(block, 'time') ?? 0,
    fee: getInteger(value, 'fee'),
    rejection:
      rejection === undefined
        ? undefined
        : {
            name: getText(rejection, 'name'),
            code: getNumber(rejection, 'code'),
            message: getText(rejection, 'message'),
          },
    described: describeTransition(bytes, aliases),
  };
}
