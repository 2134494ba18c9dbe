import { useState } from 'preact/hooks';
import { Badge } from '../components/badge.js';
import { TextField } from '../components/text-field.js';
import { createHref } from '../navigation/route.js';
import type { DescribedMethod } from './described-method.js';

const MIN_FILTERED = 10;

/** Shows the methods of an endpoint as links; a field filters a long list. */
export function MethodList(props: {
  readonly endpointId: string;
  readonly methods: readonly DescribedMethod[];
  readonly current: string | undefined;
}) {
  const [filter, setFilter] = useState('');
  const { endpointId, methods, current } = props;
  const needle = filter.trim().toLowerCase();
  const shown = methods.filter(({ name, summary }) => `${name} ${summary}`.toLowerCase().includes(needle));
  return (
    <nav class="method-list" aria-label="Methods">
      {methods.length > MIN_FILTERED && (
        <TextField label="Filter methods" value={filter} onInput={setFilter} />
      )}
      <ul role="list">
        {shown.map(({ name, summary, isDeprecated }) => (
          <li key={name}>
            <a
              href={createHref('console', [endpointId, name])}
              aria-current={name === current ? 'true' : undefined}
            >
              <code>{name}</code>
              {isDeprecated && <Badge tone="warn">deprecated</Badge>}
              <small>{summary}</small>
            </a>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p class="method-list-none">No matching methods.</p>}
    </nav>
  );
}
