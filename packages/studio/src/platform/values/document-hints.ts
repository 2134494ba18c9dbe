import { getList, getMembers, getText } from '../../json/json-values.js';

/** Returns what the network or the official SDK would reject in data that the local platform has taken: path, problem and fix in one text each. */
export const readHints = (result: unknown): readonly string[] =>
  getList(getMembers(result)['hints']).map((one) => {
    const hint = getMembers(one);
    const path = getText(hint, 'at').slice(1).replaceAll('/', '.');
    return `${path}: ${getText(hint, 'message')}. ${getText(hint, 'fix')}`;
  });
