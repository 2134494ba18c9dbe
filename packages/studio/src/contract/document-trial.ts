import {
  AssumptionsError,
  readAssumptions,
  type Diagnostic,
  type DocumentValidator,
  type DocumentWrite,
  type OutsideFacts,
  type WriteAction,
} from '@dapikit/contract';

/** Lists what a page can say about the outside of a document with one choice, in words. */
export const OUTSIDE_CHOICES = {
  identities: 'Identities that it names',
  contracts: 'Contracts that it names',
  tokens: 'Tokens that it names',
  documents: 'Documents that it refers to',
  moderator: 'The writer moderates',
} as const;

/** Names something about the outside of a document. */
export type OutsideChoice = keyof typeof OUTSIDE_CHOICES;

/** Holds the choices about the outside; those that are absent are unknown. */
export type Outside = Readonly<Partial<Record<OutsideChoice, boolean>>>;

/** Describes a write that is tried, as it is typed. */
export interface Trial {
  readonly action: WriteAction;
  /** The properties that are sent, as JSON text; of a create or replace. */
  readonly document: string;
  /** The properties of the stored document, as JSON text; of any write but a create. */
  readonly stored: string;
  readonly outside: Outside;
  /** Further assumptions, as JSON text in the form of `dapikit check --assume`; none where it is empty. */
  readonly assumptions: string;
}

/** Holds what the rules of a contract say about a write. */
export interface TrialOutcome {
  readonly ok: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** Values that the platform fills in, by path. */
  readonly generated: Readonly<Record<string, string>>;
  /** Names the rules that cannot be judged, because a fact is not known. */
  readonly unjudged: readonly string[];
  /** Lists the choices that the rules depend on. */
  readonly asked: readonly OutsideChoice[];
  /** Says why the assumptions cannot be read. */
  readonly assumptionsError?: string;
}

/** Returns whether a write sends properties. */
export const sendsProperties = (action: WriteAction): boolean => action === 'create' || action === 'replace';

/** Judges a write by the rules of its contract. Never throws because of what is typed. */
export function judgeTrial(validator: DocumentValidator, trial: Trial): TrialOutcome {
  const { action, document, stored, outside, assumptions } = trial;
  const write = {
    action,
    ...(sendsProperties(action) ? { document } : {}),
    ...(action === 'create' ? {} : { stored }),
  };
  try {
    const assumed = assumptions.trim() === '' ? {} : readAssumptions(assumptions);
    const { ok, diagnostics, generated, unjudged } = validator.judge({
      ...assumed,
      ...write,
      facts: chosenFacts(outside),
    });
    return { ok, diagnostics, generated, unjudged, asked: listAsked(validator, write) };
  } catch (error) {
    if (!(error instanceof AssumptionsError)) throw error;
    const { message: assumptionsError } = error;
    return { ok: false, diagnostics: [], generated: {}, unjudged: [], asked: [], assumptionsError };
  }
}

/** Answers what was chosen; what was not is left to the assumptions. */
function chosenFacts({ identities, contracts, tokens, documents, moderator }: Outside): OutsideFacts {
  return {
    ...(identities === undefined ? {} : { hasIdentity: () => identities }),
    ...(contracts === undefined ? {} : { hasContract: () => contracts }),
    ...(tokens === undefined ? {} : { hasToken: () => tokens }),
    ...(documents === false ? { findDocument: () => null } : {}),
    ...(moderator === undefined ? {} : { isModerator: () => moderator }),
  };
}

/** Lists what the rules ask of the outside where nothing about it is known. */
function listAsked(validator: DocumentValidator, write: DocumentWrite): readonly OutsideChoice[] {
  const asked = new Set<OutsideChoice>();
  const note = (choice: OutsideChoice) => (): undefined => {
    asked.add(choice);
  };
  validator.judge({
    ...write,
    facts: {
      hasIdentity: note('identities'),
      hasContract: note('contracts'),
      hasToken: note('tokens'),
      findDocument: note('documents'),
      isModerator: note('moderator'),
    },
  });
  return [...asked];
}
