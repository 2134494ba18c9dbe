import { hex } from '@scure/base';
import { useEffect } from 'preact/hooks';
import { announce } from '../../components/announcer.js';
import { CodeBlock } from '../../components/code-block.js';
import { HashText } from '../../components/hash-text.js';
import { Icon } from '../../components/icon.js';
import { Loading } from '../../components/loading.js';
import { Notice } from '../../components/notice.js';
import { Panel } from '../../components/panel.js';
import { RpcErrorNotice } from '../../components/rpc-error-notice.js';
import { createHref } from '../../navigation/route.js';
import type { ProofSubject } from '../../navigation/proof-href.js';
import type { VerifiedProof } from '../../proof/verify-proof.js';
import { useRequest } from '../../rpc/use-request.js';
import { formatTime } from '../../text/format-time.js';
import { ProofLegend, ProofTree } from './proof-tree-view.js';

/** Loads the proof of a subject, verifies it in this browser and shows every step. */
export function ProofView({
  subject,
  revision,
}: {
  readonly subject: ProofSubject;
  readonly revision: unknown;
}) {
  const key = JSON.stringify(subject);
  const { value, error } = useRequest(async () => {
    const { isProven, verifyProof } = await import('../../proof/verify-proof.js');
    const verified = await verifyProof(subject);
    return { key, verified, isValid: isProven(verified), isRecent: verified.recency?.isPassed === true };
  }, [key, revision]);
  const verdict =
    value === undefined
      ? undefined
      : !value.isValid
        ? 'rejected'
        : value.isRecent
          ? 'verified'
          : 'not recent';
  useEffect(() => {
    if (verdict !== undefined) announce(`Proof ${verdict}`);
  }, [key, verdict]);
  const close = <a href={createHref('explorer')}>Close</a>;
  return (
    <Panel title={`Proof of ${describeSubject(subject)}`} aside={close}>
      {error !== undefined && <RpcErrorNotice title="There is no proof" error={error} />}
      {error === undefined && value?.key !== key && <Loading what="the proof" />}
      {value?.key === key && <Verified subject={subject} verified={value.verified} isValid={value.isValid} />}
    </Panel>
  );
}

function describeSubject({ identityId, contractId, documentType, id }: ProofSubject): string {
  if (identityId !== undefined) return 'an identity';
  if (id !== undefined) return `a document of type ${documentType ?? ''}`;
  return contractId === undefined ? 'the state' : 'a contract';
}

function Verified(props: {
  readonly subject: ProofSubject;
  readonly verified: VerifiedProof;
  readonly isValid: boolean;
}) {
  const { subject, verified, isValid } = props;
  const { checks, recency, value, tree, proof } = verified;
  const { grovedbProof } = proof;
  return (
    <div class="explorer-stack">
      <Verdict {...props} />
      <ol class="proof-checks" role="list" aria-label="Checks made in this browser">
        {[...checks, ...(recency === undefined ? [] : [recency])].map(({ title, isPassed, detail }) => (
          <li key={title} class={isPassed ? 'tone-good' : 'tone-bad'}>
            <Icon name={isPassed ? 'check' : 'cross'} />
            <div>
              <strong>
                <span class="visually-hidden">{isPassed ? 'passed: ' : 'failed: '}</span>
                {title}
              </strong>
              <p class="muted">{detail}</p>
            </div>
          </li>
        ))}
      </ol>
      <ProofFacts subject={subject} verified={verified} />
      {isValid && value !== undefined && (
        <CodeBlock label="Proven content" text={JSON.stringify(value, null, 2)} />
      )}
      {tree && (
        <>
          <h3>Path and nodes</h3>
          <p class="muted">
            The state is a tree of trees. Each layer below shows one tree of the way from the root to the
            data; its hash is part of the layer above.
          </p>
          <ProofLegend />
          <ProofTree tree={tree} />
        </>
      )}
      {grovedbProof && (
        <details>
          <summary>Bytes of the proof in hexadecimal</summary>
          <CodeBlock label="Proof" text={hex.encode(grovedbProof)} />
        </details>
      )}
    </div>
  );
}

function Verdict(props: {
  readonly subject: ProofSubject;
  readonly verified: VerifiedProof;
  readonly isValid: boolean;
}) {
  const { subject, verified, isValid } = props;
  const { proof, recency, value } = verified;
  if (!isValid)
    return (
      <Notice kind="bad" title="The proof is not valid">
        <p>Do not trust what the server says about it.</p>
      </Notice>
    );
  if (recency?.isPassed !== true)
    return (
      <Notice
        kind="warn"
        title={`The proof is valid, but its state is not recent: block ${proof.metadata.height.toLocaleString('en')}`}
      >
        <p>It was so when the root was signed. It may have changed since.</p>
      </Notice>
    );
  const isState = Object.keys(subject).length === 0;
  const what = isState
    ? 'The root hash is signed'
    : value === undefined
      ? 'Proven: it does not exist'
      : 'Proven: it is part of the state';
  return (
    <Notice kind="good" title={`${what} at block ${proof.metadata.height.toLocaleString('en')}`}>
      <p>Verified in this browser by @dapikit/proof. Only the list of quorum keys is trusted.</p>
    </Notice>
  );
}

function ProofFacts({
  subject,
  verified,
}: {
  readonly subject: ProofSubject;
  readonly verified: VerifiedProof;
}) {
  const { proof, rootHash, quorum } = verified;
  const { metadata, signature } = proof;
  return (
    <dl class="facts">
      {Object.entries(subject).map(([name, value]) => (
        <div key={name} class="facts-row">
          <dt>{SUBJECT_LABELS[name] ?? name}</dt>
          <dd>
            <code class="hash-text">{value}</code>
          </dd>
        </div>
      ))}
      <dt>Root hash (app hash)</dt>
      <dd>{rootHash === undefined ? 'none follows' : <HashText hash={rootHash} isWhole />}</dd>
      <dt>Block</dt>
      <dd>
        {metadata.height.toLocaleString('en')}, layer 1 at{' '}
        {metadata.coreChainLockedHeight.toLocaleString('en')}
      </dd>
      <dt>Signed at</dt>
      <dd>{formatTime(Number(metadata.timeMs))} UTC by the host clock</dd>
      <dt>Epoch</dt>
      <dd>{metadata.epoch}, as the server says: the signature does not cover it</dd>
      <dt>Chain</dt>
      <dd>
        {metadata.chainId}, protocol {metadata.protocolVersion}
      </dd>
      <dt>Quorum</dt>
      <dd>
        type {signature.quorumType}
        {quorum && quorum.height > 0 && `, of block ${quorum.height.toLocaleString('en')} of layer 1`}{' '}
        <HashText hash={hex.encode(signature.quorumHash)} isWhole />
      </dd>
      <dt>Its public key</dt>
      <dd>{quorum === undefined ? 'unknown' : <HashText hash={quorum.key} isWhole />}</dd>
      <dt>Signature</dt>
      <dd>
        <HashText hash={hex.encode(signature.signature)} isWhole />
      </dd>
    </dl>
  );
}

const SUBJECT_LABELS: Readonly<Record<string, string>> = {
  identityId: 'Identity',
  contractId: 'Contract',
  documentType: 'Document type',
  id: 'Document',
};
