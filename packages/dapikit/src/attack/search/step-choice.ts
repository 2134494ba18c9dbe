import * as fc from 'fast-check';
import type { DocumentTypeDescription } from '@dapikit/contract';
import type { ActorName, DocumentJson, Step } from '../step/step.js';

/** Most documents among which steps choose; those after it are never changed. */
const MAX_PICK = 7;
const HOUR_MS = 3_600_000;

/** Describes a document that steps created. */
export interface KnownDocument {
  readonly label: string;
  readonly documentType: string;
}

/** Says what a step does to a document that is chosen when the step is executed; nothing where there is none. */
export interface StepChoice {
  readonly documentType: string;
  /** Number of the document among those of the type; absent for steps without one. */
  readonly pick?: number;
  readonly make: (document: string) => Step;
}

const actors = fc.constantFrom<ActorName>('alice', 'bob', 'owner', 'carol');
const recipients = fc.constantFrom<ActorName>('bob', 'alice', 'carol', 'owner');
const prices = fc.constantFrom(1000n, 0n, 2000n);
const amounts = fc.constantFrom(1n, 10n, 1_000_000n);
const picks = fc.nat({ max: MAX_PICK });

/** Makes arbitrary steps on documents of a type: all that the type offers, by all identities. */
export function documentSteps(
  { name: documentType, documentsMutable, canBeDeleted, transferable, tradeMode }: DocumentTypeDescription,
  samples: readonly DocumentJson[],
): readonly fc.Arbitrary<StepChoice>[] {
  const data = fc.constantFrom(...samples);
  const create = fc.tuple(actors, data).map(([by, data]): StepChoice => ({
    documentType,
    make: (document) => ({ action: 'create', by, documentType, document, data }),
  }));
  const replace = fc.tuple(actors, picks, data).map(([by, pick, data]): StepChoice => ({
    documentType,
    pick,
    make: (document) => ({ action: 'replace', by, documentType, document, data }),
  }));
  const remove = fc.tuple(actors, picks).map(([by, pick]): StepChoice => ({
    documentType,
    pick,
    make: (document) => ({ action: 'delete', by, documentType, document }),
  }));
  const transfer = fc.tuple(actors, picks, recipients).map(([by, pick, to]): StepChoice => ({
    documentType,
    pick,
    make: (document) => ({ action: 'transfer', by, documentType, document, to }),
  }));
  const trade = fc
    .tuple(fc.constantFrom('setPrice' as const, 'purchase' as const), actors, picks, prices)
    .map(([action, by, pick, price]): StepChoice => ({
      documentType,
      pick,
      make: (document) => ({ action, by, documentType, document, price }),
    }));
  return [
    create,
    create,
    ...(documentsMutable ? [replace] : []),
    ...(canBeDeleted ? [remove] : []),
    ...(transferable === 0 ? [] : [transfer]),
    ...(tradeMode === 0 ? [] : [trade]),
  ];
}

/** Makes arbitrary steps with a token. */
export function tokenSteps(tokenPosition: number): readonly fc.Arbitrary<StepChoice>[] {
  const change = fc
    .tuple(fc.constantFrom('mint' as const, 'sendTokens' as const), actors, recipients, amounts)
    .map(([action, by, to, amount]): StepChoice => ({
      documentType: '',
      make: () => ({ action, by, to, amount, tokenPosition }),
    }));
  const burn = fc.tuple(actors, amounts).map(([by, amount]): StepChoice => ({
    documentType: '',
    make: () => ({ action: 'burn', by, amount, tokenPosition }),
  }));
  return [change, burn];
}

/** Makes the step in which an hour passes. */
export const waitStep: fc.Arbitrary<StepChoice> = fc.constant({
  documentType: '',
  make: () => ({ action: 'wait', milliseconds: HOUR_MS }),
});

/** Returns the document that a step is about; nothing where no such document exists. */
export function pickDocument(
  { documentType, pick = 0 }: StepChoice,
  known: readonly KnownDocument[],
): string | undefined {
  const candidates = known.filter((each) => each.documentType === documentType);
  return candidates[pick % Math.max(candidates.length, 1)]?.label;
}
