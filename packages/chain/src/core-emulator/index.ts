export { askNode } from './call-node.js';
export { createCoreEmulator, type CoreEmulator } from './core-emulator.js';
export {
  DEFAULT_EMULATOR_LIMITS,
  DEFAULT_EMULATOR_PORT,
  type EmulatorLimits,
  type CoreEmulatorOptions,
} from './core-emulator-options.js';
export type { EmulatorCredentials } from './emulator-credentials.js';
export { EMULATOR_METHODS } from './methods/methods.js';
export type { EmulatorMethod, EmulatorParam, EmulatorCategory } from './rpc/emulator-method.js';
export type { EmulatedNode, FoundTransaction, ZmqNotifier } from './rpc/emulated-node.js';
export { helpText, synopsis } from './rpc/help-text.js';
export { PUBLISHED_TOPICS, type PublishedTopic } from './zmq-messages.js';
