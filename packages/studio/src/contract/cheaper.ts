import { estimateFees, type ContractDescription, type FeeEstimate } from '@dapikit/contract';
import { schemaOfType } from './property-limits.js';

/** A way to pay less for a contract. */
export interface Saving {
  readonly title: string;
  readonly about: string;
  /** What the registration costs less, in credits. */
  readonly credits: bigint;
}

/** Looked at one by one, and each is a whole check: more would be felt while one writes. */
const MOST_TRIED = 24;

/**
 * What could be left out of a contract to pay less: found by estimating the contract without it, so that the network would
 * still take what is left. The dearest first.
 */
export function savings(
  text: string,
  fees: FeeEstimate,
  { documentTypes, protocolVersion }: ContractDescription,
): readonly Saving[] {
  const wishes = documentTypes.flatMap((type) =>
    type.indices.flatMap((index): Wish[] => {
      const where = `${type.name}.${index.name}`;
      if (index.contested !== undefined)
        return [
          {
            title: `Register ${where} without a vote`,
            about: 'Then whoever comes first gets a value, and nobody can contest it.',
            change: changeIndex(type.name, index.name, (members) => ({ ...members, contested: undefined })),
          },
        ];
      const covering = type.indices.find((other) => covers(other, index));
      return covering === undefined
        ? []
        : [
            {
              title: `Leave out ${where}`,
              about: `${covering.name} begins with the same fields, and serves the same queries.`,
              change: changeIndex(type.name, index.name, () => undefined),
            },
          ];
    }),
  );
  return wishes
    .slice(0, MOST_TRIED)
    .flatMap(({ title, about, change }): Saving[] => {
      const { estimate } = estimateFees(changed(text, change), { protocolVersion });
      const credits = estimate === undefined ? 0n : fees.total.credits - estimate.total.credits;
      return credits > 0n ? [{ title, about, credits }] : [];
    })
    .toSorted((a, b) => (a.credits === b.credits ? 0 : a.credits > b.credits ? -1 : 1));
}

type Members = Readonly<Record<string, unknown>>;
type Index = ContractDescription['documentTypes'][number]['indices'][number];

interface Wish {
  readonly title: string;
  readonly about: string;
  readonly change: (contract: unknown) => void;
}

/** Whether one index serves what another serves that forbids and counts nothing: it begins with it, and is little longer. */
function covers(other: Index, index: Index): boolean {
  const { totals } = index;
  const isPlain = !index.unique && totals.countable === 'notCountable' && totals.summable === undefined;
  return (
    isPlain &&
    other !== index &&
    other.properties.length > index.properties.length &&
    other.properties.length - index.properties.length <= 2 &&
    index.properties.every((field, at) => other.properties[at] === field)
  );
}

function changed(text: string, change: (contract: unknown) => void): unknown {
  const contract: unknown = JSON.parse(text);
  change(contract);
  return contract;
}

function changeIndex(
  typeName: string,
  indexName: string,
  change: (index: Members) => Members | undefined,
): (contract: unknown) => void {
  return (contract) => {
    const indices = schemaOfType(contract, typeName)?.['indices'];
    if (!Array.isArray(indices)) return;
    const at = indices.findIndex((index: Members) => index['name'] === indexName);
    const next = at < 0 ? undefined : change(Object(indices[at]));
    if (next === undefined) indices.splice(at, 1);
    else indices[at] = next;
  };
}
