import { webSocketOptions } from '../commands/web-socket-options.js';
import { settingOf } from './setting.js';

const COUNT = { type: 'integer', minimum: 1 };

/** The settings of WebSockets: those of the options. */
export const webSocketSettings = {
  webSocketOrigins: settingOf(webSocketOptions.webSocketOrigins, { type: 'string', minLength: 1 }),
  maxSubscriptions: settingOf(webSocketOptions.maxSubscriptions, COUNT),
  maxMessagesInFlight: settingOf(webSocketOptions.maxMessagesInFlight, COUNT),
  maxBufferedBytes: settingOf(webSocketOptions.maxBufferedBytes, COUNT),
  pingInterval: settingOf(webSocketOptions.pingInterval, COUNT),
} as const;
