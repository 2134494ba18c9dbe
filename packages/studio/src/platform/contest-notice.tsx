import { Notice } from '../components/notice.js';
import { feeWords } from './fee-words.js';
import type { World } from './world.js';

/** What it means that values are contested, before somebody wants them. */
export function ContestNotice({ title, world }: { readonly title: string; readonly world: World }) {
  const { actor, status } = world;
  return (
    <Notice kind="info" title={`${title} is contested`}>
      <p>
        {actor.name} contends for it with {feeWords(status.entryPrice)}, which pays for the votes. Others can
        join; then the masternodes vote on who gets it.
      </p>
    </Notice>
  );
}
