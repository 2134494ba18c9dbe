import {
  validateContract,
  type ContractVerdict,
  type ValidateContractOptions,
} from '../check/validate-contract.js';
import type { Diagnostic, PatchOperation } from '../diagnostic/diagnostic.js';
import { TRAILING_COMMA } from '../rules/source-rules.js';
import { applyEdits, textEdits, type TextEdit } from '../source/text-edits.js';

/** Lists rules whose fix depends on what the other fixes write: a length is shorter in an index. */
const LAST: ReadonlySet<string> = new Set(['pattern-length-missing']);

/** Limits the rounds: a fix can reveal another error, and fixes of one object take turns. */
const MAX_ROUNDS = 100;

/** Holds a contract with its fixes applied. */
export interface FixedContract {
  readonly text: string;
  /** Diagnostics whose fixes were applied, in the order of their application; pointers refer to the text at that time. */
  readonly applied: readonly Diagnostic[];
  /** Verdict on the fixed text. */
  readonly verdict: ContractVerdict;
}

/**
 * Applies every suggested fix that needs no decision, and repeats until there is none left. The rest of the text stays
 * as it is.
 *
 * @throws {InvalidOptionError} as `validateContract` does.
 * @example
 * import { fixContract } from '@dapikit/contract';
 *
 * const fixed = fixContract('{"note": {"type": "object", "propertys": {"text": {"type": "string", "maxLength": 63}}}}');
 * fixed.verdict.ok; // => true
 * JSON.parse(fixed.text).note.properties; // => { text: { type: 'string', maxLength: 63, position: 0 } }
 */
export function fixContract(input: string, options: ValidateContractOptions = {}): FixedContract {
  const seen = new Set([input]);
  const applied: Diagnostic[] = [];
  let text = input;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const verdict = validateContract(text, options);
    const { diagnostics } = verdict;
    const commas = removeTrailingCommas(text, diagnostics);
    if (commas !== undefined) {
      applied.push(...commas.applied);
      text = commas.text;
      continue;
    }
    const others = diagnostics.filter(({ code }) => !LAST.has(code));
    const step = applySome(text, others) ?? applySome(text, diagnostics);
    // Two fixes that undo each other would go on for ever.
    if (step === undefined || seen.has(step.text)) return { text, applied, verdict };
    seen.add(step.text);
    applied.push(...step.applied);
    text = step.text;
  }
  return { text, applied, verdict: validateContract(text, options) };
}

/**
 * Applies the suggested fix of one diagnostic.
 *
 * @param input the contract as JSON text, to which the diagnostic belongs.
 * @returns undefined if the fix needs a decision, or does not fit the text.
 */
export function applyFix(input: string, diagnostic: Diagnostic): string | undefined {
  const step = removeTrailingCommas(input, [diagnostic]) ?? applyFirst(input, [diagnostic]);
  return step?.text;
}

interface Step {
  readonly text: string;
  readonly applied: readonly Diagnostic[];
}

/** Removes trailing commas before anything else: patches are for JSON. Returns undefined if there are none. */
function removeTrailingCommas(text: string, diagnostics: readonly Diagnostic[]): Step | undefined {
  const applied = diagnostics.filter(({ code, range }) => code === TRAILING_COMMA && range !== undefined);
  const edits = applied.flatMap(({ range }) => (range === undefined ? [] : [{ range, text: '' }]));
  return edits.length === 0 ? undefined : { text: applyEdits(text, edits), applied };
}

const applySome = (text: string, diagnostics: readonly Diagnostic[]): Step | undefined =>
  applyTogether(text, diagnostics) ?? applyFirst(text, diagnostics);

/** Applies the fixes whose ranges do not overlap and that write different members; returns undefined if there is none. */
function applyTogether(text: string, diagnostics: readonly Diagnostic[]): Step | undefined {
  const editsOf = textEdits(text);
  const chosen: TextEdit[] = [];
  const applied: Diagnostic[] = [];
  /** Where fixes put a member: a second one of the same name would take the place of the first. */
  const written = new Set<string>();
  for (const diagnostic of diagnostics) {
    const { patch = [] } = diagnostic.fix;
    const writes = patch.flatMap(({ op, path }) => (op === 'add' || op === 'move' ? [path] : []));
    if (writes.some((path) => written.has(path))) continue;
    const edits = patch.length === 0 ? undefined : editsOf(patch);
    if (edits === undefined || edits.some((edit) => chosen.some((other) => overlaps(edit, other)))) continue;
    for (const path of writes) written.add(path);
    chosen.push(...edits);
    applied.push(diagnostic);
  }
  return applied.length === 0 ? undefined : { text: applyEdits(text, chosen), applied };
}

/** Applies the first fix whose operations can be applied one after the other. */
function applyFirst(text: string, diagnostics: readonly Diagnostic[]): Step | undefined {
  for (const diagnostic of diagnostics) {
    const { patch = [] } = diagnostic.fix;
    const fixed = patch.length === 0 ? undefined : applyInTurn(text, patch);
    if (fixed !== undefined) return { text: fixed, applied: [diagnostic] };
  }
  return undefined;
}

/** Applies operations that touch each other one by one; returns undefined if one does not fit the text. */
function applyInTurn(text: string, patch: readonly PatchOperation[]): string | undefined {
  let fixed = text;
  for (const operation of patch) {
    const edits = textEdits(fixed)([operation]);
    if (edits === undefined) return undefined;
    fixed = applyEdits(fixed, edits);
  }
  return fixed;
}

function overlaps({ range: a }: TextEdit, { range: b }: TextEdit): boolean {
  return a.start.offset <= b.end.offset && b.start.offset <= a.end.offset;
}
