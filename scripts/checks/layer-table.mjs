// Reads `layers.json` of a package: its areas and folders from top to bottom and its entry points, each with its purpose, and its allowed imports.

/**
 * Lists the folders of a table of layers from top to bottom.
 * @param layers a purpose, or a purpose with layers, by the name of the folder; `.` has the files beside the others
 * @returns {string[]} paths relative to `src`
 */
export function listFolders(layers, parent = '') {
  return Object.entries(layers).flatMap(([name, layer]) => {
    const folder = [parent, ...(name === '.' ? [] : [name])].filter(Boolean).join('/') || '.';
    return typeof layer === 'string' ? [folder] : listFolders(layer.layers, folder);
  });
}

/** Checks the shape of a table of layers. Throws Error for another shape. */
export function packageRules(table) {
  const { purpose, entries, imports, node, layers } = table;
  const isNode = node === 'everywhere' || node === 'nowhere' || Array.isArray(node);
  const isTable = [entries, imports, layers].every((part) => typeof part === 'object');
  if (typeof purpose !== 'string' || !isTable || !isNode)
    throw new Error('layers.json needs purpose, entries, imports, node and layers');
  return { purpose, entries, imports, node, layers };
}
