import type { OfficialError, RejectedBy, Severity } from '../diagnostic/diagnostic.js';
import { DOCUMENT_RULES } from '../document/document-rules.js';
import { listVersions } from '../rules/rule-diagnostic.js';
import { UPDATE_SUBJECTS, type RuleInfo, type SubjectKind } from '../rules/rule.js';
import { RULES } from '../rules/all-rules.js';

/** Documents a rule. */
export interface RulePage {
  readonly code: string;
  /**
   * Kind of the examples: a contract; `{ before, after }`, a baseline and its update; or `{ contract, documentType,
   * document }`.
   */
  readonly input: 'contract' | 'update' | 'document';
  readonly title: string;
  /** Subject of the rule. */
  readonly about: SubjectKind | 'document';
  readonly severity: Severity;
  readonly rejectedBy?: RejectedBy;
  readonly why: string;
  readonly fix: string;
  readonly official?: OfficialError;
  /** Present where the rule follows from others, and no source states it. */
  readonly certainty?: 'inferred';
  /** Protocol versions in which the rule is active, ascending. */
  readonly versions: readonly number[];
  /** Options of `validateContract` for checking the examples. */
  readonly options?: { readonly identityNonce: bigint };
  /** An input that violates the rule: a JSON value, or text if the error is in the text. See `input`. */
  readonly wrong: unknown;
  /** The same input, fixed. */
  readonly right: unknown;
}

const INPUTS: ReadonlyMap<string, RulePage['input']> = new Map([
  ...[...UPDATE_SUBJECTS].map((about) => [about, 'update'] as const),
  ['document', 'document'],
]);

const PAGES: ReadonlyMap<string, RulePage> = new Map(
  [...RULES, ...DOCUMENT_RULES].map((rule) => [rule.code, createPage(rule)]),
);

function createPage(rule: RuleInfo & { readonly about: SubjectKind | 'document' }): RulePage {
  const { code, about, title, severity, why, fix, official, certainty, options, wrong, right } = rule;
  const isError = severity === 'network' || severity === 'specification';
  return {
    code,
    input: INPUTS.get(about) ?? 'contract',
    title,
    about,
    severity: isError ? 'error' : severity,
    ...(isError ? { rejectedBy: severity } : {}),
    why,
    fix,
    ...(official === undefined ? {} : { official }),
    ...(certainty === undefined ? {} : { certainty }),
    versions: listVersions(rule),
    ...(options === undefined ? {} : { options }),
    wrong,
    right,
  };
}

/** Lists every code that a diagnostic can have, in the order of the rules. */
export const RULE_CODES: readonly string[] = [...PAGES.keys()];

/**
 * Documents a rule: its reason, its protocol versions, a fix and examples.
 *
 * @returns undefined when no rule has this code.
 * @example
 * import { explain } from '@dapikit/contract';
 *
 * explain('index-covered').title; // => 'A longer index covers an index'
 * explain('no-such-code'); // => undefined
 */
export function explain(code: string): RulePage | undefined {
  return PAGES.get(code);
}
