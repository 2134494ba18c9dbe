import * as fc from 'fast-check';
import { withValue } from '../step/document-value.js';
import type { DocumentJson, Step } from '../step/step.js';
import { picks } from './choices.js';
import { pickOf, type Scene } from './step-choice.js';

/** Describes data with the paths of the labels in it. */
type ReferringData = Pick<Extract<Step, { readonly data: DocumentJson }>, 'data' | 'references'>;

/** One document of so many has identifiers of its sample. */
const PLAIN_EVERY = 3;

/**
 * Chooses data among samples, with documents in the place of identifiers, most of the time: few other identifiers have a meaning.
 * @param paths of the properties that are identifiers
 */
export const referringData = (
  paths: readonly string[],
  samples: readonly DocumentJson[],
): fc.Arbitrary<(scene: Scene) => ReferringData> =>
  fc
    .tuple(fc.constantFrom(...samples), fc.option(picks, { freq: PLAIN_EVERY }))
    .map(([sample, pick]) => ({ labels }) => {
      if (pick === null || labels.length === 0 || paths.length === 0) return { data: sample };
      let data = sample;
      for (const [at, path] of paths.entries()) data = withValue(data, path, pickOf(labels, pick + at));
      return { data, references: paths };
    });
