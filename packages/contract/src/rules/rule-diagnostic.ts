import type { Diagnostic, Mend, OfficialError, TextRange } from '../diagnostic.js';
import { PROTOCOLS } from '../protocol/protocol-rules.js';
import type { RuleFacts } from './rule.js';

/** What a diagnostic says beyond the rule that it is about. */
interface Occurrence {
  readonly message: string;
  readonly pointer: string;
  readonly range: TextRange | undefined;
  readonly mend: Mend;
  readonly official: OfficialError | undefined;
}

/** A diagnostic of a rule. */
export function diagnosticOf(
  rule: RuleFacts,
  { message, pointer, range, mend, official }: Occurrence,
): Diagnostic {
  const { code, verdict } = rule;
  const isError = verdict === 'network' || verdict === 'specification';
  return {
    code,
    severity: isError ? 'error' : verdict,
    ...(isError ? { refusedBy: verdict } : {}),
    message,
    pointer,
    ...(range === undefined ? {} : { range }),
    mend,
    ...(official === undefined ? {} : { official }),
    versions: versionsOf(rule),
    docs: `docs/rules/${code}.md`,
  };
}

const versions = new WeakMap<RuleFacts, readonly number[]>();

/** The protocol versions in which a rule holds. */
export function versionsOf(rule: RuleFacts): readonly number[] {
  const known = versions.get(rule);
  if (known !== undefined) return known;
  const found = [...PROTOCOLS.values()].filter((protocol) => rule.holds?.(protocol) !== false);
  const numbers = found.map(({ version }) => version);
  versions.set(rule, numbers);
  return numbers;
}
