import type { Diagnostic, OfficialError } from '../diagnostic.js';
import { diagnosticOf } from '../rules/rule-diagnostic.js';
import type { RuleFacts } from '../rules/rule.js';
import { cut, type JsonNode } from '../source/json-node.js';
import { pointerOf } from '../source/json-pointer.js';
import type { LineIndex } from '../source/line-index.js';
import type { Found } from './compile-schema.js';
import { STAGES, type DocumentRule, type Stage } from './document-rule.js';
import type { Keys } from './read-document.js';

/** A text that was read: what it holds, and where. */
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
  readonly keys?: Keys;
  readonly atName?: boolean;
  readonly mend?: string | undefined;
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly span?: { readonly start: number; readonly end: number };
}

/** Collects what is found in one document. */
export class DocumentReport {
  private readonly placed: Placed[] = [];

  constructor(private readonly text: DocumentText | undefined) {}

  /** In the order of the text; of a value, in the order in which the schema was gone through. */
  get diagnostics(): Diagnostic[] {
    return this.placed.toSorted((a, b) => a.at - b.at).map(({ diagnostic }) => diagnostic);
  }

  /** The errors with which the network answers: those of the first stage that has any. */
  get refusals(): Diagnostic[] {
    const errors = this.placed.filter(({ diagnostic }) => diagnostic.refusedBy === 'network');
    const first = STAGES.find((stage) => errors.some((error) => error.stage === stage));
    return errors.filter(({ stage }) => stage === first).map(({ diagnostic }) => diagnostic);
  }

  addFound({ rule, fault, keys, keyword, schemaPath }: Found): void {
    const { message, member, isAtName = false, params = {}, mend } = fault;
    const inside = member === undefined ? keys : [...keys, member];
    const isElsewhere = fault.keyword !== undefined && fault.keyword !== 'required';
    this.add(rule, {
      message,
      keys: inside,
      atName: isAtName,
      mend,
      ...(rule.stage === 'schema'
        ? {
            payload: {
              keyword: fault.keyword ?? keyword,
              instancePath: pointerOf(isAtName ? keys : inside),
              schemaPath: isElsewhere ? '' : schemaPath,
              propertyName: params['missingProperty'] ?? '',
              params,
            },
          }
        : {}),
    });
  }

  add(rule: DocumentRule | RuleFacts, occurrence: Occurrence): void {
    const { message, keys = [], atName = false, mend, payload, span } = occurrence;
    const node = nodeAt(this.text?.root, keys);
    const [start, end] = span ? [span.start, span.end] : placeOf(node, atName);
    const lines = this.text?.lines;
    const official: OfficialError | undefined =
      rule.official === undefined || payload === undefined ? rule.official : { ...rule.official, payload };
    this.placed.push({
      at: start,
      stage: 'stage' in rule ? rule.stage : undefined,
      diagnostic: diagnosticOf(rule, {
        message: cutLong(message),
        pointer: pointerOf(keys),
        range: lines?.range(start, end),
        mend: { text: mend ?? rule.mend },
        official,
      }),
    });
  }
}

const LONGEST_MESSAGE = 1000;
const cutLong = (message: string): string =>
  message.length > LONGEST_MESSAGE ? `${cut(message)} (${message.length} characters)` : message;

function placeOf(node: JsonNode | undefined, atName: boolean): readonly [number, number] {
  if (node === undefined) return [0, 0];
  return atName && node.keyEnd > 0 ? [node.keyStart, node.keyEnd] : [node.start, node.end];
}

function nodeAt(root: JsonNode | undefined, keys: Keys): JsonNode | undefined {
  let node = root;
  for (const key of keys) {
    if (node?.kind === 'object') node = node.members.get(String(key));
    else if (node?.kind === 'array') node = node.items[Number(key)];
  }
  return node;
}
