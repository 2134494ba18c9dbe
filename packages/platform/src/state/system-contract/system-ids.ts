import { bytesOf } from '../../base/bytes/identifier-order.js';

/** Defines the ids of contracts that the network comes with, in base58. Source: `packages/*-contract/src/lib.rs` in dashpay/platform. */
export const DPNS = 'GWRSAVFMjXx8HpQFaNJMqBV7MBgMK4br5UESsB4S31Ec';
export const DASHPAY = 'Bwr4WHCPz5rFVAD87RqTs3izo4zpzwsEdKPWUT1NS1C7';
export const DOCUMENT_HISTORY = '6voHRaoiPcfmMhbqCA9dixH98xcgPQ9UEcuaXjpVu3LD';
export const TOKEN_HISTORY = '43gujrzZgXqcKBiScLa4T8XTDnRhenR9BLx8GWVHjPxF';
export const KEYWORD_SEARCH = 'BsjE6tQxG47wffZCRQCovFx5rYrAYYC3rTVRWKro27LA';
export const MASTERNODE_REWARDS = 'rUnsWrFu3PKyRMGk2mxmZVBPbQuZx2qtHeFjURoQevX';
export const WALLET_UTILITIES = '7CSFGeF4WNzgDmx94zwvHkYaG3Dx4XEe5LFsFgJswLbm';
export const WITHDRAWALS = '4fJLR2GYTPFdomuTVvNy3VRrvWgvkKPzqehEBpNf2nk6';

/** Defines their owner: nobody has this id. */
export const SYSTEM_OWNER = '11111111111111111111111111111111';

/** Ids that the platform looks for, as bytes. */
export const SYSTEM_IDS = {
  dpns: bytesOf(DPNS),
  documentHistory: bytesOf(DOCUMENT_HISTORY),
  tokenHistory: bytesOf(TOKEN_HISTORY),
  keywordSearch: bytesOf(KEYWORD_SEARCH),
  withdrawals: bytesOf(WITHDRAWALS),
  owner: bytesOf(SYSTEM_OWNER),
};
