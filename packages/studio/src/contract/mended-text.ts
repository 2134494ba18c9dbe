import { textEdits, validateContract, type TextEdit } from '@dapikit/contract';

/** One mend can bring another mistake to light; this often they are looked for again. */
const MOST_ROUNDS = 20;

/** A contract with everything mended that takes no decision. */
export function mendedText(text: string, protocolVersion: number): string {
  let mended = text;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const next = mendedOnce(mended, protocolVersion);
    if (next === mended) break;
    mended = next;
  }
  return mended;
}

/** Makes the mends that do not touch each other. */
function mendedOnce(text: string, protocolVersion: number): string {
  const editsOf = textEdits(text);
  const chosen: TextEdit[] = [];
  for (const { mend } of validateContract(text, { protocolVersion }).diagnostics) {
    const edits = mend.patch === undefined ? undefined : editsOf(mend.patch);
    if (edits !== undefined && !edits.some((edit) => chosen.some((other) => touch(edit, other))))
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

function touch({ range: a }: TextEdit, { range: b }: TextEdit): boolean {
  return a.start.offset <= b.end.offset && b.start.offset <= a.end.offset;
}
