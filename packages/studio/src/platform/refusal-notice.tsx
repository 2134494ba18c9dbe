import { Notice } from '../components/notice.js';
import { feeWords } from './fee-words.js';
import { reasonText, type Refusal } from './refusal.js';

/** Why the platform said no, with the official names, and what to do about it. */
export function RefusalNotice({ refusal }: { readonly refusal: Refusal }) {
  const { reasons, fee } = refusal;
  return (
    <Notice kind="bad" title="The platform refuses this">
      <ul class="refusal" role="list">
        {reasons.map((reason) => (
          <li key={`${reason.name} ${reason.found} ${reason.paths.join()}`}>
            <code>{reason.name}</code>
            {reason.code !== undefined && <span class="muted"> {reason.code}</span>}
            <p>{sentence(reasonText(reason))}</p>
            {reason.advice !== '' && <p class="muted">What to do: {reason.advice}.</p>}
          </li>
        ))}
      </ul>
      {fee !== undefined && <p>{feeWords(fee)} were charged all the same, as on the network.</p>}
    </Notice>
  );
}

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
