// This gateway in one process.
import { start } from './dapikit-gateway.mjs';
import { report } from './report.mjs';

report(start);
