import type { Diagnostic, Fix, OfficialError, TextRange } from '../diagnostic/diagnostic.js';
import { PROTOCOLS } from '../protocol/protocol-versions.js';
import type { RuleInfo } from './rule.js';

/** Describes one occurrence of a rule. */
interface Occurrence {
  readonly message: string;
  readonly suggestion?: string | undefined;
  readonly at: string;
  readonly range: TextRange | undefined;
  readonly fix: Fix;
  readonly official: OfficialError | undefined;
}

/** Creates a diagnostic of a rule. */
export function createDiagnostic(
  rule: RuleInfo,
  { message, suggestion, at, range, fix, official }: Occurrence,
): Diagnostic {
  const { code, severity } = rule;
  const isError = severity === 'network' || severity === 'specification';
  return {
    code,
    severity: isError ? 'error' : severity,
    ...(isError ? { rejectedBy: severity } : {}),
    message: suggestion === undefined ? message : `${message}; did you mean "${suggestion}"?`,
    at,
    ...(range === undefined ? {} : { range }),
    fix: suggestion === undefined ? fix : { ...fix, text: `Write "${suggestion}".` },
    ...(official === undefined ? {} : { official }),
    ...(rule.certainty === undefined ? {} : { certainty: rule.certainty }),
    versions: listVersions(rule),
    docs: `dapikit explain ${code}`,
  };
}

const versions = new WeakMap<RuleInfo, readonly number[]>();

/** Lists the protocol versions in which a rule is active. */
export function listVersions(rule: RuleInfo): readonly number[] {
  const known = versions.get(rule);
  if (known !== undefined) return known;
  const found = [...PROTOCOLS.values()].filter((protocol) => rule.isActive?.(protocol) !== false);
  const numbers = found.map(({ version }) => version);
  versions.set(rule, numbers);
  return numbers;
}
