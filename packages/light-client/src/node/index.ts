export { StateFile, type StoredStart } from './state-file.js';
