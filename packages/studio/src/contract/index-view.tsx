import type { IndexDescription } from '@dapikit/contract';
import type { ComponentChildren } from 'preact';
import { Badge } from '../components/badge.js';
import { fieldWords } from './field-words.js';
import { queriesOf, queryText, wronglyTaken, type ServedQuery } from './index-queries.js';

/** An index: its fields in order, what it forbids, and the queries that it serves, in words. */
export function IndexView(props: {
  readonly index: IndexDescription;
  /** All of the type, by name. */
  readonly indices: readonly IndexDescription[];
  /** Whether a field holds text, which can be asked for by its beginning. */
  readonly isText: (field: string) => boolean;
}) {
  const { index, indices, isText } = props;
  const all = queriesOf(index).map((query) => ({ query, taken: wronglyTaken(query, indices) }));
  const queries = all.filter(({ taken }) => taken === undefined).map(({ query }) => query);
  const lost = all.filter(({ taken }) => taken !== undefined);
  return (
    <article class="index-view">
      <header>
        <h4>{index.name}</h4>
        {index.unique && index.contested === undefined && <Badge tone="info">no duplicates</Badge>}
        {index.contested && <Badge tone="warn">masternodes vote</Badge>}
        <p class="index-view-fields">
          {index.properties.map((field, at) => (
            <>
              {at > 0 && <span aria-hidden="true"> → </span>}
              <code>{field}</code>
            </>
          ))}
        </p>
      </header>
      {index.contested && <Contest contest={index.contested} />}
      <p class="index-view-lead">Finds documents</p>
      <ul class="index-view-queries">
        {queries.map((query) => (
          <li key={queryText(query)}>
            <QueryWords query={query} isText={isText} />
          </li>
        ))}
      </ul>
      {lost.length > 0 && (
        <>
          <p class="index-view-lead index-view-lost">Does not find documents</p>
          <ul class="index-view-queries">
            {lost.map(({ query, taken }) => (
              <li key={queryText(query)}>
                <QueryWords query={query} isText={isText} />: the network takes <code>{taken?.name}</code> for
                this, and looks in the wrong place
              </li>
            ))}
          </ul>
        </>
      )}
      <Totals index={index} />
      <details class="index-view-code">
        <summary>As queries</summary>
        <pre>{queries.map(queryText).join('\n')}</pre>
      </details>
    </article>
  );
}

function QueryWords({
  query,
  isText,
}: {
  readonly query: ServedQuery;
  readonly isText: (f: string) => boolean;
}) {
  const { equal, last } = query;
  const given = listed(
    equal.map((field) => (
      <>
        a given <Field name={field} />
      </>
    )),
  );
  const head = equal.length === 0 ? null : <>with {given}</>;
  if (last === undefined) return head;
  const field = <Field name={last.field} />;
  if (last.ask === 'several')
    return (
      <>
        {head ?? 'with'} {head && 'and'} any of up to 100 given values of {field}
      </>
    );
  return (
    <>
      {head ?? 'whatever they hold'}, sorted by {field}, or only those{' '}
      {isText(last.field) ? <>whose {field} begins with a text</> : <>in a range of {field}</>}
    </>
  );
}

function Field({ name }: { readonly name: string }) {
  const words = fieldWords(name);
  return words === undefined ? <code>{name}</code> : <span title={name}>{words}</span>;
}

function Contest({ contest }: { readonly contest: NonNullable<IndexDescription['contested']> }) {
  const matches = contest.fieldMatches.map(({ field, regexPattern }) => (
    <span key={field}>
      <code>{field}</code> matches <code>{regexPattern}</code>
    </span>
  ));
  return (
    <p class="index-view-note">
      {matches.length === 0 ? 'Every value' : <>A value for which {listed(matches)}</>} can be wanted by
      several identities: the masternodes vote on who gets it.
    </p>
  );
}

function Totals({ index }: { readonly index: IndexDescription }) {
  const { countable, summable, rangeCountable, rangeSummable } = index.totals;
  const kept: ComponentChildren[] = [
    ...(countable === 'notCountable' ? [] : ['how many documents there are']),
    ...(summable === undefined
      ? []
      : [
          <>
            the sum of <code>{summable}</code>
          </>,
        ]),
  ];
  if (kept.length === 0) return null;
  const ranges = rangeCountable || rangeSummable;
  return (
    <p class="index-view-note">
      For each value it also knows {listed(kept)}, with a proof{ranges ? ', for ranges too' : ''}.
    </p>
  );
}

function listed(parts: readonly ComponentChildren[]): ComponentChildren {
  return parts.map((part, at) => (
    <>
      {at > 0 && (at === parts.length - 1 ? ' and ' : ', ')}
      {part}
    </>
  ));
}
