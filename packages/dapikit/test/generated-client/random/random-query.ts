import type { IndexMethod } from '../../../src/generate/index-methods.js';
import { compareIn, compareValues, valueOf, type DocumentModel, type Question } from './document-model.js';
import type { Dice } from './dice.js';
import { expectEqual } from './expectations.js';
import type { LoadedCollection, LoadedQuery, Row } from './loaded-client.js';

/** A query with what it asks for. */
interface Asked {
  readonly query: LoadedQuery;
  readonly isWithin: Question['isWithin'];
  /** The generated type of the query. */
  readonly offers: string;
  /** For people. */
  readonly text: string;
}

/** Reads by an index with values and a range of stored documents, and compares with the model; also what the index counts. */
export async function askByIndex(
  collection: LoadedCollection,
  { model }: { readonly model: DocumentModel },
  method: IndexMethod,
  { overload, dice }: { readonly overload: number; readonly dice: Dice },
): Promise<void> {
  const { name, index, fields, overloads } = method;
  const { where = [], result } = overloads[overload] ?? {};
  const sample = dice.pick(model.documents);
  const values = where.map(({ path }) => valueOf(sample, path));
  if (values.includes(undefined)) return;
  const given = Object.fromEntries(where.map(({ path }, at) => [path, values[at]]));
  const read: unknown = Reflect.get(collection, name);
  if (typeof read !== 'function') throw new Error(`the client has no method ${name}`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the generated type says so
  const query = Reflect.apply(read, collection, [given]) as LoadedQuery;
  const offers = result?.('Row') ?? '';
  const next = index.properties[values.length];
  const bound = next === undefined ? undefined : valueOf(dice.pick(model.documents), next);
  const plain: Asked = {
    query,
    isWithin: (value) => value !== undefined || fields[values.length]?.mustBePresent !== true,
    offers: offers.split(' & Ranged<')[0] ?? '',
    text: `${name}(${JSON.stringify(where.map(({ path }) => path))})`,
  };
  const asked =
    offers.includes('Ranged<') && bound !== undefined && dice.isOneIn(2)
      ? limited(plain, offers, bound, dice)
      : plain;
  const expected = model.ask(index, { values, isWithin: asked.isWithin });
  const rest = index.properties.slice(values.length);
  const isDescending = asked.offers.includes('Ordered<') && dice.isOneIn(2);
  const rows = await (isDescending ? asked.query.descending() : asked.query).toArray();
  checkRows(rows, expected, isDescending ? rest.slice(0, 1) : rest, isDescending, asked.text);
  await checkAggregates(asked, expected, index.aggregates.summable);
}

/** Limits the next property by a value. */
function limited({ query, text }: Asked, offers: string, bound: unknown, dice: Dice): Asked {
  const has = (test: (order: number) => boolean) => (value: unknown) =>
    value !== undefined && test(compareValues(value, bound));
  const choices: (readonly [string, LoadedQuery, Question['isWithin']])[] = [
    ['after', query.after(bound), has((order) => order > 0)],
    ['from', query.from(bound), has((order) => order >= 0)],
    ['before', query.before(bound), has((order) => order < 0)],
    ['until', query.until(bound), has((order) => order <= 0)],
    ['between', query.between(bound, bound), has((order) => order === 0)],
  ];
  if (typeof bound === 'string' && offers.includes('Prefixed<')) {
    const start = Array.from(bound).slice(0, dice.below(3)).join('');
    const begins = (value: unknown): boolean => typeof value === 'string' && value.startsWith(start);
    choices.push(['startingWith', query.startingWith(start), begins]);
  }
  const [name, chosen, isWithin] = dice.pick(choices) ?? ['', query, () => true];
  const [, inner = ''] = /Ranged<[^,]+, (.*?)>(?: & Prefixed<|$)/.exec(offers) ?? [];
  return { query: chosen, isWithin, offers: inner, text: `${text}.${name}(${String(bound)})` };
}

/** Checks that the rows are the expected ones, in the order of some properties. */
function checkRows(
  rows: readonly Row[],
  expected: readonly Row[],
  paths: readonly string[],
  isDescending: boolean,
  text: string,
): void {
  expectEqual(byId(rows), byId(expected), text);
  const ordered = rows.toSorted((a, b) => compareIn(paths, a, b) * (isDescending ? -1 : 1));
  expectEqual(rows, ordered, `order of ${text}`);
}

const byId = (documents: readonly Row[]): readonly Row[] =>
  documents.toSorted((a, b) => compareValues(a.$id, b.$id));

/** Compares the count, the sum and the average with those of the expected documents, where the client has them. */
export async function checkAggregates(
  { query, offers, text }: Omit<Asked, 'isWithin'>,
  expected: readonly Row[],
  summed: string | undefined,
): Promise<void> {
  const count = BigInt(expected.length);
  if (offers.includes('Counted')) expectEqual(await query.count(), count, `count of ${text}`);
  if (!offers.includes('Summed') || summed === undefined) return;
  let sum = 0n;
  for (const document of expected) {
    const value = valueOf(document, summed);
    sum += typeof value === 'bigint' ? value : BigInt(Number(value ?? 0));
  }
  expectEqual(await query.sum(), sum, `sum of ${text}`);
  if (offers.includes('Averaged')) expectEqual(await query.average(), { count, sum }, `average of ${text}`);
}
