import type { ContractVerdict } from '@dapikit/contract';
import { Icon } from '../components/icon.js';
import { TONE_ICONS, type Tone } from '../components/notice.js';

/** Shows in one line whether the network would accept a contract, and what it costs. */
export function VerdictLine(props: {
  readonly verdict: ContractVerdict;
  /** The subject of the verdict: contract, update, document or write. */
  readonly subject: string;
  /** In DASH, where it is known. */
  readonly cost: string | undefined;
  /** Says what the verdict leaves open. */
  readonly limits?: string;
  /** Shows the parts of the cost. */
  readonly onCost?: () => void;
}) {
  const { verdict, subject, cost, limits = '', onCost } = props;
  const { tone, title, about: found } = describeVerdict(verdict, subject);
  const about = [limits, found].filter((text) => text !== '').join(', ');
  return (
    <div class={`verdict-line tone-${tone}`} role="status">
      <Icon name={TONE_ICONS[tone]} size={20} />
      <div>
        <strong>{title}</strong>
        {about !== '' && <span>{about}</span>}
      </div>
      {cost !== undefined && onCost === undefined && (
        <span class="verdict-line-cost">{cost} DASH (estimate)</span>
      )}
      {cost !== undefined && onCost && (
        <button type="button" class="verdict-line-cost" title="Show the parts of the cost" onClick={onCost}>
          {cost} DASH (estimate)
        </button>
      )}
    </div>
  );
}

function describeVerdict(
  { accepted, diagnostics, truncated }: ContractVerdict,
  subject: string,
): { readonly tone: Tone; readonly title: string; readonly about: string } {
  const count = (severity: string): number =>
    diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
  const errors = count('error');
  if (!accepted)
    return {
      tone: 'bad',
      title: `The network would reject this ${subject}`,
      about: truncated === true ? `more than ${errors} errors` : formatCount(errors, 'error'),
    };
  const title = `The network would accept this ${subject}`;
  const unusable = diagnostics.find(({ severity }) => severity === 'unusable');
  if (unusable !== undefined)
    return { tone: 'bad', title: `${title}, but it would be unusable`, about: 'The fee would be lost.' };
  if (errors > 0)
    return {
      tone: 'warn',
      title,
      about: `but it breaks the specification in ${formatCount(errors, 'place')}`,
    };
  const others = [formatCount(count('warning'), 'warning'), formatCount(count('hint'), 'hint')];
  return { tone: 'good', title, about: others.filter((text) => text !== '').join(', ') };
}

const formatCount = (count: number, noun: string): string =>
  count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`;
