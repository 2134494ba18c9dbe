// Loaded by `NODE_OPTIONS=--import=…` before a program that was written for a public network: it uses the local one then.
import * as nodeModule from 'node:module';
import { describeNoUrl, isHttpUrl } from '../program/http-url.js';
import { load } from './local-evo-sdk.js';

const { DAPIKIT_URL: url } = process.env;
if (url !== undefined && url !== '' && !isHttpUrl(url)) throw new Error(`DAPIKIT_URL: ${describeNoUrl(url)}`);

/** `module.registerHooks` of Node.js 22.15 and later: hooks in the thread of the program. */
const registerHooks: unknown = Reflect.get(nodeModule, 'registerHooks');

if (typeof registerHooks === 'function') registerHooks({ load });
else nodeModule.register(new URL('local-evo-sdk.js', import.meta.url));
