export { createNodeFace, type NodeFace } from './node-face.js';
export {
  DEFAULT_FACE_LIMITS,
  DEFAULT_FACE_PORT,
  type FaceLimits,
  type NodeFaceOptions,
} from './node-face-options.js';
export type { FaceCredentials } from './face-credentials.js';
export { FACE_METHODS } from './methods/methods.js';
export type { FaceMethod, FaceParam, FaceCategory } from './face-method.js';
export type { FaceNode, FoundTransaction, ZmqNotifier } from './face-node.js';
export { helpText, synopsis } from './help-text.js';
export { PUBLISHED_TOPICS, type PublishedTopic } from './zmq-messages.js';
