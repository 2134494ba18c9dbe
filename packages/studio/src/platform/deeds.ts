import { listOf, membersOf, numberAt, textAt, creditsAt } from './answer.js';

/** Something that was done. */
export interface Deed {
  readonly number: number;
  readonly what: string;
  /** In credits; absent where nothing was charged. */
  readonly fee?: bigint;
  readonly height?: number;
  readonly isRefused: boolean;
}

/** A deed in words: as it was done, and as it was only wanted. The same where it is never refused. */
export interface DeedWords {
  readonly done: string;
  readonly wanted: string;
}

const KEY = 'dapikit-deeds';
const MOST_DEEDS = 8;

/** What was done last in this page, the last first. */
export function keptDeeds(): readonly Deed[] {
  return listOf(kept()['deeds']).map((one) => {
    const height = numberAt(one, 'height');
    return {
      number: numberAt(one, 'number') ?? 0,
      what: textAt(one, 'what'),
      ...('fee' in membersOf(one) && { fee: creditsAt(one, 'fee') }),
      ...(height !== undefined && { height }),
      isRefused: membersOf(one)['isRefused'] === true,
    };
  });
}

/** Keeps what was done for as long as the page is open, from its words and what the server answered. Gives all that is kept. */
export function addDeed(
  { done, wanted }: DeedWords,
  answer: unknown,
  { isRefused = false }: { readonly isRefused?: boolean } = {},
): readonly Deed[] {
  const before = keptDeeds();
  const height = numberAt(membersOf(answer)['block'], 'height');
  const deed: Deed = {
    number: (before[0]?.number ?? 0) + 1,
    what: isRefused ? wanted : done,
    ...('fee' in membersOf(answer) && { fee: creditsAt(answer, 'fee') }),
    ...(height !== undefined && { height }),
    isRefused,
  };
  const deeds = [deed, ...before].slice(0, MOST_DEEDS);
  keep({
    ...kept(),
    deeds: deeds.map((one) => ({ ...one, ...(one.fee !== undefined && { fee: String(one.fee) }) })),
  });
  return deeds;
}

/** Forgets all of it, as it was done on a platform that is no more. */
export const forgetDeeds = (): void => keep({});

function kept(): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    return membersOf(value);
  } catch {
    return {};
  }
}

function keep(value: object): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing: the list is empty.
  }
}

/** The words for a registration. */
export const registering = (name: string): DeedWords => ({
  done: `${name} registered a contract`,
  wanted: `${name} wanted to register a contract`,
});
