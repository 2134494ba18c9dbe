import { bytesToHex } from '../../base/bytes/hex.js';
import { hash160 } from '../../base/crypto/hashes.js';
import { recoverPublicKey } from '../../base/crypto/recoverable-signature.js';
import { messageHash } from '../../base/crypto/signed-message.js';
import { NodeRejectionError } from '../../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import { readDestination } from '../rpc/address-params.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Source: `verifymessage` in `src/rpc/signmessage.cpp` and `MessageVerify` in `src/util/message.cpp` of dashpay/dash. */
export const verifyMessage: EmulatorMethod = {
  name: 'verifymessage',
  category: 'Util',
  summary: 'verifies the signature of an address over a message',
  params: [
    { name: 'address', type: 'string', about: 'the address of the key' },
    { name: 'signature', type: 'string', about: 'the signature in Base64' },
    { name: 'message', type: 'string', about: 'the message that was signed' },
  ],
  answer(_, params) {
    const [address, signature, message] = [params.text(0), params.text(1), params.text(2)];
    const { kind, hash } = readDestination(address, 'Invalid address');
    if (kind !== 'publicKeyHash')
      throw new NodeRejectionError(RPC_ERROR_CODES.type, 'Address does not refer to key');
    if (!BASE64.test(signature))
      throw new NodeRejectionError(RPC_ERROR_CODES.type, 'Malformed base64 encoding');
    const publicKey = recoverPublicKey(Buffer.from(signature, 'base64'), messageHash(message));
    return publicKey !== undefined && bytesToHex(hash160(publicKey)) === bytesToHex(hash);
  },
};
