import type { OfficialError, RefusedBy } from './diagnostic.js';
import { DOCUMENT_RULES } from './document/document-rules.js';
import { versionsOf } from './rules/rule-diagnostic.js';
import { UPDATE_SUBJECTS, type RuleFacts, type SubjectKind } from './rules/rule.js';
import { RULES } from './rules/rules.js';

/** What there is to say of a rule. */
export interface RulePage {
  readonly code: string;
  /**
   * What the examples are: a contract; `{ before, after }`, a registered contract and what is to replace it; or
   * `{ contract, documentType, document }`.
   */
  readonly input: 'contract' | 'update' | 'document';
  readonly title: string;
  /** What the rule looks at: rules about the same thing stand together. */
  readonly about: SubjectKind | 'document';
  readonly severity: 'error' | 'warning' | 'hint';
  readonly refusedBy?: RefusedBy;
  readonly why: string;
  readonly mend: string;
  readonly official?: OfficialError;
  /** The protocol versions in which the rule holds, ascending. */
  readonly versions: readonly number[];
  /** Options of `validateContract` with which the examples are to be checked. */
  readonly given?: { readonly identityNonce: bigint };
  /** An input that breaks the rule: a JSON value, or text where the mistake is in the text. See `input`. */
  readonly wrong: unknown;
  /** The same input, put right. */
  readonly right: unknown;
}

const INPUTS: ReadonlyMap<string, RulePage['input']> = new Map([
  ...[...UPDATE_SUBJECTS].map((about) => [about, 'update'] as const),
  ['document', 'document'],
]);

const PAGES: ReadonlyMap<string, RulePage> = new Map(
  [...RULES, ...DOCUMENT_RULES].map((rule) => [rule.code, pageOf(rule)]),
);

function pageOf(rule: RuleFacts & { readonly about: SubjectKind | 'document' }): RulePage {
  const { code, about, title, verdict, why, mend, official, given, wrong, right } = rule;
  const isError = verdict === 'network' || verdict === 'specification';
  return {
    code,
    input: INPUTS.get(about) ?? 'contract',
    title,
    about,
    severity: isError ? 'error' : verdict,
    ...(isError ? { refusedBy: verdict } : {}),
    why,
    mend,
    ...(official === undefined ? {} : { official }),
    versions: versionsOf(rule),
    ...(given === undefined ? {} : { given }),
    wrong,
    right,
  };
}

/** Every code that a diagnostic can have, in the order of the rules. */
export const RULE_CODES: readonly string[] = [...PAGES.keys()];

/**
 * What a rule says, why it is there, since when, and an example of a mistake and of its mend.
 *
 * @returns nothing when no rule has this code.
 */
export function explain(code: string): RulePage | undefined {
  return PAGES.get(code);
}
