import { useEffect, useState } from 'preact/hooks';
import { getInteger } from '../../json/json-values.js';
import type { SelectedType } from '../state/registered-contract.js';
import type { ActingState, PlatformActions } from '../state/use-platform.js';
import { getTitle, type StoredDocument } from '../values/document.js';
import { readHints } from '../values/document-hints.js';
import { readRejection, type Rejection } from '../values/rejection.js';

/** Describes the words for an action: as it is done, as it was attempted, and the title of its result. */
export interface DocumentActionText {
  readonly done: string;
  readonly verb: string;
  readonly title: string;
}

/** Describes the actions on a document, and the outcome of the last one. */
export interface DocumentActions {
  /** Calls a method on the document. @returns whether the platform accepted it. */
  readonly submit: (
    text: DocumentActionText,
    method: string,
    params?: Readonly<Record<string, unknown>>,
  ) => Promise<boolean>;
  readonly rejection: Rejection | undefined;
  readonly result:
    | { readonly title: string; readonly fee: bigint; readonly hints: readonly string[] }
    | undefined;
  /** Removes the outcome, as what it is about was changed. */
  readonly clear: () => void;
}

/** Returns the actions on a document. The outcome is removed when another identity acts. */
export function useDocumentActions(
  { contract, type }: SelectedType,
  document: StoredDocument,
  { actor }: ActingState,
  actions: PlatformActions,
): DocumentActions {
  const [rejection, setRejection] = useState<Rejection>();
  const [result, setResult] = useState<DocumentActions['result']>();
  const clear = (): void => {
    setRejection(undefined);
    setResult(undefined);
  };
  useEffect(clear, [actor.id]);
  const submit: DocumentActions['submit'] = async ({ done, verb, title }, method, params = {}) => {
    const text = { done: `${actor.name} ${done}`, attempted: `${actor.name} tried to ${verb}` };
    try {
      const response = await actions.submit(text, method, {
        by: actor.id,
        contractId: contract.id,
        documentType: type.name,
        id: document.id,
        ...params,
      });
      setRejection(undefined);
      setResult({ title, fee: getInteger(response, 'fee'), hints: readHints(response) });
      return true;
    } catch (error) {
      setResult(undefined);
      setRejection(readRejection(error));
      return false;
    }
  };
  return { submit, rejection, result, clear };
}

/** Returns the type and title of a document, for the text of an action. */
export const nameDocument = ({ type }: SelectedType, document: StoredDocument): string =>
  `${type.name} ${getTitle(type, document)}`;
