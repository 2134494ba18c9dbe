import type { ContractVerdict } from '@dapikit/contract';
import { Icon } from '../components/icon.js';
import { TONE_ICONS, type Tone } from '../components/notice.js';

/** In one line: would the network take it, and what is to be done. */
export function VerdictLine(props: {
  readonly verdict: ContractVerdict;
  /** What is judged: a contract, or its update. */
  readonly what: string;
  /** In DASH; where it is known. */
  readonly cost: string | undefined;
  /** Asked for what the cost is made of. */
  readonly onCost?: () => void;
}) {
  const { verdict, what, cost, onCost } = props;
  const { tone, title, about } = wordsOf(verdict, what);
  return (
    <div class={`verdict-line tone-${tone}`} role="status">
      <Icon name={TONE_ICONS[tone]} size={20} />
      <div>
        <strong>{title}</strong>
        {about !== '' && <span>{about}</span>}
      </div>
      {cost !== undefined && onCost === undefined && <span class="verdict-line-cost">{cost} DASH</span>}
      {cost !== undefined && onCost && (
        <button type="button" class="verdict-line-cost" title="What it is made of" onClick={onCost}>
          {cost} DASH
        </button>
      )}
    </div>
  );
}

function wordsOf(
  { accepted, diagnostics, truncated }: ContractVerdict,
  what: string,
): { readonly tone: Tone; readonly title: string; readonly about: string } {
  const count = (wanted: string): number => diagnostics.filter(({ severity }) => severity === wanted).length;
  const errors = count('error');
  const others = counted(count('warning') + count('hint'), 'thing', 'to look at');
  if (!accepted)
    return {
      tone: 'bad',
      title: `The network would refuse this ${what}`,
      about: truncated === true ? `more than ${errors} mistakes` : counted(errors, 'mistake', ''),
    };
  if (errors > 0)
    return {
      tone: 'warn',
      title: `The network would take this ${what}`,
      about: `but the specification forbids ${errors === 1 ? 'one thing' : `${errors} things`} in it`,
    };
  return { tone: 'good', title: `The network would take this ${what}`, about: others };
}

function counted(number: number, noun: string, rest: string): string {
  return number === 0 ? '' : `${number} ${noun}${number === 1 ? '' : 's'} ${rest}`.trim();
}
