// Runs before anything is drawn, so that a page that is to be dark is never light for a moment.
import { applyTheme, chosenTheme } from './theme.js';

applyTheme(chosenTheme());
