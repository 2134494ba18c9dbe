import type { RejectionNotes } from './write-rejected-error.js';

/** Begins what a node says that rejects a transition when it is broadcast: the text of the error, without its number. */
const AT_ONCE = 'Failed to broadcast: Protocol error: ';
/** Begins what evo-sdk says about the result of a transition that a block rejected. */
const IN_BLOCK = 'state transition broadcast error: ';
/** Matches the number and the name that the local platform repeats in the text. */
const NUMBERED = /^(\d{5}) \w+: /;
/** Marks values in the texts of the network. */
const ANY = '*';

/** A rejection as evo-sdk tells it. */
interface ToldRejection {
  readonly text: string;
  /** The number, where the text repeats it. */
  readonly code: number | undefined;
  /** True where a block rejected the transition, whose number the network has. */
  readonly isInBlock: boolean;
}

/** Reads the rejection in a message of evo-sdk; `undefined` for another error, such as a lost connection. */
export function readRejection(message: string): ToldRejection | undefined {
  const start = [AT_ONCE, IN_BLOCK].find((each) => message.includes(each));
  if (start === undefined) return undefined;
  const told = message.slice(message.indexOf(start) + start.length);
  const [, digits] = NUMBERED.exec(told) ?? [];
  return {
    text: told.replace(NUMBERED, ''),
    code: digits === undefined ? undefined : Number(digits),
    isInBlock: start === IN_BLOCK,
  };
}

/** Reads the number in what evo-sdk says about a result: `Code: 40105, Message: …`. */
export function codeOfResult(text: unknown): number | undefined {
  const [, digits] = /^Code: (\d+),/.exec(String(text)) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** Finds the number of a rejection by its text: of several that fit, the one whose own words are the longest. */
export function codeOfText(text: string, notes: RejectionNotes): number | undefined {
  let [found, longest] = [undefined as number | undefined, 0];
  for (const [code, { says }] of Object.entries(notes)) {
    if (says === undefined || !isLike(text, says)) continue;
    const length = says.replaceAll(ANY, '').length;
    if (length > longest) [found, longest] = [Number(code), length];
  }
  return found;
}

/** Returns whether a text consists of the words of a pattern in their order, with anything in place of each mark. */
function isLike(text: string, pattern: string): boolean {
  const [first = '', ...others] = pattern.split(ANY);
  const last = others.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let from = first.length;
  for (const words of others) {
    const at = text.indexOf(words, from);
    if (at === -1) return false;
    from = at + words.length;
  }
  return from + last.length <= text.length;
}
