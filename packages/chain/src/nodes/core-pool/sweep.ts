import { CancellationToken } from '../core-node/cancellation-token.js';
import type { Eventually } from '../../layer1/eventually.js';
import { NodeRejectionError, type CallOptions } from '../../layer1/layer1.js';
import { NodeUnavailableError } from '../../layer1/node-unavailable-error.js';
import type { OneNodeRule } from './call-rules.js';
import type { Member } from './member.js';
import { asUnavailable, noAnswer } from './no-answer.js';
import type { PoolNode } from './pool-node.js';
import type { ObservedMethod, PoolObserver } from './pool-observer.js';

/** Describes a call that one node answers. */
export interface Sweep<T> {
  readonly method: ObservedMethod;
  readonly rule: OneNodeRule;
  readonly send: (node: PoolNode, options: CallOptions) => Eventually<T>;
  /** For one node's answer, in milliseconds. */
  readonly attemptTimeout: number;
  /** Delay before the next node gets the call as well; `undefined` for never. */
  readonly hedgeDelay: () => number | undefined;
  readonly maxHedges: number;
  /** Its reason is thrown. */
  readonly token: CancellationToken;
  readonly observer: Required<PoolObserver>;
}

type Outcome<T> =
  | { readonly member: Member; readonly answer: T }
  | { readonly member: Member; readonly error: NodeRejectionError | NodeUnavailableError };

const HEDGE = Symbol('hedge');

/**
 * Sends a call to nodes in turn until one responds, to each once: the next when one fails, and also while one is slow. The others are let
 * go as soon as there is an answer.
 * @param members the best first, at least one
 * @throws {NodeRejectionError} when that is the answer; {@link NodeUnavailableError} when no node answered.
 */
export async function sweep<T>(members: readonly Member[], call: Sweep<T>): Promise<T> {
  const { method, rule, token, observer } = call;
  const waiting = members.values();
  const running = new Map<Member, Promise<Outcome<T>>>();
  const failures: NodeUnavailableError[] = [];
  const rest = new CancellationToken();
  const endRest = (): void => rest.cancel(notNeeded());
  token.once('abort', endRest);
  let rejection: NodeRejectionError | undefined;
  let hedges = 0;
  const startNext = (): Member | undefined => {
    for (const member of waiting) {
      if (member.isRemoved) continue;
      running.set(member, attempt(member, call, rest));
      return member;
    }
    return undefined;
  };
  try {
    token.throwIfAborted();
    startNext();
    while (running.size > 0) {
      const canHedge = rule.isHedged && hedges < call.maxHedges && members.length > 1;
      const outcome = await firstOf(running.values(), canHedge ? call.hedgeDelay() : undefined);
      token.throwIfAborted();
      if (outcome === HEDGE) {
        const node = startNext();
        hedges = node ? hedges + 1 : call.maxHedges;
        if (node) observer.onHedge({ method, node: node.name });
        continue;
      }
      running.delete(outcome.member);
      if ('answer' in outcome) return outcome.answer;
      const { member, error } = outcome;
      if (error instanceof NodeRejectionError) {
        if (!rule.missing.includes(error.code)) throw error;
        rejection ??= error;
      } else failures.push(error);
      const next = startNext();
      const reason = error instanceof NodeRejectionError ? 'rejected' : error.reason;
      if (next) observer.onFailover({ method, from: member.name, to: next.name, reason });
    }
  } finally {
    token.off('abort', endRest);
    if (running.size > 0) endRest();
  }
  throw rejection ?? noAnswer(failures);
}

function notNeeded(): NodeUnavailableError {
  return new NodeUnavailableError('another node answered', 'cancelled');
}

async function attempt<T>(member: Member, call: Sweep<T>, token: CancellationToken): Promise<Outcome<T>> {
  try {
    const send = (options: CallOptions): Eventually<T> => call.send(member.node, options);
    return { member, answer: await member.attempt(call.method, call.attemptTimeout, { token }, send) };
  } catch (error) {
    return { member, error: error instanceof NodeRejectionError ? error : asUnavailable(error) };
  }
}

async function firstOf<T>(
  running: Iterable<Promise<T>>,
  milliseconds: number | undefined,
): Promise<T | typeof HEDGE> {
  if (milliseconds === undefined) return Promise.race(running);
  let timer: NodeJS.Timeout | undefined;
  const wait = new Promise<typeof HEDGE>((resolve) => {
    timer = setTimeout(() => resolve(HEDGE), milliseconds);
  });
  try {
    return await Promise.race([...running, wait]);
  } finally {
    clearTimeout(timer);
  }
}
