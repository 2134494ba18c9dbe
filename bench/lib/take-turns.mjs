// Works that take turns, so that what else the machine does meets all of them.

/** How many turns are measured. */
const TURNS = 5;
/** How many documents each work gets before that, while the engine compiles it: a server runs longer than a measurement. */
const WARM_UP = 2000;
/** How many writes are under way at a time, as in a server. */
export const TOGETHER = 32;

/** How many documents there must be for works of so many each. */
export const documentsFor = (count) => WARM_UP + TURNS * Math.ceil(count / TURNS);

/**
 * Documents a second of each work, and how that is beside the database alone.
 * @param works by their names; each has what it does with the numbers of documents, what it makes of them before that where
 * it does, and the work that it is held against.
 */
export async function takeTurns(engine, works, count) {
  const part = Math.ceil(count / TURNS);
  const spent = Object.fromEntries(Object.keys(works).map((kind) => [kind, 0]));
  for (let turn = 0; turn <= TURNS; turn += 1) {
    const [from, length] = turn === 0 ? [0, WARM_UP] : [WARM_UP + (turn - 1) * part, part];
    const numbers = Array.from({ length }, (_, at) => from + at);
    for (const [kind, { prepare, work }] of Object.entries(works)) {
      const prepared = prepare === undefined ? numbers : prepare(numbers);
      const start = performance.now();
      await work(prepared);
      if (turn > 0) spent[kind] += performance.now() - start;
    }
  }
  return Object.entries(works).map(([kind, { beside = kind }]) => ({
    engine,
    kind,
    perSecond: Math.round(((part * TURNS) / spent[kind]) * 1000),
    ofDatabase: spent[beside] / spent[kind],
  }));
}

/** One document after the other. */
export const inARow = (work) => async (numbers) => {
  for (const number of numbers) await work(number);
};

/** As many documents under way at a time as {@link TOGETHER} says. */
export const together = (work) => async (numbers) => {
  const left = numbers.toReversed();
  const worker = async () => {
    for (let number = left.pop(); number !== undefined; number = left.pop()) await work(number);
  };
  await Promise.all(Array.from({ length: TOGETHER }, worker));
};

/** The entries of as many documents in one transaction as {@link TOGETHER} says. */
export const grouped = (write, entries) => ({
  prepare: (numbers) => {
    const groups = [];
    for (let at = 0; at < numbers.length; at += TOGETHER) {
      const last = new Map();
      for (const number of numbers.slice(at, at + TOGETHER))
        for (const entry of entries[number]) last.set(entry.key.toString('latin1'), entry);
      groups.push([...last.values()]);
    }
    return groups;
  },
  work: inARow(write),
});
