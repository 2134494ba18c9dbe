import { platform } from '../rpc/platform.js';
import { creditsAt, listOf, membersOf, numberAt } from './answer.js';
import { documentOf, shownValue, valueAt } from './document.js';
import type { NamedIdentity } from './identity.js';
import type { KeptTotal } from './kept-totals.js';
import type { TypeInUse } from './registered-contract.js';
import { fieldType } from './field-type.js';

/** The total of one value, or of all. */
export interface GroupTotal {
  readonly label: string;
  readonly count: number;
  readonly sum: bigint;
}

/** A total by the values of its index. */
export interface GroupTotals {
  readonly groups: readonly GroupTotal[];
  /** Whether there may be values that are not among them. */
  readonly isPartial: boolean;
}

/** How many documents a query gives, on the network too. */
export const MOST_DOCUMENTS = 100;

/**
 * A total by the values of its index: those that the first hundred documents have, as nothing lists the values of an index. One of a
 * type has one group.
 * Rejects with what the server says.
 */
export async function askTotals(
  { contract, type }: TypeInUse,
  { properties, counts, sums }: KeptTotal,
  identities: readonly NamedIdentity[],
): Promise<GroupTotals> {
  const of = { contractId: contract.id, documentType: type.name };
  const method =
    sums === undefined ? 'getDocumentsCount' : counts ? 'getDocumentsAverage' : 'getDocumentsSum';
  const what = { ...of, ...(sums !== undefined && { property: sums }) };
  const last = properties.at(-1);
  if (last === undefined)
    return { groups: [groupOf('', await platform.call(method, what))], isPartial: false };
  const documents = listOf(await platform.call('getDocuments', { ...of, limit: MOST_DOCUMENTS }));
  const heads = new Map<
    string,
    { readonly outer: readonly unknown[]; readonly values: Map<string, unknown> }
  >();
  for (const { json } of documents.map(documentOf)) {
    const values = properties.map((path) => valueAt(json, path));
    if (values.some((value) => value === undefined || value === null)) continue;
    const [outer, value] = [values.slice(0, -1), values.at(-1)];
    const head = heads.get(JSON.stringify(outer)) ?? { outer, values: new Map<string, unknown>() };
    head.values.set(JSON.stringify(value), value);
    heads.set(JSON.stringify(outer), head);
  }
  const pages = await Promise.all(
    [...heads.values()].map(async ({ outer, values }) => {
      const where = [
        ...outer.map((value, at) => [properties[at], '==', value]),
        [last, 'in', [...values.values()]],
      ];
      const answer = await platform.call(method, { ...what, where, groupBy: [last] });
      return listOf(membersOf(answer)['groups']).map((group) => {
        const own = membersOf(membersOf(group)['values'])[last];
        const all = [...outer, own].map((value, at) =>
          shownValue({ path: 'value', type: fieldType(type, properties[at] ?? '') }, { value }, identities),
        );
        return groupOf(all.join(' · '), group);
      });
    }),
  );
  return { groups: pages.flat(), isPartial: documents.length === MOST_DOCUMENTS };
}

const groupOf = (label: string, answer: unknown): GroupTotal => ({
  label,
  count: numberAt(answer, 'count') ?? 0,
  sum: creditsAt(answer, 'sum'),
});
