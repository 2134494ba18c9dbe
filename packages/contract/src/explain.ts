import type { OfficialError, RefusedBy } from './diagnostic.js';
import { DOCUMENT_RULES } from './document/document-rules.js';
import { versionsOf } from './rules/rule-diagnostic.js';
import { RULES } from './rules/rules.js';

/** What there is to say of a rule. */
export interface RulePage {
  readonly code: string;
  readonly title: string;
  readonly severity: 'error' | 'warning' | 'hint';
  readonly refusedBy?: RefusedBy;
  readonly why: string;
  readonly mend: string;
  readonly official?: OfficialError;
  /** The protocol versions in which the rule holds, ascending. */
  readonly versions: readonly number[];
  /**
   * An input that breaks the rule: a JSON value, or text where the mistake is in the text. For a rule of documents, an
   * object with `contract`, `documentType` and `document`.
   */
  readonly wrong: unknown;
  /** The same input, put right. */
  readonly right: unknown;
}

const PAGES: ReadonlyMap<string, RulePage> = new Map(
  [...RULES, ...DOCUMENT_RULES].map((rule) => {
    const { code, title, verdict, why, mend, official, wrong, right } = rule;
    const isError = verdict === 'network' || verdict === 'specification';
    const page: RulePage = {
      code,
      title,
      severity: isError ? 'error' : verdict,
      ...(isError ? { refusedBy: verdict } : {}),
      why,
      mend,
      ...(official === undefined ? {} : { official }),
      versions: versionsOf(rule),
      wrong,
      right,
    };
    return [code, page];
  }),
);

/** Every code that a diagnostic can have, in the order of the rules. */
export const RULE_CODES: readonly string[] = [...PAGES.keys()];

/** Those of them that are about documents. */
export const DOCUMENT_RULE_CODES: readonly string[] = DOCUMENT_RULES.map(({ code }) => code);

/**
 * What a rule says, why it is there, since when, and an example of a mistake and of its mend.
 *
 * @returns nothing when no rule has this code.
 */
export function explain(code: string): RulePage | undefined {
  return PAGES.get(code);
}
