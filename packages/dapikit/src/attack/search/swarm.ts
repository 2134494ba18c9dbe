import * as fc from 'fast-check';
import type { DocumentSource } from '../document/document-source.js';
import { ACTORS, type DocumentJson } from '../step/step.js';
import type { Cast, TakeFew } from './choices.js';
import { contestChoices } from './contest-choices.js';
import { hasContest } from './contested-values.js';
import { documentChoices } from './document-choices.js';
import type { StepChoice } from './step-choice.js';
import { tokenChoices, type SearchedToken } from './token-choices.js';

const MAX_SAMPLES = 24;
const HOUR_MS = 3_600_000;
/** One swarm of so many has all steps of all subjects by all identities, other than changes of settings. */
const WHOLE_EVERY = 4;
/** Most subjects of the other swarms. */
const MAX_SUBJECTS = 3;

/** Describes what steps are about: the document types and tokens of a contract. */
export interface Subjects {
  readonly sources: ReadonlyMap<string, DocumentSource>;
  readonly tokens: readonly SearchedToken[];
}

/** Makes arbitrary steps about one subject. */
type SubjectChoices = (cast: Cast, few: TakeFew) => readonly fc.Arbitrary<StepChoice>[];

/**
 * Chooses the steps of a swarm: some subjects, some of their steps and documents, some identities. Sequences of few kinds of steps get further
 * than those of all, in which each kind is rare.
 */
export class Swarms {
  /** Types, and tokens whose settings stay. */
  private readonly subjects: readonly SubjectChoices[];
  /** Tokens whose settings change, so that others may act. */
  private readonly changing: readonly SubjectChoices[];

  constructor({ sources, tokens }: Subjects) {
    const types = [...sources.values()].flatMap((source): SubjectChoices[] => {
      const samples = samplesOf(source);
      if (samples.length === 0) return [];
      return [
        (cast, few) => [
          ...documentChoices(source, few(samples), cast),
          ...(hasContest(source.type) ? contestChoices(cast) : []),
        ],
      ];
    });
    this.subjects = [...types, ...tokens.map((token) => choicesOf({ ...token, settings: [] }))];
    this.changing = tokens.filter(({ settings }) => settings.length > 0).map(choicesOf);
  }

  /** Returns the steps of a swarm by its number: the same for the same number. */
  choices(seed: number): readonly fc.Arbitrary<StepChoice>[] {
    if (seed % WHOLE_EVERY === 0) {
      const all = castOf(ACTORS, ACTORS);
      return [...this.subjects.flatMap((subject) => subject(all, (items) => items)), WAIT];
    }
    const random = randomOf(seed);
    const few = (): number => random() ** 2;
    const all = [...this.subjects, ...this.changing];
    const subjects = someOf(all, few(), random).slice(0, MAX_SUBJECTS);
    const cast = castOf(someOf(ACTORS, few(), random), someOf(ACTORS, few(), random));
    // The first step of a subject is a create, or sends tokens: the others need what it made.
    const withFirst = <Item>(items: readonly Item[], part: number): readonly Item[] => [
      ...items.slice(0, 1),
      ...someOf(items.slice(1), part, random),
    ];
    const steps = subjects.flatMap((subject) =>
      withFirst(
        subject(cast, (items) => withFirst(items, few())),
        random(),
      ),
    );
    return [...steps, WAIT];
  }
}

const choicesOf =
  (token: SearchedToken): SubjectChoices =>
  (cast, few) =>
    tokenChoices(token, cast, few);

/** Returns valid documents of a type; first one that starts a contest, where it has one. */
function samplesOf(source: DocumentSource): readonly DocumentJson[] {
  const samples = source.samples(MAX_SAMPLES);
  const contested = source.type.indices.flatMap(({ contested: contest }) => {
    const found = contest && source.contested(contest);
    return found === undefined ? [] : [found];
  });
  return [...contested, ...samples];
}

const STEPS_OF_ONE = 2 ** 31;
const EVEN_NUMBERS = fc.infiniteStream(fc.noBias(fc.nat({ max: STEPS_OF_ONE - 1 })));

/** Returns a generator of numbers from 0 to below 1: the same for the same seed. */
function randomOf(seed: number): () => number {
  const [numbers] = fc.sample(EVEN_NUMBERS, { seed, numRuns: 1 });
  return () => Number(numbers?.next().value) / STEPS_OF_ONE;
}

/** Returns a part of the items in a random order: one at least, where there are any. @param part 0 to 1 */
function someOf<Item>(items: readonly Item[], part: number, random: () => number): readonly Item[] {
  const count = Math.ceil(part * items.length);
  return items
    .map((item) => ({ item, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .slice(0, Math.max(count, 1))
    .map(({ item }) => item);
}

const WAIT: fc.Arbitrary<StepChoice> = fc.constant(() => ({ action: 'wait', milliseconds: HOUR_MS }));

const castOf = (actors: readonly (typeof ACTORS)[number][], others: typeof actors): Cast => ({
  actors: fc.constantFrom(...actors),
  others: fc.constantFrom(...others),
  named: others,
});
