import { Notice } from '../components/notice.js';
import { sentence } from '../components/sentence.js';
import { feeWords } from './fee-words.js';
import { reasonText, type Refusal, type RefusalReason } from './refusal.js';

/** Why the platform said no, with the official names, and what to do about it. */
export function RefusalNotice({ refusal }: { readonly refusal: Refusal }) {
  const { reasons, fee } = refusal;
  return (
    <Notice kind="bad" title="The platform refuses this">
      <ul class="refusal" role="list">
        {grouped(reasons).map(([first, ...more]) => (
          <li key={`${first.name} ${first.found}`}>
            <code>{first.name}</code>
            {first.code !== undefined && <span class="muted refusal-code"> {first.code}</span>}
            {[first, ...more].map((reason) => (
              <p key={`${reason.found} ${reason.paths.join()}`}>
                {reason.paths.length > 0 && (
                  <>
                    <code>{reason.paths.join(', ')}</code>:{' '}
                  </>
                )}
                {reason.paths.length > 0 ? reasonText(reason) : sentence(reasonText(reason))}
              </p>
            ))}
            {[...new Set([first, ...more].map(adviceOf))]
              .filter((advice) => advice !== '')
              .map((advice) => (
                <p key={advice} class="muted">
                  What to do: {sentence(advice)}
                </p>
              ))}
          </li>
        ))}
      </ul>
      {fee !== undefined && <p>{feeWords(fee)} was charged all the same, as on the network.</p>}
    </Notice>
  );
}

/** Mistakes of one kind stand below its name. */
function grouped(
  reasons: readonly RefusalReason[],
): readonly (readonly [RefusalReason, ...RefusalReason[]])[] {
  const groups = new Map<string, [RefusalReason, ...RefusalReason[]]>();
  for (const reason of reasons) {
    const group = groups.get(reason.name);
    if (group === undefined) groups.set(reason.name, [reason]);
    else group.push(reason);
  }
  return [...groups.values()];
}

/** What to do, but for what the place of the mistake says already. */
const adviceOf = ({ advice, paths }: RefusalReason): string =>
  paths.length > 0 && /^mend \/\S*$/.test(advice) ? '' : advice;
