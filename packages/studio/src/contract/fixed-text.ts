import { textEdits, validateContract, type TextEdit } from '@dapikit/contract';

/** A fix can reveal another error, so fixes are applied this many times at most. */
const MAX_ROUNDS = 20;

/** Applies every suggested fix that needs no decision. */
export function fixText(text: string, protocolVersion: number): string {
  let fixed = text;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const next = fixOnce(fixed, protocolVersion);
    if (next === fixed) break;
    fixed = next;
  }
  return fixed;
}

/** Applies the fixes whose ranges do not overlap. */
function fixOnce(text: string, protocolVersion: number): string {
  const editsOf = textEdits(text);
  const chosen: TextEdit[] = [];
  for (const { fix } of validateContract(text, { protocolVersion }).diagnostics) {
    const edits = fix.patch === undefined ? undefined : editsOf(fix.patch);
    if (edits !== undefined && !edits.some((edit) => chosen.some((other) => overlaps(edit, other))))
      chosen.push(...edits);
  }
  return chosen
    .toSorted((a, b) => b.range.start.offset - a.range.start.offset)
    .reduce(
      (before, { range: { start, end }, text: put }) =>
        before.slice(0, start.offset) + put + before.slice(end.offset),
      text,
    );
}

function overlaps({ range: a }: TextEdit, { range: b }: TextEdit): boolean {
  return a.start.offset <= b.end.offset && b.start.offset <= a.end.offset;
}
