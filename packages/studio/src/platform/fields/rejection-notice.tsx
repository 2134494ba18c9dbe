import { Notice } from '../../components/notice.js';
import { formatEstimate } from '../../text/format-fee.js';
import { toSentence } from '../../text/sentence.js';
import { describeReason, type Rejection, type RejectionReason } from '../values/rejection.js';

/** Shows why a call failed, with the official errors and their fixes. */
export function RejectionNotice({ rejection }: { readonly rejection: Rejection }) {
  const { reasons, fee, noResponse } = rejection;
  if (noResponse !== undefined)
    return (
      <Notice kind="bad" title="The server does not respond">
        <p>{toSentence(noResponse)} Check that it is running, then try again.</p>
      </Notice>
    );
  return (
    <Notice kind="bad" title="Rejected by the platform">
      <ul class="rejection" role="list">
        {groupByName(reasons).map((group) => (
          <ReasonGroup key={`${group[0].name} ${group[0].found}`} reasons={group} />
        ))}
      </ul>
      {fee !== undefined && (
        <p>A fee of {formatEstimate(fee)} was charged nevertheless, as on the network.</p>
      )}
    </Notice>
  );
}

type Reasons = readonly [RejectionReason, ...RejectionReason[]];

function ReasonGroup({ reasons }: { readonly reasons: Reasons }) {
  const [{ name, code }] = reasons;
  return (
    <li>
      <code>{name}</code>
      {code !== undefined && <span class="muted rejection-code"> {code}</span>}
      {reasons.map((reason) => (
        <p key={`${reason.found} ${reason.paths.join()}`}>
          {reason.paths.length > 0 && (
            <>
              <code>{reason.paths.join(', ')}</code>:{' '}
            </>
          )}
          {reason.paths.length > 0 ? describeReason(reason) : toSentence(describeReason(reason))}
        </p>
      ))}
      {[...new Set(reasons.map(findFix))]
        .filter((fix) => fix !== '')
        .map((fix) => (
          <p key={fix} class="muted">
            Fix: {toSentence(fix)}
          </p>
        ))}
    </li>
  );
}

function groupByName(reasons: readonly RejectionReason[]): readonly Reasons[] {
  const groups = new Map<string, [RejectionReason, ...RejectionReason[]]>();
  for (const reason of reasons) {
    const group = groups.get(reason.name);
    if (group === undefined) groups.set(reason.name, [reason]);
    else group.push(reason);
  }
  return [...groups.values()];
}

/** Returns the fix of an error; empty where it only repeats the path. */
const findFix = ({ fix, paths }: RejectionReason): string =>
  paths.length > 0 && /^fix \/\S*$/.test(fix) ? '' : fix;
