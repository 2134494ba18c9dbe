export { ForkFile, type ForkRecord } from './fork-file.js';
export { StateFile, type StoredStart } from './state-file.js';
