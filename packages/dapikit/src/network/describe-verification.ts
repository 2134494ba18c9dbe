import type { VerificationError } from '@dapikit/light-client';

/** Returns what does not verify, and the options that change it. */
export function describeVerification({ reason, message }: VerificationError): string {
  const ways =
    reason === 'old-checkpoint'
      ? ': give a newer one with --checkpoint, made with dapikit checkpoint create, or raise --max-checkpoint-age'
      : '';
  return `${reason}: ${message}${ways}`;
}
