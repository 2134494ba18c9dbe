import type { VerificationError } from '@dapikit/light-client';

const WAYS: Readonly<Partial<Record<VerificationError['reason'], string>>> = {
  'old-checkpoint':
    'give a newer one with --checkpoint, made with dapikit checkpoint create, or raise --max-checkpoint-age',
  'wrong-checkpoint': 'it is of another chain or was changed; make one with dapikit checkpoint create',
};

/** Returns what does not verify, and the options that change it. */
export function describeVerification({ reason, message }: VerificationError): string {
  const ways = WAYS[reason];
  return `${reason}: ${message}${ways === undefined ? '' : `: ${ways}`}`;
}
