import { Badge } from '../components/badge.js';
import { Panel } from '../components/panel.js';
import { feeWords } from './fee-words.js';
import type { Deed } from './deeds.js';

/** What was done last, and what it cost. */
export function DeedList({ deeds }: { readonly deeds: readonly Deed[] }) {
  if (deeds.length === 0) return null;
  return (
    <Panel title="What happened">
      <ol class="deed-list" role="list">
        {deeds.map(({ number, what, fee, height, isRefused }) => (
          <li key={number}>
            <span>{what}</span>
            {isRefused && <Badge tone="bad">refused</Badge>}
            <span class="muted">
              {[
                ...(fee === undefined ? [] : [`fee ${feeWords(fee)}`]),
                ...(height === undefined ? [] : [`block ${height}`]),
              ].join(', ')}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
