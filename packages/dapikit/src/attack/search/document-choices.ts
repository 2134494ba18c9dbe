import * as fc from 'fast-check';
import type { DocumentSource } from '../document/document-source.js';
import type { DocumentJson, Step } from '../step/step.js';
import { picks, prices, type Cast } from './choices.js';
import { referringData } from './referring-data.js';
import { pickOf, type Scene, type StepChoice } from './step-choice.js';

/** Makes arbitrary steps on documents of a type: all that the type offers, by all identities. */
export function documentChoices(
  { type, identifierPaths }: DocumentSource,
  samples: readonly DocumentJson[],
  { actors, others }: Cast,
): readonly fc.Arbitrary<StepChoice>[] {
  const { name: documentType, documentsMutable, canBeDeleted, transferable, tradeMode } = type;
  const data = referringData(identifierPaths, samples);
  const onStored =
    (pick: number, make: (document: string, scene: Scene) => Step): StepChoice =>
    (scene) => {
      const document = pickOf(scene.documents(documentType), pick);
      return document === undefined ? undefined : make(document, scene);
    };
  const create = fc.tuple(actors, data).map(([by, sample]): StepChoice => (scene) => ({
    action: 'create',
    by,
    documentType,
    document: scene.newLabel(documentType),
    ...sample(scene),
  }));
  const replace = fc.tuple(actors, picks, data).map(([by, pick, sample]) =>
    onStored(pick, (document, scene) => ({
      action: 'replace',
      by,
      documentType,
      document,
      ...sample(scene),
    })),
  );
  const remove = fc
    .tuple(actors, picks)
    .map(([by, pick]) => onStored(pick, (document) => ({ action: 'delete', by, documentType, document })));
  const transfer = fc
    .tuple(actors, picks, others)
    .map(([by, pick, to]) =>
      onStored(pick, (document) => ({ action: 'transfer', by, documentType, document, to })),
    );
  const trade = fc
    .tuple(fc.constantFrom('setPrice' as const, 'purchase' as const), actors, picks, prices)
    .map(([action, by, pick, price]) =>
      onStored(pick, (document) => ({ action, by, documentType, document, price })),
    );
  return [
    create,
    create,
    ...(documentsMutable ? [replace] : []),
    ...(canBeDeleted ? [remove] : []),
    ...(transferable === 0 ? [] : [transfer]),
    ...(tradeMode === 0 ? [] : [trade]),
  ];
}
