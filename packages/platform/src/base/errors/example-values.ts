import { hexToBytes } from '@noble/hashes/utils.js';
import { bytesOf } from '../bytes/identifier-order.js';

/** Made-up identifiers of the examples of errors. */
export const CONTRACT = bytesOf('GWRSAVFMjXx8HpQFaNJMqBV7MBgMK4br5UESsB4S31Ec');
export const IDENTITY = bytesOf('7nyGFuJBVbM1kvHYeKvGhqC2bvdTdKh5nkNTpBiooU2Y');
export const OTHER_IDENTITY = bytesOf('5otkYQwcusb7mrWJVqgHEpidmtT2XEtaH7YHLymNRXES');
export const DOCUMENT = bytesOf('2ktBA48b1NYHCCH6c87yA4LhZQonVcHRG3oRsdsCxoJs');
export const OTHER_DOCUMENT = bytesOf('6LHGx4PPzKiZecsiy7QZrmHA2X4ZDZidQkGJg2PRH2JV');
export const TOKEN = bytesOf('BSBkEGZfkitKTHVaC8VvCJ37Fj5r7XjssBeesic6mjwZ');
export const OTHER_TOKEN = bytesOf('HRjP67sZRKZvJ3Fe1d86JG2UmvzGMP5bvWK13joXvuLq');
export const ACTION = bytesOf('hLJWVMSkbDR6Yhv9YFHrJbhKFVtn4hi64jE9sLFwDSt');
export const OTHER_ACTION = bytesOf('Czdv446RSE4jFcJcCwex2CwgtMgtGoeUAhftQN5GDBaB');
export const PRO_TX_HASH = bytesOf('9L87TgDMShEbahPjMfWZP9yLsccMg3rPGaRbuRpEE2ch');
export const BALANCE = bytesOf('6btwJKUeFR4miNwaLE4M8uigr7rByfxopE36Nmoprg84');
/** The locking script of an example: the beginning of one. */
export const SCRIPT = Uint8Array.of(0x76, 0xa9);
/** Ids of transactions of layer 1 as they are displayed, and in internal order. */
export const TXID = '1b5b9ccb3e8d006a5230de9bda23ff91edc794d4f56410560830b418528e446c';
export const TRANSACTION = hexToBytes(TXID).toReversed();
export const OTHER_TRANSACTION = hexToBytes(
  '27ca64c092a959c7edc525ed45e845b1de6a7590d173fd2fad9133c8a779a1e3',
).toReversed();
