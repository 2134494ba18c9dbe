import { render } from 'preact';
import { Studio } from './shell/studio.js';

const root = document.getElementById('studio');
if (root !== null) render(<Studio />, root);
