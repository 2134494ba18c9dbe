import { getList, getMembers, getNumber, getText, isObject } from '../json/json-values.js';

/** Describes a finding of `dapikit attack`. */
export interface AttackFinding {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'hint';
  readonly message: string;
  /** JSON pointer of the place in the contract. */
  readonly at: string;
  readonly line: number | undefined;
  readonly fix: string;
  /** Absent where it is about the whole contract. */
  readonly documentType: string | undefined;
  /** Executed steps as sentences. */
  readonly example: readonly string[];
  /** Test of vitest that executes the steps; for broken invariants. */
  readonly test: string | undefined;
}

/** Describes a report that `dapikit attack --json` printed. */
export interface AttackReport {
  readonly file: string;
  readonly seed: number;
  /** Transitions that were executed. */
  readonly performed: number;
  /** Transitions against the rules, which were rejected. */
  readonly rejected: number;
  /** True if the time was over before all was tried. */
  readonly isCut: boolean;
  /** Document types about which nothing is said. */
  readonly untried: readonly string[];
  /** Invariants that no sequence broke, such as `never "a vote changes"`. */
  readonly held: readonly string[];
  /** Names of those that act for identities of the contract, with the ids there. */
  readonly standIns: readonly (readonly [id: string, name: string])[];
  /** Sorted: errors, then warnings, then hints. */
  readonly findings: readonly AttackFinding[];
}

const VERSION = 1;
const SEVERITIES = ['error', 'warning', 'hint'] as const;

/** Reads a report; `undefined` where the text is no report of a version that is known. */
export function readAttackReport(text: string): AttackReport | undefined {
  const report = parse(text);
  if (!isObject(report) || report['version'] !== VERSION || !Array.isArray(report['findings']))
    return undefined;
  const findings = getList(report['findings']).flatMap(readFinding);
  return {
    file: getText(report, 'file'),
    seed: getNumber(report, 'seed') ?? 0,
    performed: getNumber(report, 'performed') ?? 0,
    rejected: getNumber(report, 'rejected') ?? 0,
    isCut: report['isCut'] === true,
    untried: [...getList(report['untried']), ...getList(report['unpaid'])].filter(isText),
    held: getList(report['held']).flatMap((each) => {
      const [kind, name] = [getText(each, 'kind'), getText(each, 'name')];
      return name === '' ? [] : [`${kind} "${name}"`];
    }),
    standIns: Object.entries(getMembers(report['standIns'])).flatMap(([id, name]) =>
      isText(name) ? [[id, name] as const] : [],
    ),
    findings: findings.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity)),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isText = (value: unknown): value is string => typeof value === 'string';

function readFinding(value: unknown): AttackFinding[] {
  const severity = SEVERITIES.find((each) => each === getText(value, 'severity'));
  const message = getText(value, 'message');
  if (severity === undefined || message === '') return [];
  const { fix, range, test, documentType, example } = getMembers(value);
  return [
    {
      code: getText(value, 'code'),
      severity,
      message,
      at: getText(value, 'at'),
      line: getNumber(getMembers(range)['start'], 'line'),
      fix: getText(fix, 'text'),
      documentType: isText(documentType) ? documentType : undefined,
      example: getList(example).filter(isText),
      test: isText(test) ? test : undefined,
    },
  ];
}
