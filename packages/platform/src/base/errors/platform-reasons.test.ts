import { expect, it } from 'vitest';
import { KnownTransitionError } from '../../state/transition-result/known-transition-error.js';
import { StoreUnavailableError } from '../../store/store-unavailable-error.js';
import { ConsensusError } from './consensus-error.js';
import { InputError } from './input-error.js';
import { PLATFORM_REASONS } from './platform-reasons.js';

it('the docs of an error name the command that explains its reason', () => {
  const error = new InputError('limit', { expected: 'a number', found: 'x' });
  expect(error.docs).toBe('dapikit explain invalid-input');
  expect(new KnownTransitionError('chain').docs).toBe('dapikit explain known-transition');
  expect(new StoreUnavailableError('LMDB', 'full').docs).toBe('dapikit explain full');
  expect(new ConsensusError('InvalidTokenAmountError', { maxTokenAmount: 1n, tokenAmount: 0n }).docs).toBe(
    'dapikit explain 10458',
  );
  expect(Object.keys(PLATFORM_REASONS)).toContain(error.reason);
});
