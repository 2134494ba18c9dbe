import { useEffect, useMemo, useState } from 'preact/hooks';
import { getInteger, getMembers } from '../../json/json-values.js';
import { findContestedIndex, matchContested } from '../contests/contested-values.js';
import type { SelectedType } from '../state/registered-contract.js';
import type { PlatformActions, ActingState } from '../state/use-platform.js';
import { listValueProperties } from '../values/document.js';
import { readHints } from '../values/document-hints.js';
import { createExample } from '../values/example-value.js';
import { findSchema } from '../values/property-schema.js';
import { parseData, type FieldTexts } from '../values/property-value.js';
import { readRejection, type Rejection } from '../values/rejection.js';

/** Describes the outcome of the last creation. */
export type CreateOutcome =
  | { readonly kind: 'rejected'; readonly rejection: Rejection }
  | {
      readonly kind: 'created';
      readonly fee: bigint;
      readonly contends: boolean;
      readonly hints: readonly string[];
    };

/** Returns the state of the form for a new document, and its actions. */
export function useCreateForm(selected: SelectedType, state: ActingState, actions: PlatformActions) {
  const { contract, type } = selected;
  const { actor } = state;
  const [turn, setTurn] = useState(0);
  const example = useMemo(() => createExamples(selected, state, turn), [selected, turn]);
  const [typed, setTyped] = useState<FieldTexts>({});
  const [outcome, setOutcome] = useState<CreateOutcome>();
  const [isBusy, setIsBusy] = useState(false);
  // The outcome is that of another identity.
  useEffect(() => setOutcome(undefined), [actor.id]);
  const written = { ...example, ...typed };
  const data = parseData(type.properties, written);
  const index = findContestedIndex(type);
  const contested = index && matchContested(index, data);

  const showNextExample = (): void => {
    setTyped({});
    setTurn(turn + 1);
  };
  const create = async (): Promise<void> => {
    setIsBusy(true);
    try {
      const result = await actions.submit(createText(actor.name, type.name, contested), 'createDocument', {
        by: actor.id,
        contractId: contract.id,
        documentType: type.name,
        data,
        ...(index && { prefundedVotingBalance: 'auto' }),
      });
      const contends = 'contest' in getMembers(result);
      setOutcome({ kind: 'created', fee: getInteger(result, 'fee'), contends, hints: readHints(result) });
      // Another identity may contend for the same values; any other document would be a duplicate.
      if (!contends) showNextExample();
    } catch (error) {
      setOutcome({ kind: 'rejected', rejection: readRejection(error) });
    } finally {
      setIsBusy(false);
    }
  };
  const setText = (path: string, text: string): void => {
    setTyped({ ...typed, [path]: text });
    setOutcome(undefined);
  };
  return { written, contested, outcome, isBusy, create, setText, showNextExample };
}

/** Formats contested values for a title. */
export const quoteValues = (values: readonly unknown[]): string =>
  values.map((value) => `“${String(value)}”`).join(', ');

function createText(name: string, typeName: string, contested: readonly unknown[] | undefined) {
  const [done, verb, object] = contested
    ? ['contended for', 'contend for', quoteValues(contested)]
    : ['created', 'create', `a document of ${typeName}`];
  return { done: `${name} ${done} ${object}`, attempted: `${name} tried to ${verb} ${object}` };
}

function createExamples({ contract, type }: SelectedType, state: ActingState, turn: number): FieldTexts {
  const other = state.identities.find(({ id }) => id !== state.actor.id) ?? state.actor;
  const matches = findContestedIndex(type)?.contested?.fieldMatches ?? [];
  return Object.fromEntries(
    listValueProperties(type).map((property) => [
      property.path,
      createExample(property, findSchema(contract.json, type.name, property.path), {
        turn,
        identityId: other.id,
        contestPattern: matches.find(({ field }) => field === property.path)?.regexPattern,
      }),
    ]),
  );
}
