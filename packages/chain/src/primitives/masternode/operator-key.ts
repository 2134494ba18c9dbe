import { isBlsPublicKey } from '../../base/crypto/bls.js';
import { isLegacyPublicKey } from '../../base/crypto/legacy-bls.js';
import { blsSchemeOf, type ProviderVersion } from './provider-version.js';

/**
 * Returns whether the bytes of an operator key in a provider transaction are a key of the scheme of its version.
 *
 * Source: `CBLSLazyWrapper::Get` in `src/bls/bls.h` of dashpay/dash.
 */
export function isOperatorKey(pubKeyOperator: string, version: ProviderVersion): boolean {
  return blsSchemeOf(version) === 'legacy'
    ? isLegacyPublicKey(pubKeyOperator)
    : isBlsPublicKey(pubKeyOperator);
}
