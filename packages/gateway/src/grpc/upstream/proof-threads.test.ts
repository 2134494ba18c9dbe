import { create } from '@bufbuild/protobuf';
import { expect, it } from 'vitest';
import { ProofSchema, ResponseMetadataSchema } from '../generated/dapi_pb.js';
import { ProofThreads } from './proof-threads.js';

const PROOFS = 60;
const MAX_THREADS = 4;

it('charges the time of a thread, and none in which a proof waits for one', async () => {
  const task = {
    response: { proof: create(ProofSchema), metadata: create(ResponseMetadataSchema) },
    identityProof: undefined,
    subject: undefined,
    quorumKey: new Uint8Array(48),
  };
  const threads = new ProofThreads();
  let charged = 0;
  const charge = (milliseconds: number): void => void (charged += milliseconds);
  const started = performance.now();
  const verdicts = await Promise.all(
    Array.from({ length: PROOFS }, async () => threads.verify(task, charge)),
  );
  expect(charged).toBeLessThanOrEqual(MAX_THREADS * (performance.now() - started));
  expect(charged).toBeGreaterThan(0);
  expect(new Set(verdicts.map(({ outcome }) => outcome))).toEqual(new Set(['invalid']));
});
