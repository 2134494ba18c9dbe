import { Icon, type IconName } from '../components/icon.js';
import { Notice } from '../components/notice.js';

/** A check of a transaction, as the page shows it. */
export interface ShownCheck {
  readonly name: string;
  readonly about: string;
  /** `passed`, `failed` or `not reached`. */
  readonly verdict: string;
}

const ICONS: Readonly<Record<string, IconName>> = { passed: 'check', failed: 'cross' };
const TONES: Readonly<Record<string, string>> = { passed: 'tone-good', failed: 'tone-bad' };

/** Every check that a transaction passes or fails on its way into the mempool. */
export function TransactionChecks(props: {
  readonly checks: readonly ShownCheck[];
  /** Why it would be refused; empty where it would not, absent where that is told already. */
  readonly reason: string | undefined;
}) {
  const isAccepted = props.reason === '';
  return (
    <section class="transaction-checks" aria-label="Checks">
      {props.reason !== undefined && (
        <Notice
          kind={isAccepted ? 'good' : 'bad'}
          title={isAccepted ? 'The mempool would let it in' : 'The mempool would refuse it'}
        >
          {!isAccepted && (
            <p>
              <code>{props.reason}</code>
            </p>
          )}
        </Notice>
      )}
      <ol role="list">
        {props.checks.map(({ name, about, verdict }) => (
          <li key={name} class={TONES[verdict] ?? 'transaction-checks-open'}>
            <Icon name={ICONS[verdict] ?? 'info'} size={16} />
            <span>
              {about}
              <span class="visually-hidden">: {verdict}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
