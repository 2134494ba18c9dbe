export { ForkFile, type ForkRecord, type StoredFork } from './fork-file.js';
export { WalkFile } from './walk-file.js';
export { StateFile, type StoredStart } from './state-file.js';
