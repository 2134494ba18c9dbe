import type { ComponentChildren } from 'preact';
import { describeSystemField } from '../contract/field-words.js';
import type { ServedQuery } from '../contract/index-queries.js';

/** Shows in words which documents a query finds. */
export function QueryWords({
  query,
  isText,
}: {
  readonly query: ServedQuery;
  readonly isText: (f: string) => boolean;
}) {
  const { equal, last } = query;
  const given = joinList(
    equal.map((field) => (
      <>
        a given <FieldName name={field} />
      </>
    )),
  );
  const head = equal.length === 0 ? null : <>with {given}</>;
  if (last === undefined) return head;
  const field = <FieldName name={last.field} />;
  if (last.ask === 'several')
    return (
      <>
        {head ?? 'with'} {head && 'and'} any of up to 100 given values of {field}
      </>
    );
  return (
    <>
      {head ?? 'all of them'}, sorted by {field}, or only those{' '}
      {isText(last.field) ? <>whose {field} begins with a text</> : <>in a range of {field}</>}
    </>
  );
}

function FieldName({ name }: { readonly name: string }) {
  const words = describeSystemField(name);
  return words === undefined ? <code>{name}</code> : <span title={name}>{words}</span>;
}

/** Joins parts by commas, and the last one by `and`. */
export function joinList(parts: readonly ComponentChildren[]): ComponentChildren {
  return parts.map((part, at) => (
    <>
      {at > 0 && (at === parts.length - 1 ? ' and ' : ', ')}
      {part}
    </>
  ));
}
