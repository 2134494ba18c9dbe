import type { CallEnd } from '../core-node/call-end.js';
import { NodeRefusal } from '../layer1.js';
import type { NodeUnavailable } from '../node-unavailable.js';
import { RPC_ERROR_CODES } from '../rpc-error-code.js';
import type { Member } from './member.js';
import { asUnavailable, noAnswer } from './no-answer.js';

/** A transaction on its way to every healthy node. Times are in milliseconds. */
export interface Broadcast {
  readonly serialized: Uint8Array;
  readonly attemptTimeout: number;
  /** How long others have to accept it once one has refused it. */
  readonly refusalPatience: number;
  /** Ends the wait, not the sending. */
  readonly end: CallEnd;
}

/**
 * Sends a transaction to each node once, all at the same time. It is accepted as soon as one accepts it, and the others are still
 * sent it. It is refused when all that answer refuse: that it is in the chain already before all else, then the reason of the
 * first of the nodes. Sending it again later is safe: a node that has it in its mempool accepts it.
 * @param members the best first, at least one
 * @throws {NodeRefusal} when it is refused; {@link NodeUnavailable} when no node answered: a node may have it all the same when
 *   `mayHaveReached` of the error says so.
 */
export async function broadcast(members: readonly Member[], transaction: Broadcast): Promise<string> {
  const { serialized, attemptTimeout, refusalPatience, end } = transaction;
  end.throwIfAborted();
  return new Promise((resolve, reject) => {
    const refusals: (NodeRefusal | undefined)[] = members.map(() => undefined);
    const failures: NodeUnavailable[] = [];
    let patience: NodeJS.Timeout | undefined;
    let unsettled = members.length;
    const stop = (): void => {
      clearTimeout(patience);
      end.off('abort', give);
    };
    const give = (): void => {
      stop();
      const refused = refusals.filter((one) => one !== undefined);
      const known = refused.find(({ code }) => code === RPC_ERROR_CODES.verifyAlreadyInChain);
      const interrupted: unknown = end.reason;
      reject(known ?? refused[0] ?? interrupted ?? noAnswer(failures));
    };
    const accept = (id: string): void => {
      stop();
      resolve(id);
    };
    const fail = (index: number, error: unknown): void => {
      if (error instanceof NodeRefusal) refusals[index] = error;
      else failures.push(asUnavailable(error));
      unsettled -= 1;
      if (unsettled === 0) give();
      else if (error instanceof NodeRefusal) patience ??= setTimeout(give, refusalPatience);
    };
    end.once('abort', give);
    members.forEach((member, index) => {
      member
        .attempt('sendTransaction', attemptTimeout, {}, (options) =>
          member.node.sendTransaction(serialized, options),
        )
        .then(accept, (error: unknown) => fail(index, error));
    });
  });
}
