// Loaded by `NODE_OPTIONS=--import=…` before a program that was written for testnet: it uses the local network then.
import * as nodeModule from 'node:module';
import { load } from './local-evo-sdk.js';

/** `module.registerHooks` of Node.js 22.15 and later: hooks in the thread of the program. */
const registerHooks: unknown = Reflect.get(nodeModule, 'registerHooks');

if (typeof registerHooks === 'function') registerHooks({ load });
else nodeModule.register(new URL('local-evo-sdk.js', import.meta.url));
