import { useState } from 'preact/hooks';
import type { Members } from '../../json/json-values.js';
import { getInteger, getMembers } from '../../json/json-values.js';
import type { PlatformActions, PlatformState } from '../../platform/state/use-platform.js';
import { getName } from '../../platform/state/identity.js';
import { readRejection, type Rejection } from '../../platform/values/rejection.js';
import type { ShownToken } from './token.js';

/** Describes a call that changes a token. */
export interface TokenCall {
  readonly method: string;
  readonly params: Members;
  /** The identity that signs it, in base58. */
  readonly by: string;
  /** Description of the effect, in the past tense, after the name of the identity. */
  readonly text: string;
}

/** Submits a call. @returns whether it was executed */
export type SubmitTokenCall = (call: TokenCall) => Promise<boolean>;

/** Describes the outcome of the last call. */
export interface TokenCallOutcome {
  readonly rejection?: Rejection;
  readonly done?: { readonly title: string; readonly fee: bigint };
}

/** Returns a function that submits calls for a token, and the outcome of the last one. */
export function useTokenCalls(
  { contractId, position }: ShownToken,
  state: PlatformState,
  actions: PlatformActions,
): { readonly submit: SubmitTokenCall; readonly outcome: TokenCallOutcome } {
  const [outcome, setOutcome] = useState<TokenCallOutcome>({});
  const submit: SubmitTokenCall = async ({ method, params, by, text }) => {
    const name = getName(state.identities, by);
    const words = { done: `${name} ${text}`, attempted: `${name} tried: ${text}` };
    try {
      const result = await actions.submit(words, method, { ...params, by, contractId, position });
      const isProposed = getMembers(result)['isExecuted'] === false;
      const title = isProposed ? 'Waits for the signatures of more members' : 'Executed';
      setOutcome({ done: { title, fee: getInteger(result, 'fee') } });
      return true;
    } catch (error) {
      setOutcome({ rejection: readRejection(error) });
      return false;
    }
  };
  return { submit, outcome };
}
