import { Icon, type IconName } from '../components/icon.js';
import { Notice } from '../components/notice.js';

/** Describes a check of a transaction before it enters the mempool. */
export interface ShownCheck {
  readonly name: string;
  readonly about: string;
  /** `passed`, `failed` or `not reached`. */
  readonly verdict: string;
}

const ICONS: Readonly<Record<string, IconName>> = { passed: 'check', failed: 'cross' };
const TONES: Readonly<Record<string, string>> = { passed: 'tone-good', failed: 'tone-bad' };

/** Shows which checks of the mempool a transaction passes. */
export function TransactionChecks(props: {
  readonly checks: readonly ShownCheck[];
  /** The reject reason; empty where the transaction is accepted, absent where another message says it. */
  readonly reason: string | undefined;
}) {
  const isAccepted = props.reason === '';
  return (
    <section class="transaction-checks" aria-label="Checks">
      {props.reason !== undefined && (
        <Notice
          kind={isAccepted ? 'good' : 'bad'}
          title={isAccepted ? 'The mempool would accept it' : 'The mempool would reject it'}
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
          <li key={name} class={TONES[verdict] ?? 'transaction-checks-pending'}>
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
