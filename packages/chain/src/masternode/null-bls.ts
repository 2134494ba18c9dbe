import { BLS_PUBLIC_KEY_SIZE, BLS_SIGNATURE_SIZE } from './field-sizes.js';

/** What stands for no BLS public key: zeros, in hexadecimal. */
export const NULL_BLS_PUBLIC_KEY = '00'.repeat(BLS_PUBLIC_KEY_SIZE);

/** What stands for no BLS signature: zeros, in hexadecimal. */
export const NULL_BLS_SIGNATURE = '00'.repeat(BLS_SIGNATURE_SIZE);
