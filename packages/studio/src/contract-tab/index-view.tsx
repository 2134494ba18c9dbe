import type { IndexDescription } from '@dapikit/contract';
import type { ComponentChildren } from 'preact';
import { Badge } from '../components/badge.js';
import { listServedQueries, formatQuery, findWrongIndex } from '../contract/index-queries.js';
import { joinList, QueryWords } from './query-words.js';

/** Shows an index: its fields, its constraints, and the queries that it serves. */
export function IndexView(props: {
  readonly index: IndexDescription;
  /** All indices of the type, by name. */
  readonly indices: readonly IndexDescription[];
  /** Returns whether a field holds text, which a query can match by its beginning. */
  readonly isText: (field: string) => boolean;
}) {
  const { index, indices, isText } = props;
  const all = listServedQueries(index).map((query) => ({ query, wrong: findWrongIndex(query, indices) }));
  const queries = all.filter(({ wrong }) => wrong === undefined).map(({ query }) => query);
  const unserved = all.filter(({ wrong }) => wrong !== undefined);
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
          <li key={formatQuery(query)}>
            <QueryWords query={query} isText={isText} />
          </li>
        ))}
      </ul>
      {unserved.length > 0 && (
        <>
          <p class="index-view-lead index-view-unserved">Does not find documents</p>
          <ul class="index-view-queries">
            {unserved.map(({ query, wrong }) => (
              <li key={formatQuery(query)}>
                <QueryWords query={query} isText={isText} />: the network uses <code>{wrong?.name}</code> for
                this, which does not serve it
              </li>
            ))}
          </ul>
        </>
      )}
      <Aggregates index={index} />
      <details class="index-view-code">
        <summary>As queries</summary>
        <pre>{queries.map(formatQuery).join('\n')}</pre>
      </details>
    </article>
  );
}

function Contest({ contest }: { readonly contest: NonNullable<IndexDescription['contested']> }) {
  const matches = contest.fieldMatches.map(({ field, regexPattern }) => (
    <span key={field}>
      <code>{field}</code> matches <code>{regexPattern}</code>
    </span>
  ));
  return (
    <p class="index-view-note">
      {matches.length === 0 ? 'Every value' : <>A value for which {joinList(matches)}</>} can be contested:
      masternodes vote on who gets it.
    </p>
  );
}

function Aggregates({ index }: { readonly index: IndexDescription }) {
  const { countable, summable, rangeCountable, rangeSummable } = index.aggregates;
  const aggregates: ComponentChildren[] = [
    ...(countable === 'notCountable' ? [] : ['the count of documents']),
    ...(summable === undefined
      ? []
      : [
          <>
            the sum of <code>{summable}</code>
          </>,
        ]),
  ];
  if (aggregates.length === 0) return null;
  const ranges = rangeCountable || rangeSummable;
  return (
    <p class="index-view-note">
      It maintains {joinList(aggregates)} for each value{ranges ? ' and for ranges' : ''}, with a proof.
    </p>
  );
}
