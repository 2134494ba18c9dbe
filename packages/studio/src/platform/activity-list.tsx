import { Badge } from '../components/badge.js';
import { Panel } from '../components/panel.js';
import { formatEstimate } from '../text/format-fee.js';
import type { ActivityEntry } from './state/activity.js';

/** Shows the last actions with their fees. */
export function ActivityList({ activity }: { readonly activity: readonly ActivityEntry[] }) {
  if (activity.length === 0) return null;
  return (
    <Panel title="Activity">
      <ol class="activity-list" role="list">
        {activity.map(({ number, text, fee, height, outcome }) => (
          <li key={number}>
            <span>{text}</span>
            {outcome !== 'done' && <Badge tone="bad">{outcome}</Badge>}
            <span class="muted">
              {[
                ...(fee === undefined ? [] : [`fee ${formatEstimate(fee)}`]),
                ...(height === undefined ? [] : [`block ${height}`]),
              ].join(', ')}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
