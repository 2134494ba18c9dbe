import type { Diagnostic, Fix, OfficialError } from '../diagnostic/diagnostic.js';
import { createDiagnostic } from '../rules/rule-diagnostic.js';
import type { RuleInfo } from '../rules/rule.js';
import type { JsonNode } from '../source/json-node.js';
import { truncate } from '../source/excerpt.js';
import { formatPointer } from '../source/json-pointer.js';
import type { LineIndex } from '../source/line-index.js';
import type { LocatedViolation } from './compile-schema.js';
import { STAGES, type DocumentRule, type Stage } from './document-rule.js';
import type { Keys } from './read-document.js';

/** Lists the stages that end at their first error. */
const SINGLE_STAGES: ReadonlySet<Stage> = new Set(STAGES.slice(STAGES.indexOf('schema') + 1, -1));

/** Holds a parsed text and its lines. */
export interface DocumentText {
  readonly root: JsonNode | undefined;
  readonly lines: LineIndex | undefined;
}

interface Placed {
  readonly at: number;
  readonly stage: Stage | undefined;
  readonly diagnostic: Diagnostic;
}

interface Occurrence {
  readonly message: string;
  readonly suggestion?: string | undefined;
  readonly keys?: Keys;
  readonly isAtName?: boolean;
  readonly fix?: string | undefined;
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly span?: { readonly start: number; readonly end: number };
}

/** Collects the diagnostics of one document. */
export class DocumentReport {
  private readonly placed: Placed[] = [];

  constructor(private readonly text: DocumentText | undefined) {}

  /** True if nothing was reported. */
  get isEmpty(): boolean {
    return this.placed.length === 0;
  }

  /** Lists the diagnostics in the order of the text; of a value, in the order of the schema. */
  get diagnostics(): Diagnostic[] {
    return this.placed.toSorted((a, b) => a.at - b.at).map(({ diagnostic }) => diagnostic);
  }

  /** Lists the errors that the network reports: those of the first stage that has any; behind the schema, the first of them. */
  get rejections(): Diagnostic[] {
    const errors = this.placed.filter(({ diagnostic }) => diagnostic.rejectedBy === 'network');
    const first = STAGES.find((stage) => errors.some((error) => error.stage === stage));
    const found = errors.filter(({ stage }) => stage === first).map(({ diagnostic }) => diagnostic);
    return first !== undefined && SINGLE_STAGES.has(first) ? found.slice(0, 1) : found;
  }

  addFound({ rule, violation, keys, keyword, schemaPath }: LocatedViolation): void {
    const { message, suggestion, member, isAtName = false, params = {}, fix } = violation;
    const inside = member === undefined ? keys : [...keys, member];
    const isElsewhere = violation.keyword !== undefined && violation.keyword !== 'required';
    this.add(rule, {
      message,
      suggestion,
      keys: inside,
      isAtName,
      fix,
      ...(violation.payload === undefined ? {} : { payload: violation.payload(formatProperty(inside)) }),
      ...(rule.stage === 'schema'
        ? {
            payload: {
              keyword: violation.keyword ?? keyword,
              instancePath: formatPointer(isAtName ? keys : inside),
              schemaPath: isElsewhere ? '' : schemaPath,
              propertyName: params['missingProperty'] ?? '',
              params,
            },
          }
        : {}),
    });
  }

  add(rule: DocumentRule | RuleInfo, occurrence: Occurrence): void {
    const { message, suggestion, keys = [], isAtName = false, fix, payload, span } = occurrence;
    const node = nodeAt(this.text?.root, keys);
    const [start, end] = span ? [span.start, span.end] : placeOf(node, isAtName);
    const lines = this.text?.lines;
    const official: OfficialError | undefined =
      rule.official === undefined || payload === undefined ? rule.official : { ...rule.official, payload };
    this.placed.push({
      at: start,
      stage: 'stage' in rule ? rule.stage : undefined,
      diagnostic: createDiagnostic(rule, {
        message: cutLong(message),
        suggestion,
        at: formatPointer(keys),
        range: lines?.range(start, end),
        fix: { text: fix ?? rule.fix, ...renamePatch(keys, suggestion) },
        official,
      }),
    });
  }
}

/** Formats the path of a value as official errors do: `meta.tag`, `tags[2]`. */
export function formatProperty(keys: Keys): string {
  let text = '';
  for (const key of keys) text += typeof key === 'number' ? `[${key}]` : `${text === '' ? '' : '.'}${key}`;
  return text;
}

/** Creates the patch that renames an unknown member to the suggested name. */
function renamePatch(keys: Keys, suggestion: string | undefined): Pick<Fix, 'patch'> {
  if (suggestion === undefined) return {};
  const path = formatPointer([...keys.slice(0, -1), suggestion]);
  return { patch: [{ op: 'move', from: formatPointer(keys), path }] };
}

const MAX_MESSAGE_LENGTH = 1000;
const cutLong = (message: string): string =>
  message.length > MAX_MESSAGE_LENGTH ? `${truncate(message)} (${message.length} characters)` : message;

function placeOf(node: JsonNode | undefined, isAtName: boolean): readonly [number, number] {
  if (node === undefined) return [0, 0];
  return isAtName && node.keyEnd > 0 ? [node.keyStart, node.keyEnd] : [node.start, node.end];
}

function nodeAt(root: JsonNode | undefined, keys: Keys): JsonNode | undefined {
  let node = root;
  for (const key of keys) {
    if (node?.kind === 'object') node = node.members.get(String(key));
    else if (node?.kind === 'array') node = node.items[Number(key)];
  }
  return node;
}
