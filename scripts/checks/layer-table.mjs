// Reads `layers.json` of a package: its areas and folders from top to bottom, each with its purpose, and what it may import.

/**
 * Lists the folders of a table of layers from top to bottom.
 * @param layers a purpose, or a purpose with layers, by the name of the folder; `.` is the folder that has the others
 * @returns {{ folder: string, purpose: string, depth: number, isArea: boolean }[]} paths relative to `src`; areas without files of their own are left out
 */
export function listFolders(layers) {
  return listLayers(layers).filter(({ hasFiles }) => hasFiles);
}

/**
 * Lists areas and folders of a table of layers from top to bottom, each area before its folders.
 * @returns {{ folder: string, purpose: string, depth: number, hasFiles: boolean }[]} `hasFiles` is false for an area that consists of folders
 */
export function listLayers(layers, parent = '', depth = 0) {
  return Object.entries(layers).flatMap(([name, layer]) => {
    const folder = name === '.' ? parent || '.' : parent ? `${parent}/${name}` : name;
    if (typeof layer === 'string') return [{ folder, purpose: layer, depth, hasFiles: true }];
    return [
      { folder, purpose: layer.purpose, depth, hasFiles: false },
      ...listLayers(layer.layers, folder, depth + 1),
    ];
  });
}

/** Checks the shape of a table of layers. Throws Error for another shape. */
export function packageRules(table) {
  const { purpose, imports, node, layers } = table;
  const isNode = node === 'everywhere' || node === 'nowhere' || Array.isArray(node);
  if (typeof purpose !== 'string' || typeof imports !== 'object' || !isNode || typeof layers !== 'object')
    throw new Error('layers.json needs purpose, imports, node and layers');
  return { purpose, imports, node, layers };
}
