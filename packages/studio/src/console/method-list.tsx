import { useState } from 'preact/hooks';
import { Badge } from '../components/badge.js';
import { TextField } from '../components/text-field.js';
import { hrefOf } from '../shell/route.js';
import type { DescribedMethod } from './described-method.js';

const MANY = 10;

/** The methods of an endpoint, as links; where they are many, a field narrows them down. */
export function MethodList(props: {
  readonly endpointId: string;
  readonly methods: readonly DescribedMethod[];
  readonly current: string | undefined;
}) {
  const [wanted, setWanted] = useState('');
  const { endpointId, methods, current } = props;
  const needle = wanted.trim().toLowerCase();
  const shown = methods.filter(({ name, summary }) => `${name} ${summary}`.toLowerCase().includes(needle));
  return (
    <nav class="method-list" aria-label="Methods">
      {methods.length > MANY && <TextField label="Find a method" value={wanted} onInput={setWanted} />}
      <ul role="list">
        {shown.map(({ name, summary, isDeprecated }) => (
          <li key={name}>
            <a
              href={hrefOf('console', [endpointId, name])}
              aria-current={name === current ? 'true' : undefined}
            >
              <code>{name}</code>
              {isDeprecated && <Badge tone="warn">deprecated</Badge>}
              <small>{summary}</small>
            </a>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p class="method-list-none">No method is called like that.</p>}
    </nav>
  );
}
