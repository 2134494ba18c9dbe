import { explain, NEWEST_RELEASED_PROTOCOL, RULE_CODES } from '@dapikit/contract';

/** The released protocol versions of a rule. */
export const releasedVersionsOf = (rule: string): readonly number[] =>
  (explain(rule)?.versions ?? []).filter((version) => version <= NEWEST_RELEASED_PROTOCOL);

/** The rules of released protocol versions: no bytes of the errors of a preview are published. */
export const RELEASED_RULES = RULE_CODES.filter((rule) => releasedVersionsOf(rule).length > 0);
