import { LIMITS } from '../protocol/limits.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { SOURCE_RULES } from '../rules/source-rules.js';
import { truncate } from '../source/excerpt.js';
import { formatPointer } from '../source/json-pointer.js';
import type { Source } from '../source/source.js';
import type { DocumentReport } from './document-report.js';
import type { Keys, ParsedDocument } from './read-document.js';
import { WHOLE_DOCUMENT_RULES as RULES } from './whole-document-rules.js';

/** Reports nesting. Before protocol 13 only the limit of this package applies. */
export function addDepth(report: DocumentReport, { documentDepth }: ProtocolRules, keys: Keys): void {
  const rule = documentDepth === undefined ? RULES.unreadable : RULES.depth;
  report.add(rule, {
    message: `more than ${documentDepth ?? LIMITS.jsonDepth} levels of nesting`,
    keys,
  });
}

/** Reports what reading a document noticed: sizes, spellings, repeated names. */
export function addNotices(report: DocumentReport, read: ParsedDocument, source: Source | undefined): void {
  for (const { keys, bytes } of read.oversized)
    report.add(RULES.fieldSize, {
      message: `the value has ${bytes} bytes: the maximum is ${LIMITS.fieldValueBytes}`,
      keys,
      payload: {
        field: keys.findLast((key) => typeof key === 'string') ?? '',
        actualSizeBytes: bytes,
        maxSizeBytes: LIMITS.fieldValueBytes,
      },
    });
  for (const { keys, integer } of read.integerTexts)
    report.add(RULES.integerText, {
      message: `text is read as the integer ${integer}: the network and the official SDK take no text here`,
      keys,
      fix: isSafe(integer)
        ? `Write the number ${integer}.`
        : `Pass the bigint ${integer}n to the SDK: a JSON number above 2^53 is inexact.`,
    });
  for (const keys of read.loneSurrogates)
    report.add(findSourceRule('json-lone-surrogate'), {
      message: `half of a surrogate pair at ${truncate(formatPointer(keys))}`,
      keys,
    });
  for (const { overridden } of source?.repeatedKeys ?? [])
    for (const node of overridden)
      report.add(findSourceRule('json-repeated-key'), {
        message: `"${truncate(String(node.key))}" is repeated later: this member is dropped`,
        span: { start: node.keyStart, end: node.keyEnd },
      });
}

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);
const isSafe = (integer: bigint): boolean => integer >= -MAX_SAFE && integer <= MAX_SAFE;

function findSourceRule(code: string) {
  const rule = SOURCE_RULES.find((one) => one.code === code);
  if (rule === undefined) throw new Error(`no rule ${code}`);
  return rule;
}
